import Bridge
import Foundation
import JSON
import Schemas
import Testing
import Topics
import Upstreams
import Weather
import Widgets

/// The description of all topics, held against the table of topics.
@Suite struct AsyncAPITests {
    private static let topics = Topics(base: "home/kiatsu")
    private static let channels = Channel.all(topics, of: .kiatsu)

    private static func document() throws -> [String: Any] {
        let json = AsyncAPI.document(topics, of: .kiatsu, version: "1.2.3").lines
        return try #require(try JSONSerialization.jsonObject(with: Data(json.utf8)) as? [String: Any])
    }

    private static func objects(_ value: Any?) throws -> [String: [String: Any]] {
        try #require(value as? [String: [String: Any]])
    }

    /// A topic that fits an address.
    private static func topic(_ address: String) -> String { address.replacing(#/\{\w+\}/#, with: "x") }

    @Test func `each channel is a topic of its kind, and each kind has one`() throws {
        for channel in Self.channels {
            let filter = try TopicFilter(Self.topics.filter(channel.kind))
            #expect(filter.matches(Self.topic(channel.address)), "\(channel.address)")
        }
        #expect(Set(Self.channels.map(\.kind)) == Set(Topic.Kind.allCases))
        #expect(Set(Self.channels.map(\.address)).count == Self.channels.count)
        let document = try Self.document()
        let printed = try Self.objects(document["channels"])
        #expect(Set(printed.values.compactMap { $0["address"] as? String }) == Set(Self.channels.map(\.address)))
        #expect(printed.count == Self.channels.count)
    }

    @Test func `each topic that a configuration with everything publishes is a channel`() throws {
        let known = Self.channels.map(\.address)
        func isKnown(_ topic: Topic) -> Bool {
            known.contains { address in
                let parts = (address.split(separator: "/"), topic.name.split(separator: "/"))
                return parts.0.count == parts.1.count
                    && zip(parts.0, parts.1).allSatisfy { pattern, level in
                        pattern == level || (pattern.hasPrefix("{") && (pattern.hasSuffix("}") || level.contains(".")))
                    }
            }
        }
        for widget in Catalogue.kiatsu.widgets {
            for encoding in widget.encodings {
                let display = DisplaySettings(
                    language: "ja",
                    units: .metric,
                    family: widget.families[0],
                    iconTheme: .hare
                )
                let context = DisplayContext(settings: display, placeName: "", hour: Bounds.latestHour, isStale: true)
                for content in widget.largest.content(in: context).topics(of: encoding, display: display) {
                    let topic = Self.topics.entry(of: widget.name, panel: "desk", suffix: content.suffix)
                    #expect(isKnown(topic), "\(topic.name)")
                }
            }
        }
        for topic in [
            Self.topics.state, Self.topics.health, Self.topics.information, Self.topics.homeAssistantDocument,
            Self.topics.homeAssistantDocument(of: "desk"), Self.topics.request("panel/add"), Self.topics.response,
            Self.topics.response("panel/add"), Self.topics.status(of: "desk"), Self.topics.location(of: "desk"),
            Self.topics.locationCommand(to: "desk"), Self.topics.locationResponse(of: "desk"),
            Self.topics.hello(of: "desk"), Self.topics.helloResponse(of: "desk"), Self.topics.refresh(of: "desk"),
            Self.topics.label(of: "weather", panel: "desk"), Self.topics.picture(of: "day", panel: "desk"),
            Self.topics.picture(of: "day", panel: "desk", suffix: ".png"),
            Self.topics.strip(7, of: "day", panel: "desk"),
        ] {
            #expect(isKnown(topic), "\(topic.name)")
        }
        #expect(!isKnown(Self.topics.request("nothing")))
    }

    @Test func `the operations say what the table says of direction, retaining and expiry`() throws {
        let document = try Self.document()
        let operations = try Self.objects(document["operations"])
        let addresses = try Self.objects(document["channels"]).mapValues { $0["address"] as? String ?? "" }
        var seen: Set<String> = []
        for operation in operations.values {
            let reference = try #require((operation["channel"] as? [String: String])?["$ref"])
            let address = try #require(addresses[String(reference.dropFirst("#/channels/".count))])
            let kind = try #require(Self.channels.first { $0.address == address }?.kind)
            let isSent = operation["action"] as? String == "send"
            #expect(isSent ? kind.direction != .read : kind.direction != .published, "\(address)")
            let bindings = try #require(try Self.objects(operation["bindings"])["mqtt"])
            #expect(bindings["qos"] as? Int == 1)
            #expect(bindings["retain"] as? Bool == (isSent ? kind.isRetained : nil), "\(address)")
            if isSent, let lifetime = kind.lifetime {
                #expect(bindings["messageExpiryInterval"] as? Int == Int(lifetime.components.seconds), "\(address)")
            }
            #expect((operation["reply"] != nil) == (kind.answer != nil), "\(address)")
            seen.insert(address)
        }
        #expect(seen == Set(addresses.values))
    }

    @Test func `each reference leads somewhere`() throws {
        let document = try Self.document()
        var count = 0
        func walk(_ value: Any) throws {
            if let object = value as? [String: Any] {
                if let reference = object["$ref"] as? String {
                    count += 1
                    var target: Any? = document
                    for level in reference.dropFirst(2).split(separator: "/") {
                        target = (target as? [String: Any])?[String(level)]
                    }
                    #expect(target != nil, "\(reference)")
                }
                for member in object.values { try walk(member) }
            }
            for element in value as? [Any] ?? [] { try walk(element) }
        }
        try walk(document)
        #expect(count > 200)
    }
}
