import Weather
import Widgets

extension WeatherEntry {
    /// One value as it stands alone on its topic; a missing one is `null`.
    ///
    /// Numbers, words and the name are bare, so that a shell and ESPHome's `mqtt_subscribe` take them as they are;
    /// lists are JSON arrays. A place without a name is `null` too: an empty retained message would clear the topic.
    func bytes(of field: WeatherField, name: ArraySlice<UInt8>) -> [UInt8] {
        var value = ByteWriter(capacity: Self.usualByteCount(of: field))
        switch field {
        case .temperature: value.append(tenthsOrNull: hours[0].temperature.map { Int($0.tenthsCelsius) })
        case .place: if name.isEmpty { value.append("null") } else { value.append(name) }
        case .pressure: value.append(tenthsOrNull: hours[0].pressure.map { Int($0.tenthsHPa) })
        case .pressures: value.append(pressuresOf: hours)
        case .icons: value.append(iconsOf: hours)
        case .temperatures: value.append(temperaturesOf: hours)
        case .labels: value.append(labelsOf: hours)
        case .condition: value.append(hours[0].condition.homeAssistantName(isDaylight: hours[0].isDaylight))
        case .trend: value.append(trend?.rawValue ?? "null")
        case .updated: value.append(integerOrNull: obtainedTimestamp)
        }
        return value.finish()
    }

    private static func usualByteCount(of field: WeatherField) -> Int {
        switch field {
        case .pressures: 169
        case .temperatures: 121
        case .labels: 145
        default: 24
        }
    }
}
