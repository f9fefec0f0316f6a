import Bridge
import Foundation
import JSON
import Schemas
import TestSupport
import Testing
import Upstreams
import Widgets

/// The members of each message, compared with the manual's tables.
@Suite struct MemberReferenceTests {
    /// Where the manual tells of messages: the page, and the heading of the part of it, empty for the whole page.
    private static let places: [(messages: [String], page: String, heading: String)] =
        ["weather", "conditions", "day", "poem"].map { widget in
            (["\(widget)-compact", "\(widget)-full"], "Messages", "### \(widget.capitalized)")
        } + [
            (["location"], "Documents", "### Location"), (["info"], "Documents", "### Info"),
            (["homeassistant-panel", "homeassistant-bridge", "homeassistant-gone"], "Documents", "### Home Assistant"),
            (["health"], "Health", "## Overview"), (["picture"], "Pictures", "### The description"),
            (["hello", "hello-reply"], "Hello", ""), (["position", "position-reply"], "Positions", ""),
        ]
        + ["panels", "panel-add", "panel-remove", "panel-options", "panel-picture", "snapshot", "refresh"].map {
            (["response-\($0)"], "Documents", "### Answers")
        }
        + ["panels", "panel-remove", "panel-options", "panel-picture", "snapshot", "refresh"].map {
            (["request-\($0)"], "Requests", "")
        }

    private static func names(in schema: Any) -> Set<String> {
        guard let schema = schema as? [String: Any], !schema.isEmpty else { return [] }
        var names: Set<String> = []
        for (name, member) in schema["properties"] as? [String: Any] ?? [:] {
            names.insert(name)
            names.formUnion(Self.names(in: member))
        }
        for key in ["items", "additionalProperties"] { names.formUnion(Self.names(in: schema[key] ?? [:])) }
        for form in schema["anyOf"] as? [Any] ?? [] { names.formUnion(Self.names(in: form)) }
        return names
    }

    private static func members() throws -> [String: Set<String>] {
        var members: [String: Set<String>] = [:]
        for message in MessageSchema.all(of: .kiatsu) {
            members[message.name] = names(in: try JSONSerialization.jsonObject(with: Data(message.schema.json.bytes)))
        }
        return members
    }

    /// The text below a heading, up to the next of its rank.
    private static func part(_ page: String, _ heading: String) throws -> String {
        let text = try Page("Sources/kiatsu/Manual.docc/\(page).md").text
        guard !heading.isEmpty else { return text }
        let below = try #require(text.components(separatedBy: "\n\(heading)\n").dropFirst().first, "\(heading)")
        return below.components(separatedBy: "\n### ")[0]
    }

    /// What stands between backquotes, or as a key in an example.
    private static func words(_ text: String) -> Set<String> {
        let spans = text.matches(of: #/`([^`\n]+)`/#).flatMap { $0.1.split(separator: " ") }
        let keys = text.matches(of: #/"([a-z_]+)":/#).map(\.1)
        return Set((spans + keys).map(String.init))
    }

    @Test func `each member is in the manual`() throws {
        let members = try Self.members()
        for (messages, page, heading) in Self.places {
            let words = Self.words(try Self.part(page, heading))
            for message in messages {
                for member in try #require(members[message], "\(message)").sorted() {
                    #expect(words.contains(member), "\(page) \(heading): \(message) has \(member)")
                }
            }
        }
        let told = Set(Self.places.flatMap(\.messages))
        #expect(members.keys.filter { !told.contains($0) && $0 != "request-panel-add" }.isEmpty)
    }

    @Test func `the manual's tables name no member that there is not`() throws {
        let members = try Self.members()
        var count = 0
        for (page, heading) in Set(Self.places.map { [$0.page, $0.heading] }).map({ ($0[0], $0[1]) }) {
            let known = Self.places.filter { $0.page == page && $0.heading == heading }.flatMap(\.messages)
                .reduce(into: Set<String>()) { $0.formUnion(members[$1] ?? []) }
            var isTable = false
            for line in try Self.part(page, heading).split(separator: "\n", omittingEmptySubsequences: false) {
                if line.hasPrefix("| member |") { isTable = true } else if !line.hasPrefix("|") { isTable = false }
                guard isTable, let cell = line.split(separator: "|").first else { continue }
                for name in cell.matches(of: #/`([^`]+)`/#).map({ String($0.1) }) {
                    count += 1
                    #expect(known.contains(name), "\(page) \(heading): \(name)")
                }
            }
        }
        #expect(count > 80)
    }
}
