import Testing
import Widgets

@testable import Configuration
@testable import HomeAssistant

@Suite struct WeatherTemplatesTests {
    private func panel(_ id: String = "kitchen", _ widgets: [any Widget] = Combination.widgets)
        -> WeatherTemplates.Panel
    {
        WeatherTemplates.Panel(id: id, readings: Combination.readings(of: widgets))
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

    /// The ids that Home Assistant gives the entities of a panel: from the names of device and entity.
    private func entityIDs(_ id: String, _ widgets: [any Widget]) -> Set<String> {
        Set(
            Combination.panel(id, widgets).entities.map { entity in
                "\(entity.identity.component.rawValue).\(slug("\(id) \(entity.name)"))"
            } + ["weather.\(slug("\(id) weather"))"]
        )
    }

    /// The ids in a text, such as `sensor.kitchen_condition`.
    private func mentioned(_ text: String) -> Set<String> {
        Set(text.matches(of: /\b(sensor|binary_sensor|weather)\.([a-z0-9_]+)/).map { String($0.output.0) })
    }

    @Test(arguments: ["kitchen", "p", "living-room", "a--b__c-", "9_lives"])
    func `what is printed is YAML, and names entities that there are`(id: String) throws {
        for widgets in Combination.all {
            let panel = panel(id, widgets)
            let known = entityIDs(id, widgets)
            let card = WeatherTemplates.card(of: panel)
            #expect(try parsed(card)["type"]?.text == "vertical-stack")
            #expect(mentioned(card).subtracting(known) == [], "\(widgets.map(\.name))")
            guard let weather = WeatherTemplates.weather(of: [panel]) else {
                #expect(!widgets.contains { ["weather", "conditions"].contains($0.name) })
                #expect(!card.contains("weather."))
                continue
            }
            #expect(mentioned(weather).subtracting(known) == [])
            let entity = try #require(try parsed(weather)["template"]?.first?["weather"]?.first)
            #expect(entity["name"]?.text == "\(id) weather" && entity["unique_id"]?.text == "kiatsu_\(id)_weather")
            for key in ["condition_template", "temperature_template", "humidity_template"] {
                let template = try #require(entity[key]?.text)
                #expect(template.hasPrefix("{{ ") && template.hasSuffix(" }}"))
            }
            #expect(entity["temperature_unit"]?.text == "°C")
            #expect((entity["forecast_hourly_template"] != nil) == panel.has("hourly"))
            #expect((entity["forecast_daily_template"] != nil) == panel.has("daily"))
        }
    }

    @Test func `attributes that are asked for are keys of the state document`() throws {
        let text = try #require(WeatherTemplates.weather(of: [panel()])) + WeatherTemplates.card(of: panel())
        let names = Set(text.matches(of: /state_attr\('[a-z_.]+', '([a-z_]+)'\)/).map { String($0.output.1) })
        #expect(names.isSuperset(of: ["temperature", "humidity", "pressure", "wind_speed", "hourly", "daily"]))
        #expect(names.isSubset(of: Set(Combination.readings(of: Combination.widgets).map(\.name))))
    }

    @Test func `panels without weather give none, each of the others one`() throws {
        #expect(WeatherTemplates.weather(of: []) == nil)
        #expect(WeatherTemplates.weather(of: [panel("p", [DayWidget(), PoemWidget()])]) == nil)
        let many = WeatherTemplates.weather(of: [panel("a"), panel("b", [DayWidget()]), panel("c", [WeatherWidget()])])
        let entities = try parsed(try #require(many))["template"]?.first?["weather"]?.elements ?? []
        #expect(entities.map { $0["unique_id"]?.text } == ["kiatsu_a_weather", "kiatsu_c_weather"])
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
