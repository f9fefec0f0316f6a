import Foundation
import JSON
import Testing
import Time
import Widgets

@testable import HomeAssistant

private let baseTopics = ["kiatsu", "home/kiatsu", String(repeating: "a/", count: 30) + "-_Az"]
private let panelIDs = ["p", "kitchen", "9-lives_", "a-b", String(repeating: "p-_", count: 8)]
private let styles = Discovery.Style.allCases

@Suite struct DiscoveryTests {
    private func discovery(_ style: Discovery.Style, _ prefix: String = "homeassistant") -> Discovery {
        Discovery(style: style, prefix: prefix)
    }

    private func object(_ message: Discovery.Message) throws -> [String: Any] {
        try #require(try JSONSerialization.jsonObject(with: Data(message.payload)) as? [String: Any])
    }

    /// Unique id by component and key, as documents of a style have them.
    private func uniqueIDs(of device: Device, _ style: Discovery.Style) throws -> [String: String] {
        var result: [String: String] = [:]
        for message in discovery(style).announcement(of: device) {
            let document = try object(message)
            let levels = message.topic.split(separator: "/").map(String.init)
            for (key, value) in document["cmps"] as? [String: [String: Any]] ?? [levels[3]: document] {
                let platform = try #require(value["p"] as? String ?? levels[1])
                result["\(platform)/\(key)"] = try #require(value["uniq_id"] as? String)
            }
        }
        return result
    }

    // MARK: Nodes

    @Test func `a node is one level, and with a base topic of one word as it always was`() {
        #expect(Device.bridge(baseTopic: "kiatsu", version: "1").node == "kiatsu_bridge")
        #expect(Combination.panel("living-room_2", baseTopic: "my-home").node == "my-home_living-room_2")
        #expect(Combination.panel("kitchen", baseTopic: "home/kiatsu").node == "home-skiatsu__kitchen")
        #expect(Combination.panel("kitchen", baseTopic: "my_own-home").node == "my-uown-hhome__kitchen")
    }

    @Test func `no two panels of any bridges share a node, a unique id or a document`() throws {
        // All that can be told from each other by their separators alone.
        let separators = ["/", "_", "-", "--", "_-", "-u", "-s", "__"]
        let words = ["", "a", "s", "u"]
        var bases: Set<String> = []
        for first in separators {
            for second in separators + [""] {
                for word in words {
                    for last in words {
                        let base = "k\(first)\(word)\(second)\(last)"
                        let levels = base.split(separator: "/", omittingEmptySubsequences: false)
                        if levels.allSatisfy({ !$0.isEmpty }) { bases.insert(base) }
                    }
                }
            }
        }
        bases.formUnion(["k", "K", "kiatsu", "kiatsu/home", "kiatsu_home"])
        let panels = ["a", "u", "s", "a_u", "a-u", "a_", "a-", "a__s", "home_kitchen", "kitchen", "bridge"]
        var nodes: [String: String] = [:]
        var entities: [String: String] = [:]
        for base in bases {
            for id in panels {
                let device = Combination.panel(id, [DayWidget()], baseTopic: base)
                let other = nodes.updateValue(device.identifier, forKey: device.node)
                #expect(other == nil, "\(device.identifier) and \(other ?? "")")
                #expect(device.node.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || "_-".contains($0)) })
                for unique in try uniqueIDs(of: device, .device).values {
                    #expect(entities.updateValue(device.identifier, forKey: unique) == nil, "\(unique)")
                }
            }
        }
        #expect(nodes.count == bases.count * panels.count && nodes.count > 1500)
    }

    // MARK: Documents

    @Test(arguments: styles, ["homeassistant", "ha/discovery", String(repeating: "p", count: 64)])
    func `every document keeps Home Assistant's rules, whatever the panel and its widgets`(
        style: Discovery.Style,
        prefix: String
    ) {
        for base in baseTopics {
            let bridge = Device.bridge(baseTopic: base, version: "0")
            let panels = panelIDs.flatMap { id in
                // All combinations once: a prefix is the same for all of them.
                (prefix == "homeassistant" ? Combination.all : [Combination.widgets]).map {
                    Combination.panel(id, $0, baseTopic: base)
                }
            }
            for device in panels + [bridge] {
                let messages = discovery(style, prefix).announcement(of: device)
                #expect(messages.count == (style == .device ? 1 : device.entities.count))
                for message in messages {
                    let faults = DiscoveryRules.faults(topic: message.topic, payload: message.payload, prefix: prefix)
                    #expect(faults == [], "\(message.topic)")
                }
                let topics = discovery(style, prefix).topics(of: device.node, device.entities.map(\.identity))
                #expect(Set(topics) == Set(messages.map(\.topic)), "what is cleared is what was announced")
            }
        }
    }

    @Test(arguments: 0...5)
    func `a position's accuracy is a whole number of metres that its rounding makes`(decimals: Int) throws {
        let tracker = try #require(
            Combination.panel(decimals: decimals).entities.first { $0.identity.component == .deviceTracker }
        )
        let template = try #require(tracker.settings.first { $0.key == "json_attr_tpl" })
        guard case .string(let text) = template.value else {
            Issue.record("\(template)")
            return
        }
        let metres = try #require(text.split(separator: "'gps_accuracy': ").last?.prefix { $0.isNumber })
        // Half a step of a degree of 111,320 m, in both directions.
        let expected = 111_320 / pow(10, Double(decimals)) / 2 * 2.0.squareRoot()
        #expect(abs((Double(metres) ?? 0) - max(1, expected)) <= max(1, expected / 10))
        #expect(text.contains("value_json.latitude,") && text.contains("value_json.longitude,"))
    }

    @Test func `unique ids are the same in both styles, and no two panels have one in common`() throws {
        var seen: [String: String] = [:]
        for base in ["kiatsu", "home/kiatsu"] {
            let devices = panelIDs.map { Combination.panel($0, baseTopic: base) }
            for device in devices + [Device.bridge(baseTopic: base, version: "1")] {
                let ids = try uniqueIDs(of: device, .device)
                #expect(ids.count == device.entities.count)
                #expect(try uniqueIDs(of: device, .component) == ids)
                for id in ids.values {
                    #expect(seen.updateValue(device.identifier, forKey: id) == nil, "\(id)")
                }
            }
        }
        let nodes = Set(
            panelIDs.map { Combination.panel($0).node } + [Device.bridge(baseTopic: "kiatsu", version: "").node]
        )
        #expect(nodes.count == panelIDs.count + 1)
    }

    @Test func `components, keys and unique ids are what they have always been`() throws {
        // Home Assistant knows an entity by its unique id alone: with another one users lose their history. What the
        // device itself says of its version was an entity once.
        let devices = [Combination.panel("p"), Device.bridge(baseTopic: "kiatsu", version: "1")]
        let lines = try devices.flatMap { device in
            try uniqueIDs(of: device, .device).map { "\(device.node) \($0) \($1)\n" }
        }
        try expectGolden(lines.sorted().joined(), "identifiers.txt")
    }

    @Test func `the documents of a panel and of the bridge are as written down`() throws {
        for style in styles {
            let devices = [Combination.panel(), Device.bridge(baseTopic: "kiatsu", version: "1.2.3")]
            let lines = devices.flatMap { discovery(style).announcement(of: $0) }.map { message in
                "\(message.topic) \(String(decoding: message.payload, as: UTF8.self))\n"
            }
            try expectGolden(lines.joined(), "\(style.rawValue).txt")
        }
    }

    @Test func `what is observed and forecast is one entity, and a subset's entities are the whole's`() {
        let whole = Combination.panel().entities
        #expect(Set(whole.map(\.identity)).count == whole.count)
        for widgets in Combination.all {
            let part = Combination.panel("kitchen", widgets).entities
            #expect(part.allSatisfy(whole.contains), "an entity is the same whichever widgets a panel has")
        }
    }

    @Test func `entities that are gone are stubs in a device's document and nothing in components`() throws {
        let device = Combination.panel("p", [DayWidget()])
        let before = Set(Combination.panel("p").entities.map(\.identity))
        let gone = before.subtracting(device.entities.map(\.identity))
        let message = try #require(discovery(.device).announcement(of: device, retired: before).first)
        let keys = Set(gone.map(\.key))
        let faults = DiscoveryRules.faults(
            topic: message.topic,
            payload: message.payload,
            prefix: "homeassistant",
            retired: keys
        )
        #expect(faults == [])
        let components = try #require(try object(message)["cmps"] as? [String: [String: Any]])
        #expect(!gone.isEmpty && components.count == device.entities.count + gone.count)
        for identity in gone {
            let stub = try #require(components[identity.key] as? [String: String])
            #expect(stub == ["p": identity.component.rawValue])
        }
        let plain = discovery(.component).announcement(of: device)
        #expect(discovery(.component).announcement(of: device, retired: before) == plain)
    }

    @Test func `a picture is an image of its widget, and a widget that is not drawn has none`() throws {
        let device = Combination.panel("p", [DayWidget()])
        let image = try #require(device.entities.first { $0.identity.component == .image })
        #expect(image.identity.key == "picture_day" && image.name == "Day picture")
        #expect(image.settings == [.init("img_t", "kiatsu/image/p/day.png"), .init("cont_type", "image/png")])
        let bare = Device.panel(
            "p",
            name: nil,
            readings: DayWidget().readings,
            pictures: [],
            isTracked: true,
            baseTopic: "kiatsu",
            positionDecimals: 2,
            version: "1.2.3"
        )
        #expect(bare.entities == device.entities.filter { $0 != image })
        for widget in Combination.widgets {
            let length = "picture_\(widget.name)".utf8.count
            #expect(length <= 24)
        }
    }

    @Test func `the identity of an entity is read back from its text`() {
        for identity in Combination.panel().entities.map(\.identity) {
            #expect(Entity.Identity(text: identity.text) == identity)
        }
        for text in ["", "sensor", "weather/x", "sensor/a/b", "/"] { #expect(Entity.Identity(text: text) == nil) }
    }

    @Test(arguments: styles)
    func `what is recorded of a panel is no forecast, and its position once at most`(style: Discovery.Style) {
        for isTracked in [true, false] {
            let device = Combination.panel(isTracked: isTracked)
            let withAttributes = device.entities.filter { $0.settings.contains { $0.key.hasPrefix("json_attr") } }
            #expect(withAttributes.map(\.identity.key) == (isTracked ? ["position"] : []))
            let text = discovery(style).announcement(of: device).map { String(decoding: $0.payload, as: UTF8.self) }
                .joined()
            #expect(!text.contains("hourly") && !text.contains("daily"))
            #expect(text.contains("gps_accuracy") == isTracked)
        }
        let bridge = Device.bridge(baseTopic: "kiatsu", version: "1").entities
        let templates = bridge.flatMap(\.settings).filter { $0.key == "json_attr_tpl" }.map(\.value)
        #expect(templates == ["{{ {'since': value_json.last_error_at} | tojson }}"])
    }

    @Test func `a device has its panel's name, is reached through the bridge, and says the version itself`() throws {
        func device(_ device: Device) throws -> [String: Any] {
            let message = try #require(discovery(.device).announcement(of: device).first)
            return try #require(try object(message)["dev"] as? [String: Any])
        }
        let named = try device(Combination.panel("p", name: "Wohnmobil", baseTopic: "home/kiatsu"))
        #expect(named["name"] as? String == "Wohnmobil" && named["via_device"] as? String == "home/kiatsu/bridge")
        #expect(try device(Combination.panel("p"))["name"] as? String == "p")
        let bridge = try device(Device.bridge(baseTopic: "home/kiatsu", version: "1.2.3"))
        #expect(bridge["ids"] as? [String] == ["home/kiatsu/bridge"] && bridge["sw"] as? String == "1.2.3")
        #expect(bridge["via_device"] == nil)
    }

    @Test func `only the one sensor of a class leaves its name to Home Assistant`() {
        let unnamed = Combination.panel().entities.filter { $0.name == nil }
        #expect(
            unnamed.map(\.identity.key) == [
                "temperature", "pressure", "humidity", "wind_speed", "precipitation", "air_quality",
            ]
        )
        let classes = unnamed.map { entity in entity.settings.first { $0.key == "dev_cla" }?.value }
        #expect(!classes.contains(nil) && Set(classes.map { "\($0 ?? .null)" }).count == classes.count)
    }

    @Test func `the largest announcement of a panel is bounded`() {
        let base = String(repeating: "_", count: 64)
        let id = String(repeating: "p", count: 24)
        let name = String(repeating: "界", count: 200)
        let largest = discovery(.device).announcement(of: Combination.panel(id, name: name, baseTopic: base))
        #expect(largest.allSatisfy { $0.payload.count < 14_000 && $0.topic.utf8.count <= 255 })
        let ordinary = discovery(.device).announcement(of: Combination.panel()).map(\.payload.count)
        #expect(ordinary.allSatisfy { $0 < 7_200 }, "\(ordinary)")
    }

    @Test func `migration is what Home Assistant asks for`() {
        #expect(String(decoding: Discovery.migration, as: UTF8.self) == #"{"migrate_discovery":true}"#)
        #expect(discovery(.device, "ha/x").birthTopic == "ha/x/status")
    }
}
