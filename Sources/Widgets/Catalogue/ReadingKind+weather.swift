import Weather

extension ReadingKind {
    /// °C.
    package static let temperature = measurement(
        "°C",
        class: "temperature",
        decimals: 1,
        nameOfClass: "temperature"
    )
    /// hPa, at sea level.
    package static let pressure = measurement(
        "hPa",
        class: "atmospheric_pressure",
        decimals: 1,
        nameOfClass: "pressure"
    )
    /// hPa, rising counts up.
    ///
    /// Home Assistant has no class for a difference, and converts one like a pressure: no unit of it has an offset.
    package static let pressureChange = measurement(
        "hPa",
        class: "atmospheric_pressure",
        decimals: 1,
        icon: "mdi:gauge"
    )
    /// Relative, in %.
    package static let humidity = measurement("%", class: "humidity", decimals: 0, nameOfClass: "humidity")
    /// m/s.
    package static let windSpeed = measurement("m/s", class: "wind_speed", decimals: 1, nameOfClass: "wind_speed")
    /// Degrees clockwise from north, where the wind comes from.
    ///
    /// `wind_direction` came with Home Assistant 2025.2, and as a measurement an average of directions would mean
    /// nothing.
    package static let windDirection = ReadingKind(unitOnly: "°", icon: "mdi:compass")
    /// Beaufort; as a wind speed it would be shown in km/h, one step in each of which is a few.
    package static let windForce = measurement("Beaufort", decimals: 0, icon: "mdi:weather-windy")
    /// mm of water in the last hour.
    package static let precipitation = measurement(
        "mm",
        class: "precipitation",
        decimals: 1,
        nameOfClass: "precipitation"
    )
    /// m.
    package static let visibility = measurement("m", class: "distance", decimals: 0, icon: "mdi:eye")
    /// An index of whatever scale.
    package static let airQuality = measurement(nil, class: "aqi", nameOfClass: "air_quality")
    /// A name as `AirQualityCategory.homeAssistantName` has it.
    package static let airQualityCategory = choice(AirQualityCategory.homeAssistantNames, icon: "mdi:air-filter")
    /// A name as `Condition.homeAssistantName` has it.
    package static let condition = choice(conditionNames, icon: "mdi:weather-partly-cloudy")

    /// Home Assistant's names of conditions that a condition of ours can have.
    private static let conditionNames = [
        "clear-night", "cloudy", "exceptional", "fog", "hail", "lightning", "lightning-rainy", "partlycloudy",
        "pouring", "rainy", "snowy", "snowy-rainy", "sunny", "windy", "windy-variant",
    ]
}
