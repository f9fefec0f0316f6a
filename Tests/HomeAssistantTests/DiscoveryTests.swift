import Foundation
import Testing
import Time
import Widgets

@testable import HomeAssistant

/// The widgets as they are, in all combinations.
enum Combination {
    static let widgets: [any Widget] = [WeatherWidget(), ConditionsWidget(), DayWidget(), PoemWidget()]

    static let all: [[any Widget]] = (0..<16).map { mask in
        widgets.enumerated().filter { mask >> $0.offset & 1 == 1 }.map(\.element)
    }

    /// As the bridge gives them: what is observed first.
    static func readings(of widgets: [any Widget]) -> [ReadingDescription] {
        let all = widgets.flatMap(\.readings)
        return all.filter(\.isObserved) + all.filter { !$0.isObserved }
    }

    static func panel(
        _ id: String = "kitchen",
        _ widgets: [any Widget] = widgets,
        baseTopic: String = "kiatsu",
        decimals: Int = 2
    ) -> Device {
        .panel(
            id,
            readings: readings(of: widgets),
            pictures: widgets.map { ($0.name, "\(baseTopic)/image/\(id)/\($0.name).png") },
            baseTopic: baseTopic,
            positionDecimals: decimals,
            version: "1.2.3"
        )
    }
}

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

    @Test func `a node is one level`() {
        #expect(Device.bridge(baseTopic: "home/kiatsu", version: "1").node == "home_kiatsu_bridge")
    }

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
        guard case .text(let text) = template.value else {
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
        // Home Assistant knows an entity by its unique id alone: with another one users lose their history.
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
            readings: DayWidget().readings,
            pictures: [],
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

    @Test func `no reading is called like an attribute that Home Assistant keeps for itself`() {
        // The whole state is the condition's attributes, where these would be dropped.
        let reserved: Set = [
            "assumed_state", "attribution", "available", "device_class", "device_info", "editable", "entity_category",
            "entity_picture", "force_update", "friendly_name", "icon", "id", "restored", "should_poll", "state",
            "state_class", "supported_features", "unique_id", "unit_of_measurement",
        ]
        let names = Combination.readings(of: Combination.widgets).map(\.name) + ["place", "problem"]
        #expect(reserved.isDisjoint(with: names))
    }

    @Test func `migration is what Home Assistant asks for`() {
        #expect(String(decoding: Discovery.migration, as: UTF8.self) == #"{"migrate_discovery":true}"#)
        #expect(discovery(.device, "ha/x").birthTopic == "ha/x/status")
    }
}
