import Commands
package import JSON
import Text
package import Topics
package import Widgets

/// The description of all topics in the words of AsyncAPI 3.1.
package enum AsyncAPI {
    /// The document; `version` is the program's.
    package static func document(_ topics: Topics, of catalogue: Catalogue, version: String) -> JSONValue {
        let channels = Channel.all(topics, of: catalogue)
        return [
            "asyncapi": "3.1.0",
            "info": [
                "title": "Kiatsu", "version": .text(version),
                "description": "Weather hour by hour over MQTT for microcontroller panels.",
                "license": ["name": "Apache-2.0"],
            ],
            "defaultContentType": "application/json",
            "servers": [
                "broker": [
                    "host": "localhost:1883", "protocol": "mqtt", "protocolVersion": "5.0",
                    "description": "The broker that mqtt.host names; MQTT 3.1.1 works, too.",
                ]
            ],
            "channels": .object(channels.map { JSONValue.Member($0.name, $0.json) }),
            "operations": .object(channels.flatMap { operations(of: $0, among: channels) }),
            "components": [
                "messages": .object(messages(of: channels)),
                "schemas": .object(
                    MessageSchema.all(of: catalogue).map { JSONValue.Member($0.name, $0.schema.json.inDraft7) }
                ),
            ],
        ]
    }

    private static func messages(of channels: [Channel]) -> [JSONValue.Member] {
        var seen: Set<String> = []
        return channels.flatMap(\.messages).filter { seen.insert($0.name).inserted }.map {
            JSONValue.Member($0.name, $0.json)
        }
    }

    // MARK: Operations

    private static func operations(of channel: Channel, among channels: [Channel]) -> [JSONValue.Member] {
        switch channel.kind.direction {
        case .published: [operation("send", channel, among: channels)]
        case .read: [operation("receive", channel, among: channels)]
        case .both: ["send", "receive"].map { operation($0, channel, among: channels) }
        }
    }

    private static func operation(_ action: String, _ channel: Channel, among channels: [Channel]) -> JSONValue.Member {
        var members = [
            JSONValue.Member("action", .text(action)),
            JSONValue.Member("channel", reference("channels/\(channel.name)")),
            JSONValue.Member(
                "messages",
                .array(channel.messages.map { reference("channels/\(channel.name)/messages/\($0.name)") })
            ),
            JSONValue.Member("bindings", ["mqtt": .object(bindings(of: channel.kind, action))]),
        ]
        if let answer = channels.first(where: { channel.isAnswered(on: $0) }) {
            members.append(JSONValue.Member("reply", ["channel": reference("channels/\(answer.name)")]))
        }
        return JSONValue.Member("\(action).\(channel.name)", .object(members))
    }

    /// QoS 1 for all; what is retained, and for how long, is of messages that Kiatsu sends.
    private static func bindings(of kind: Topic.Kind, _ action: String) -> [JSONValue.Member] {
        var members = [JSONValue.Member("qos", .whole(1))]
        if action == "send" {
            members.append(JSONValue.Member("retain", .boolean(kind.isRetained)))
            switch kind.expiry {
            case .never: break
            case .after(let seconds): members.append(JSONValue.Member("messageExpiryInterval", .whole(seconds)))
            case .within(let seconds):
                let schema = JSONSchema.integer(1...seconds)
                members.append(JSONValue.Member("messageExpiryInterval", schema.json))
            }
        }
        return members + [JSONValue.Member("bindingVersion", "0.2.0")]
    }

    static func reference(_ path: String) -> JSONValue {
        ["$ref": .text("#/\(path.replacing(substring: "~", with: "~0"))")]
    }
}

extension Topic.Kind {
    /// The time after which a message expires over MQTT 5.
    fileprivate enum Expiry {
        case never
        case after(Int)
        /// At most so many seconds: it follows from the hour that the message is for.
        case within(Int)
    }

    fileprivate var expiry: Expiry {
        if let lifetime { return .after(Int(lifetime.components.seconds)) }
        return switch self {
        case .entry, .label, .picture: .within(25 * 3600)
        case .status: .within(2 * 3600)
        case .examination: .within(3600)
        default: .never
        }
    }
}

extension Channel {
    /// True for the channel on which a message of this one is answered.
    fileprivate func isAnswered(on other: Channel) -> Bool {
        guard kind.answer == other.kind else { return false }
        return address.replacing(substring: "/request/", with: "/response/") == other.address || kind != .request
    }

    fileprivate var json: JSONValue {
        var members = [JSONValue.Member("address", .text(address))]
        let parameters = ["panel", "widget", "strip", "name"].filter { address.contains(substring: "{\($0)}") }
        if !parameters.isEmpty {
            members.append(
                JSONValue.Member(
                    "parameters",
                    .object(parameters.map { JSONValue.Member($0, ["description": .text(Self.meaning(of: $0))]) })
                )
            )
        }
        members.append(
            JSONValue.Member(
                "messages",
                .object(
                    messages.map { JSONValue.Member($0.name, AsyncAPI.reference("components/messages/\($0.name)")) }
                )
            )
        )
        return .object(members)
    }

    private static func meaning(of parameter: String) -> String {
        switch parameter {
        case "panel": "a panel's id"
        case "widget": "a widget's name"
        case "strip": "the strip's number from 000"
        default: "a name of the examination"
        }
    }
}

extension Channel.Message {
    fileprivate var json: JSONValue {
        var members = [JSONValue.Member("name", .text(name))]
        if !summary.isEmpty { members.append(JSONValue.Member("summary", .text(summary))) }
        switch content {
        case .json(let schema):
            members.append(JSONValue.Member("contentType", "application/json"))
            members.append(JSONValue.Member("payload", AsyncAPI.reference("components/schemas/\(schema)")))
        case .value(let schema):
            members.append(JSONValue.Member("contentType", "text/plain"))
            members.append(JSONValue.Member("payload", schema.json.inDraft7))
        case .bytes(let type): members.append(JSONValue.Member("contentType", .text(type)))
        }
        return .object(members)
    }
}

extension JSONValue {
    /// A schema in the words of draft 7, which AsyncAPI has for payloads: only lists of given elements differ.
    fileprivate var inDraft7: JSONValue {
        switch self {
        case .array(let values): return .array(values.map(\.inDraft7))
        case .object(let members):
            let isTuple = members.contains { $0.key == "prefixItems" }
            return .object(
                members.map { member in
                    switch member.key {
                    case "prefixItems": JSONValue.Member("items", member.value.inDraft7)
                    case "items" where isTuple: JSONValue.Member("additionalItems", member.value)
                    default: JSONValue.Member(member.key, member.value.inDraft7)
                    }
                }
            )
        default: return self
        }
    }
}
