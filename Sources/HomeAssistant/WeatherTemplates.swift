package import Widgets

/// YAML for Home Assistant that MQTT has no discovery for: weather entities, and cards for the dashboard.
package enum WeatherTemplates {
    /// A panel and what its widgets have.
    package struct Panel: Sendable {
        package let id: String
        package let readings: [ReadingDescription]

        package init(id: String, readings: [ReadingDescription]) {
            self.id = id
            self.readings = readings
        }

        /// What Home Assistant makes of `id` in entity ids.
        var slug: String {
            id.split { !$0.isLetter && !$0.isNumber }.joined(separator: "_")
        }

        var condition: String { "sensor.\(slug)_condition" }

        func has(_ name: String) -> Bool { readings.contains { $0.name == name } }
    }

    /// Template weather entities for `configuration.yaml`, one for each panel that knows its weather; nil for none.
    package static func weather(of panels: [Panel]) -> String? {
        let entities = panels.filter { $0.has("condition") && $0.has("temperature") }.map(entity)
        return entities.isEmpty ? nil : "template:\n  - weather:\n" + entities.joined()
    }

    private static func entity(of panel: Panel) -> String {
        // Of the attributes: the states of sensors are in whatever units Home Assistant was told to use.
        func value(_ name: String) -> String { "\"{{ state_attr('\(panel.condition)', '\(name)') }}\"" }
        var lines = [
            "      - name: \"\(panel.id) weather\"",
            "        unique_id: \"kiatsu_\(panel.id)_weather\"",
            // `availability` is unknown to releases before 2026.3; without a condition the entity is unknown.
            "        condition_template: \"{{ states('\(panel.condition)') if has_value('\(panel.condition)') else none }}\"",
            "        temperature_template: \(value("temperature"))",
            "        temperature_unit: \"°C\"",
            // Asked for even where nothing is known of it.
            "        humidity_template: \(value("humidity"))",
        ]
        let optional = [
            ("feels_like", "apparent_temperature_template", nil),
            ("pressure", "pressure_template", "pressure_unit: hPa"),
            ("wind_speed", "wind_speed_template", "wind_speed_unit: \"m/s\""),
            ("wind_direction", "wind_bearing_template", nil),
            ("hourly", "forecast_hourly_template", nil), ("daily", "forecast_daily_template", nil),
        ]
        for (name, key, unit) in optional where panel.has(name) {
            lines.append("        \(key): \(value(name))")
            if let unit { lines.append("        \(unit)") }
        }
        return lines.joined(separator: "\n") + "\n"
    }

    /// A card for the dashboard: the weather, 24 hours of pressure drawn in text, and what is known of the panel.
    package static func card(of panel: Panel) -> String {
        var entities: [String] = []
        for name in [
            "pressure", "pressure_change", "pressure_trend", "humidity", "wind_speed", "air_quality", "quote", "poem",
        ] where panel.has(name) {
            entities.append(entityLine("sensor", panel, title(of: name, panel)))
        }
        entities.append(entityLine("sensor", panel, "Place"))
        if panel.has("updated") { entities.append(entityLine("sensor", panel, "Last update")) }
        entities.append(entityLine("binary_sensor", panel, "Data"))
        var cards = ""
        if panel.has("condition"), panel.has("temperature") {
            cards += """
                  - type: weather-forecast
                    entity: weather.\(panel.slug)_weather
                    forecast_type: \(panel.has("hourly") ? "hourly" : "daily")

                """
        }
        if panel.has("hourly") { cards += graph(of: panel) }
        return "type: vertical-stack\ncards:\n" + cards + "  - type: entities\n    title: \(panel.id)\n    entities:\n"
            + entities.joined()
    }

    private static func title(of name: String, _ panel: Panel) -> String {
        panel.readings.first { $0.name == name }?.title ?? name
    }

    private static func entityLine(_ component: String, _ panel: Panel, _ title: String) -> String {
        let slug = title.lowercased().split(separator: " ").joined(separator: "_")
        return "      - \(component).\(panel.slug)_\(slug)\n"
    }

    /// As a panel draws it: 15 hPa around the first hour's pressure, in eight steps.
    private static func graph(of panel: Panel) -> String {
        """
          - type: markdown
            title: Pressure, the next 24 hours
            content: >-
              {% set hours = state_attr('\(panel.condition)', 'hourly') or [] %}
              {% set known = hours | selectattr('pressure', 'defined') | list %}
              {% if known %}{% set base = known[0].pressure %}
              `{% for hour in hours %}{% if hour.pressure is defined %}{% set step = ((hour.pressure - base + 15) / 30 * 8) | int %}{{ '▁▂▃▄▅▆▇█'[[[step, 0] | max, 7] | min] }}{% else %}·{% endif %}{% endfor %}`

              {{ known[0].pressure }} → {{ known[-1].pressure }} hPa, lowest
              {{ known | map(attribute='pressure') | min }}, highest {{ known | map(attribute='pressure') | max }}
              {% else %}No forecast yet.{% endif %}

        """
    }
}
