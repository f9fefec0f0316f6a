import Testing
import Widgets

@testable import Configuration
@testable import HomeAssistant

@Suite struct WeatherTemplatesTests {
    private func panel(
        _ id: String = "kitchen",
        _ widgets: [any Widget] = Combination.widgets,
        baseTopic: String = "kiatsu"
    ) -> WeatherTemplates.Panel {
        WeatherTemplates.Panel(id: id, baseTopic: baseTopic, readings: Combination.readings(of: widgets))
    }

    private func parsed(_ yaml: String) throws -> Node {
        let (root, issues) = parseYAML(Array(yaml.utf8), file: "template.yaml")
        #expect(issues.isEmpty, "\(issues.map(\.description))")
        return try #require(root)
    }

    /// As Home Assistant slugifies names of ASCII.
    private func slug(_ text: String) -> String {
        var slug = ""
        for character in text.lowercased() {
            if character.isASCII && (character.isLetter || character.isNumber) {
                slug.append(character)
            } else if !slug.isEmpty && slug.last != "_" {
                slug.append("_")
            }
        }
        while slug.last == "_" { slug.removeLast() }
        return slug
    }

    /// The ids in a text, such as `sensor.kitchen_condition`.
    private func mentioned(_ text: String) -> Set<String> {
        Set(text.matches(of: /\b(sensor|binary_sensor|weather)\.([a-z0-9_]+)/).map { String($0.output.0) })
    }

    /// The ids that Home Assistant gives to what is printed, from its names.
    private func defined(_ blocks: [Node]) -> [String] {
        blocks.flatMap { block in
            ["weather", "sensor"].flatMap { domain in
                (block[domain]?.elements ?? []).map { "\(domain).\(slug($0["name"]?.text ?? ""))" }
            }
        }
    }

    @Test(arguments: ["kitchen", "p", "living-room", "a--b__c-", "9_lives"])
    func `a weather reads its panel's document, and a card names what is printed and nothing else`(id: String) throws {
        for widgets in Combination.all {
            let panel = panel(id, widgets)
            let card = WeatherTemplates.card(of: panel)
            #expect(try parsed(card)["type"]?.text == "vertical-stack")
            guard let weather = WeatherTemplates.weather(of: [panel]) else {
                #expect(!widgets.contains { ["weather", "conditions"].contains($0.name) })
                #expect(mentioned(card) == [])
                continue
            }
            let blocks = try parsed(weather)["template"]?.elements ?? []
            let block = try #require(blocks.first)
            let own = Set(defined(blocks))
            #expect(own.count == defined(blocks).count && mentioned(card).isSubset(of: own))
            #expect(mentioned(weather) == (panel.has("humidity") ? [] : own.filter { $0.hasSuffix("_document") }))
            let triggers = block["trigger"]?.elements ?? []
            #expect(triggers.map { $0["platform"]?.text } == ["mqtt", "mqtt"])
            #expect(
                triggers.map { $0["topic"]?.text } == ["kiatsu/bridge/homeassistant/\(id)", "kiatsu/bridge/state"]
            )
            #expect(triggers.map { $0["payload"]?.text } == [nil, "offline"])
            let weathers: [Node] = blocks.compactMap { $0["weather"] }
            let entity = try #require(weathers.first?.first)
            #expect(entity["unique_id"]?.text == "kiatsu/\(id)/weather")
            for key in ["condition_template", "temperature_template", "humidity_template"] {
                let template = try #require(entity[key]?.text)
                let source = panel.has("humidity") ? "trigger.payload_json | default({})" : "state_attr('sensor."
                #expect(template.hasPrefix("{{ (\(source)") && template.hasSuffix(" }}"))
            }
            #expect(entity["temperature_unit"]?.text == "°C")
            #expect((entity["forecast_hourly_template"] != nil) == panel.has("hourly"))
            #expect((entity["forecast_daily_template"] != nil) == panel.has("daily"))
            #expect((block["weather"] != nil) == panel.has("humidity"), "Home Assistant wants a humidity of a trigger")
        }
    }

    @Test func `values that are asked for are keys of the state document`() throws {
        let text = try #require(WeatherTemplates.weather(of: [panel()]))
        let names = Set(text.matches(of: /\.get\('([a-z_]+)'\)/).map { String($0.output.1) })
        #expect(names.isSuperset(of: ["temperature", "humidity", "pressure", "wind_speed", "hourly", "daily"]))
        #expect(names.isSubset(of: Set(Combination.readings(of: Combination.widgets).map(\.name))))
    }

    @Test func `no two panels of any bridges have an entity in common`() throws {
        var ids: [String: String] = [:]
        var unique: Set<String> = []
        let bases = ["kiatsu", "home/kiatsu", "home_kiatsu", "home-kiatsu", "kiatsu/home", "Kiatsu", "home"]
        let panels = [
            "kitchen", "a-b", "a_b", "a--b", "a__b", "a-b-", "a-b_", "home_kitchen", "home-kitchen", "kiatsu-kitchen",
        ]
        for base in bases {
            for id in panels {
                let panel = panel(id, baseTopic: base)
                let blocks = try parsed(try #require(WeatherTemplates.weather(of: [panel])))["template"]?.elements ?? []
                for entity in defined(blocks) {
                    let other = ids.updateValue(panel.identifier, forKey: entity)
                    #expect(other == nil, "\(panel.identifier) and \(other ?? "") are \(entity)")
                }
                for entity in blocks.flatMap({ ($0["weather"]?.elements ?? []) + ($0["sensor"]?.elements ?? []) }) {
                    let isNew = unique.insert(entity["unique_id"]?.text ?? "").inserted
                    #expect(isNew)
                }
            }
        }
        #expect(ids.count == bases.count * panels.count * 2)
        #expect(ids["weather.kiatsu_kitchen"] == "kiatsu/kitchen" && ids["weather.kiatsu_a_b"] == "kiatsu/a-b")
    }

    @Test func `what is printed is as written down`() throws {
        let text = try #require(WeatherTemplates.weather(of: [panel(), panel("a_b", [WeatherWidget()])]))
        try expectGolden(text + WeatherTemplates.card(of: panel()), "template.yaml")
    }

    @Test func `panels without weather give none, each of the others one`() throws {
        #expect(WeatherTemplates.weather(of: []) == nil)
        #expect(WeatherTemplates.weather(of: [panel("p", [DayWidget(), PoemWidget()])]) == nil)
        let many = WeatherTemplates.weather(of: [panel("a"), panel("b", [DayWidget()]), panel("c", [WeatherWidget()])])
        let blocks = try parsed(try #require(many))["template"]?.elements ?? []
        let weathers: [Node] = blocks.compactMap { $0["weather"] }
        #expect(
            weathers.map { $0.first?["unique_id"]?.text } == ["kiatsu/a/weather", "kiatsu/c/weather"]
        )
    }
}

extension Node {
    fileprivate var elements: [Node] { if case .sequence(let nodes) = content { nodes } else { [] } }
    fileprivate var first: Node? { elements.first }
    fileprivate var text: String? { if case .scalar(let text, _) = content { text } else { nil } }

    fileprivate subscript(key: String) -> Node? {
        guard case .mapping(let entries) = content else { return nil }
        let values = entries.filter { $0.key == key }.map(\.value)
        return values.count == 1 ? values[0] : nil
    }
}
