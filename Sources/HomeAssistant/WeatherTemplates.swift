package import Widgets

/// YAML for the entities and cards that MQTT discovery cannot make: weather entities and dashboard cards.
///
/// Entities read their panel's retained document by its topic. Cards name only entities made here, because the ids that
/// Home Assistant gave to others cannot be known.
package enum WeatherTemplates {
    /// A panel, and the readings that its widgets offer.
    package struct Panel: Sendable {
        /// The panel's id.
        package let id: String
        /// The installation's base topic.
        package let baseTopic: String
        /// The readings of the panel's widgets.
        package let readings: [ReadingDescription]

        package init(id: String, baseTopic: String, readings: [ReadingDescription]) {
            self.id = id
            self.baseTopic = baseTopic
            self.readings = readings
        }

        func has(_ name: String) -> Bool { readings.contains { $0.name == name } }

        var hasWeather: Bool { has("condition") && has("temperature") }

        /// The identifier of the panel's device.
        var identifier: String { Device.identifier(of: id, baseTopic: baseTopic) }

        /// The name from which Home Assistant derives entity ids; unique among panels even though Home Assistant
        /// replaces every punctuation mark by `_`.
        var name: String {
            let isPlain =
                baseTopic.utf8.allSatisfy(\.isLowerCaseOrDigit)
                && id.utf8.split(separator: UInt8(ascii: "-"), omittingEmptySubsequences: false)
                    .allSatisfy { !$0.isEmpty && $0.allSatisfy(\.isLowerCaseOrDigit) }
            let words = "\(baseTopic) \(id)"
            return isPlain ? words : words + " " + Self.digest(of: identifier)
        }

        /// The name as it appears in Home Assistant's entity ids.
        var slug: String {
            name.lowercased().split { !$0.isLetter && !$0.isNumber }.joined(separator: "_")
        }

        /// Eight hexadecimal digits that distinguish texts (FNV-1a, 32 bits).
        private static func digest(of text: String) -> String {
            let hash = text.utf8.reduce(UInt32(2_166_136_261)) { ($0 ^ UInt32($1)) &* 16_777_619 }
            let digits = String(hash, radix: 16)
            return String(repeating: "0", count: 8 - digits.count) + digits
        }
    }

    /// Template entities for `configuration.yaml`: a weather entity for each panel with a forecast, and the sensors
    /// that its card needs; nil if no panel has one.
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
                    topic: "\(panel.baseTopic)/bridge/state"
                    payload: "offline"

            """
        let graph = panel.has("hourly") ? graph(of: panel) : ""
        if panel.has("humidity") {
            return head + "    weather:\n" + weather(of: panel) + (graph.isEmpty ? "" : sensors(graph))
        }
        // Releases before 2026 ignore a weather trigger without humidity, so it is read from a sensor.
        return head + sensors(copy(of: panel) + graph) + "  - weather:\n" + weather(of: panel)
    }

    private static func sensors(_ entities: String) -> String { "    sensor:\n" + entities }

    /// The document received, as a dictionary; an empty one if the bridge is offline and its topic carries a bare word.
    private static let document = "(trigger.payload_json | default({}))"

    private static func weather(of panel: Panel) -> String {
        // From a trigger, the condition must be a word and the values numbers, or Home Assistant keeps the previous
        // weather; anything else is shown as none.
        let isTriggered = panel.has("humidity")
        let source = isTriggered ? document : "(state_attr('sensor.\(panel.slug)_document', 'values') or {})"
        func value(_ name: String, orElse fallback: String = "") -> String {
            "\(source).get('\(name)')" + (isTriggered ? fallback : "")
        }
        func template(_ value: String) -> String { "\"{{ \(value) }}\"" }
        // Releases that know `clamp` accept only none for an unknown weather; earlier ones show it as a word.
        let nothing = "(none if clamp is defined else 'unknown')"
        let earlier = "(this.attributes if this else {}).get('humidity') or 0"
        var lines = [
            "      - name: \"\(panel.name)\"",
            "        unique_id: \"\(panel.identifier)/weather\"",
            "        condition_template: \(template(value("condition", orElse: " or \(nothing)")))",
            "        temperature_template: \(template(value("temperature", orElse: " | float('nan')")))",
            "        temperature_unit: \"°C\"",
            // Required by Home Assistant even if the humidity is unknown.
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

    /// A sensor that holds the document as an attribute; its state is the time of the last update.
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

    /// 24 hours of pressure as text in eight steps, from 15 hPa below the first hour's to 15 above, as panels draw it.
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

    /// A dashboard card: the weather, 24 hours of pressure as text, and the panel's other values.
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

    /// All values of the panel's device; the entities are found through the device's identifier.
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
