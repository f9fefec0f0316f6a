import Weather
import Widgets

extension Entity {
    /// A sensor for a reading; nil for a forecast, which only the state document has: what an entity has is recorded.
    init?(_ reading: ReadingDescription, stateTopic: String) {
        guard let kind = Self.settings(of: reading.kind) else { return nil }
        // Releases before 2024.11 log a warning for an empty moment, so "never" is written as long ago.
        let never = reading.kind == .moment ? " or '1970-01-01T00:00:00Z'" : ""
        var settings =
            kind + [
                .init("stat_t", .text(stateTopic)),
                .init("val_tpl", .text("{{ value_json.\(reading.name)\(never) }}")),
            ]
        if reading.kind == .moment { settings.append(.init("ent_cat", "diagnostic")) }
        self.init(.sensor, reading.name, Self.isNamedByClass(reading) ? nil : reading.title, .object(settings))
    }

    /// True if Home Assistant's name for the device class suffices to tell the sensor from the panel's others.
    private static func isNamedByClass(_ reading: ReadingDescription) -> Bool {
        switch reading.kind {
        case .pressure, .humidity, .windSpeed, .precipitation, .airQuality: true
        case .temperature: reading.name == "temperature"
        default: false
        }
    }

    /// Home Assistant's condition names that a condition here can map to.
    static let conditionNames = [
        "clear-night", "cloudy", "exceptional", "fog", "hail", "lightning", "lightning-rainy", "partlycloudy",
        "pouring",
        "rainy", "snowy", "snowy-rainy", "sunny", "windy", "windy-variant",
    ]

    private static func settings(of kind: ReadingDescription.Kind) -> [JSON.Member]? {
        switch kind {
        case .temperature: measurement("°C", class: "temperature", decimals: 1)
        case .pressure: measurement("hPa", class: "atmospheric_pressure", decimals: 1)
        // Home Assistant has no class for a difference. It converts one as it does a pressure, which is right: no
        // pressure unit has an offset.
        case .pressureChange: measurement("hPa", class: "atmospheric_pressure", decimals: 1, icon: "mdi:gauge")
        case .humidity: measurement("%", class: "humidity", decimals: 0)
        case .windSpeed: measurement("m/s", class: "wind_speed", decimals: 1)
        // `wind_direction` exists from 2025.2 on; as a measurement, an average of directions would mean nothing.
        case .windDirection: [.init("unit_of_meas", "°"), .init("ic", "mdi:compass")]
        // As a wind speed it would be converted to km/h, where a step of the scale is several units.
        case .windForce: measurement("Beaufort", decimals: 0, icon: "mdi:weather-windy")
        case .precipitation: measurement("mm", class: "precipitation", decimals: 1)
        case .visibility: measurement("m", class: "distance", decimals: 0, icon: "mdi:eye")
        case .airQuality: [.init("dev_cla", "aqi"), .init("stat_cla", "measurement")]
        case .condition: words(conditionNames, icon: "mdi:weather-partly-cloudy")
        case .airQualityCategory: words(AirQualityCategory.homeAssistantNames, icon: "mdi:air-filter")
        case .choice(let choices): words(choices, icon: "mdi:swap-vertical")
        case .text: [.init("ic", "mdi:text")]
        case .moment: [.init("dev_cla", "timestamp")]
        case .hours, .days: nil
        }
    }

    private static func measurement(
        _ unit: String,
        class deviceClass: String? = nil,
        decimals: Int,
        icon: String? = nil
    ) -> [JSON.Member] {
        var members = [JSON.Member("unit_of_meas", .text(unit)), .init("stat_cla", "measurement")]
        members.append(.init("sug_dsp_prc", .integer(decimals)))
        if let deviceClass { members.append(.init("dev_cla", .text(deviceClass))) }
        if let icon { members.append(.init("ic", .text(icon))) }
        return members
    }

    private static func words(_ words: [String], icon: String) -> [JSON.Member] {
        [.init("dev_cla", "enum"), .init("ops", .array(words.map { .text($0) })), .init("ic", .text(icon))]
    }
}
