import Topics
package import Widgets

/// YAML for Home Assistant that MQTT has no discovery for: weather entities, and cards for the dashboard.
///
/// Entities read their panel's retained document by its topic, and cards name only what is made here: an id that Home
/// Assistant gave to something else is never guessed.
package enum WeatherTemplates {
    /// A panel and what its widgets have.
    package struct Panel: Sendable {
        package let id: String
        package let baseTopic: String
        package let readings: [ReadingDescription]

        package init(id: String, baseTopic: String, readings: [ReadingDescription]) {
            self.id = id
            self.baseTopic = baseTopic
            self.readings = readings
        }

        func has(_ name: String) -> Bool { readings.contains { $0.name == name } }

        var hasWeather: Bool { has("condition") && has("temperature") }

        /// As the device of the panel has it.
        var identifier: String { Device.identifier(of: id, baseTopic: baseTopic) }

        /// What Home Assistant makes entity ids of: of no two panels the same id, though it takes all marks for `_`.
        var name: String {
            let isPlain =
                baseTopic.utf8.allSatisfy(\.isLowerCaseOrDigit)
                && id.utf8.split(separator: UInt8(ascii: "-"), omittingEmptySubsequences: false)
                    .allSatisfy { !$0.isEmpty && $0.allSatisfy(\.isLowerCaseOrDigit) }
            let words = "\(baseTopic) \(id)"
            return isPlain ? words : words + " " + Self.digest(of: identifier)
        }

        /// The name as Home Assistant has it in entity ids.
        var slug: String {
            name.lowercased().split { !$0.isLetter && !$0.isNumber }.joined(separator: "_")
        }

        /// Eight digits that another text hardly has (FNV-1a).
        private static func digest(of text: String) -> String {
            let hash = text.utf8.reduce(UInt32(2_166_136_261)) { ($0 ^ UInt32($1)) &* 16_777_619 }
            let digits = String(hash, radix: 16)
            return String(repeating: "0", count: 8 - digits.count) + digits
        }
    }

    /// Template entities for `configuration.yaml`, a weather for each panel that knows it, and what its card needs; nil
    /// for none.
    package static func weather(of panels: [Panel]) -> String? {
        let blocks = panels.filter(\.hasWeather).map(block)
        return blocks.isEmpty ? nil : "template:\n" + blocks.joined()
    }

    private static func block(of panel: Panel) -> String {
        let head = """
              - trigger:
                  - platform: mqtt
                    topic: "\(PanelStateDocument.topic(of: panel.id, baseTopic: panel.baseTopic))"
                  - platform: mqtt
                    topic: "\(Topics(base: panel.baseTopic).state.name)"
                    payload: "offline"

            """
        let graph = panel.has("hourly") ? graph(of: panel) : ""
        if panel.has("humidity") {
            return head + "    weather:\n" + weather(of: panel) + (graph.isEmpty ? "" : sensors(graph))
        }
        // Releases before 2026 take no weather out of a trigger that has no humidity: it is read from a sensor then.
        return head + sensors(copy(of: panel) + graph) + "  - weather:\n" + weather(of: panel)
    }

    private static func sensors(_ entities: String) -> String { "    sensor:\n" + entities }

    /// What came, as a dictionary; an empty one where the bridge has gone, whose word is no document.
    private static let document = "(trigger.payload_json | default({}))"

    private static func weather(of panel: Panel) -> String {
        // Of a trigger these must be a word and numbers, or Home Assistant keeps the weather that was: what is no number
        // shows as none.
        let isTriggered = panel.has("humidity")
        let source = isTriggered ? document : "(state_attr('sensor.\(panel.slug)_document', 'values') or {})"
        func value(_ name: String, orElse fallback: String = "") -> String {
            "\(source).get('\(name)')" + (isTriggered ? fallback : "")
        }
        func template(_ value: String) -> String { "\"{{ \(value) }}\"" }
        // Releases that know `clamp` take nothing but none for an unknown weather, those before show it as a word.
        let nothing = "(none if clamp is defined else 'unknown')"
        let earlier = "(this.attributes if this else {}).get('humidity') or 0"
        var lines = [
            "      - name: \"\(panel.name)\"",
            "        unique_id: \"\(panel.identifier)/weather\"",
            "        condition_template: \(template(value("condition", orElse: " or \(nothing)")))",
            "        temperature_template: \(template(value("temperature", orElse: " | float('nan')")))",
            "        temperature_unit: \"°C\"",
            // Asked for even where nothing is known of it.
            "        humidity_template: \(template(value("humidity", orElse: " | float(\(earlier))")))",
        ]
        let optional = [
            ("feels_like", "apparent_temperature_template", nil),
            ("pressure", "pressure_template", "pressure_unit: hPa"),
            ("wind_speed", "wind_speed_template", "wind_speed_unit: \"m/s\""),
            ("wind_direction", "wind_bearing_template", nil),
        ]
        for (name, key, unit) in optional where panel.has(name) {
            lines.append("        \(key): \(template(value(name)))")
            if let unit { lines.append("        \(unit)") }
        }
        for name in ["hourly", "daily"] where panel.has(name) {
            lines.append("        forecast_\(name)_template: \(template(value(name) + " or []"))")
        }
        return lines.joined(separator: "\n") + "\n"
    }

    /// The document as an attribute of a sensor, whose state says when it came.
    private static func copy(of panel: Panel) -> String {
        """
              - name: "\(panel.name) document"
                unique_id: "\(panel.identifier)/document"
                device_class: timestamp
                state: "{{ now().isoformat() }}"
                attributes:
                  values: "{{ \(document) }}"

        """
    }

    /// 24 hours of pressure as a panel draws them: 15 hPa around the first hour's, in eight steps.
    private static func graph(of panel: Panel) -> String {
        """
              - name: "\(panel.name) pressure graph"
                unique_id: "\(panel.identifier)/pressure_graph"
                icon: mdi:chart-bar
                state: >-
                  {% set hours = \(document).get('hourly') or [] %}
                  {% set known = hours | selectattr('pressure', 'defined') | map(attribute='pressure') | list %}
                  {% if known %}{% for hour in hours %}{% if hour.pressure is defined %}{% set step = ((hour.pressure - known[0] + 15) / 30 * 8) | int %}{{ '▁▂▃▄▅▆▇█'[[[step, 0] | max, 7] | min] }}{% else %}·{% endif %}{% endfor %}
                  {{ known[0] }} → {{ known[-1] }} hPa, lowest {{ known | min }}, highest {{ known | max }}{% else %}unknown{% endif %}

        """
    }

    /// A card for the dashboard: the weather, 24 hours of pressure drawn in text, and what is known of the panel.
    package static func card(of panel: Panel) -> String {
        var cards = ""
        if panel.hasWeather {
            cards += """
                  - type: weather-forecast
                    entity: weather.\(panel.slug)
                    forecast_type: \(panel.has("hourly") ? "hourly" : "daily")

                """
        }
        if panel.hasWeather, panel.has("hourly") {
            cards += """
                  - type: markdown
                    title: Pressure, the next 24 hours
                    content: >-
                      {% set words = states('sensor.\(panel.slug)_pressure_graph').split(' ', 1) %}
                      {% if words | count > 1 %}`{{ words[0] }}` {{ words[1] }}{% else %}No forecast yet.{% endif %}

                """
        }
        return "type: vertical-stack\ncards:\n" + cards + values(of: panel)
    }

    /// All that the panel's device shows, found by what the device says of itself.
    private static func values(of panel: Panel) -> String {
        """
          - type: markdown
            title: "\(panel.id)"
            content: |
              {% set found = namespace(device=none) %}
              {% for entity in integration_entities('mqtt') if found.device is none and ('mqtt', '\(panel.identifier)') in (device_attr(entity, 'identifiers') or []) %}{% set found.device = device_id(entity) %}{% endfor %}
              {% for entity in (device_entities(found.device) if found.device else []) if entity.split('.')[0] in ['sensor', 'binary_sensor'] %}
              - {{ state_attr(entity, 'friendly_name') }}: {{ states(entity, rounded=True, with_unit=True) }}
              {%- else %}
              Home Assistant does not know this panel.
              {%- endfor %}

        """
    }
}

extension UInt8 {
    fileprivate var isLowerCaseOrDigit: Bool {
        UInt8(ascii: "a")...UInt8(ascii: "z") ~= self || UInt8(ascii: "0")...UInt8(ascii: "9") ~= self
    }
}
