import JSON
import Weather

extension WeatherEntry {
    /// One value as it stands alone on its topic; a missing one is `null`.
    ///
    /// Numbers, words and the name are bare, ready for a shell and for ESPHome's `mqtt_subscribe`; lists are JSON
    /// arrays. The name of a place without one is `null`, since an empty retained message would clear the topic.
    /// `capacity` limits only the list of picture names.
    func bytes(
        of field: WeatherField,
        name: ArraySlice<UInt8>,
        display: DisplaySettings,
        capacity: Int
    ) -> [UInt8] {
        var value = ByteWriter(capacity: Self.usualByteCount(of: field))
        switch field {
        case .temperature: value.append(temperature: hours[0].temperature, in: display.units.temperature)
        case .place: if name.isEmpty { value.append("null") } else { value.append(name) }
        case .pressure: value.append(pressure: hours[0].pressure, in: display.units.pressure)
        case .pressures: value.append(pressuresOf: hours[...], in: display.units.pressure)
        case .icons: value.append(iconsOf: hours[...])
        case .temperatures: value.append(temperaturesOf: hours, in: display.units.temperature)
        case .labels: value.append(labelsOf: hours)
        case .condition: value.append(hours[0].condition.homeAssistantName(isDaylight: hours[0].isDaylight))
        case .trend: value.append(trend?.rawValue ?? "null")
        case .updated: value.append(integerOrNull: obtainedTimestamp)
        case .updatedTime: value.append(obtainedClock ?? "null")
        case .icon: value.append(display.iconTheme.map(pictureName) ?? "null")
        case .iconNames:
            let names = display.iconTheme.map(pictureNames) ?? []
            value.append(names.thatFit(capacity, punctuation: 1).joined(separator: ","))
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
