import Bridge
import Commands
import Configuration
import Foundation
import JSON
import Schemas
import Testing
import Upstreams
import Widgets

/// What the schemas say of each member.
@Suite struct SchemaTests {
    /// The members of all objects in a schema, with the way to each.
    private static func members(_ schema: Any, _ path: String = "") -> [(path: String, schema: [String: Any])] {
        guard let schema = schema as? [String: Any], !schema.isEmpty else { return [] }
        var members: [(String, [String: Any])] = []
        for (name, member) in schema["properties"] as? [String: [String: Any]] ?? [:] {
            members.append(("\(path).\(name)", member))
            members += Self.members(member, "\(path).\(name)")
        }
        for key in ["items", "additionalProperties"] { members += Self.members(schema[key] ?? [:], path) }
        for form in schema["anyOf"] as? [Any] ?? [] { members += Self.members(form, path) }
        return members
    }

    private static func object(_ json: JSONValue) throws -> [String: Any] {
        try #require(try JSONSerialization.jsonObject(with: Data(json.bytes)) as? [String: Any])
    }

    @Test func `each key of the configuration says what it is for`() throws {
        let members = Self.members(try Self.object(Configuration.schema(of: .kiatsu).json))
        #expect(members.count > 200)
        for member in members where !member.path.hasPrefix(".icon_themes.") {
            #expect(member.schema["description"] is String, "\(member.path)")
        }
    }

    @Test func `each option stands wherever it may be chosen, with its default`() throws {
        let members = Self.members(try Self.object(Configuration.schema(of: .kiatsu).json))
        for widget in Catalogue.kiatsu.widgets {
            for option in Catalogue.kiatsu.options(of: widget, iconThemes: []) {
                for path in [".widgets.\(widget.name).\(option.name)", ".panels.widgets.\(widget.name).\(option.name)"]
                {
                    let member = try #require(members.first { $0.path == path }, "\(path)")
                    #expect(member.schema["description"] as? String == option.summary)
                    #expect(member.schema["default"] != nil, "\(path)")
                }
            }
        }
        for option in Catalogue.kiatsu.commonOptions(iconThemes: []) {
            #expect(
                members.contains { $0.path == ".\(option.name)" }
                    && members.contains { $0.path == ".panels.\(option.name)" }
            )
        }
    }

    @Test func `each member of a message says what it is, and no name stands for two messages`() throws {
        let messages = MessageSchema.all(of: .kiatsu)
        #expect(Set(messages.map(\.name)).count == messages.count)
        for message in messages {
            for member in Self.members(try Self.object(message.schema.json)) {
                #expect(member.schema["description"] is String, "\(message.name)\(member.path)")
            }
        }
    }

    @Test func `a list of few values takes one line`() {
        let json: JSONValue = [
            "a": .array([.whole(1), .text("{\"")]), "b": ["c": .null], "d": .array([["e": .object([])]]),
        ]
        #expect(
            json.lines == """
                {
                  "a": [1, "{\\""],
                  "b": {
                    "c": null
                  },
                  "d": [
                    {
                      "e": {}
                    }
                  ]
                }

                """
        )
    }
}
