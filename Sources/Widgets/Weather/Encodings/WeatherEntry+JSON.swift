import JSON
import Time
import Weather

/// The compact and the full JSON.
///
/// Numbers have their shortest form: `5.8`, and `5` rather than `5.0`. What is missing is `null`.
///
///     {"ts":1644048000,"t":5.8,"n":"世田谷区","p":[1005,…],"i":"PPc…","off":540}
///
///     {"ts":1644048000,"t":5.8,"n":"世田谷区","tz":"Asia/Tokyo","off":540,"p":[1005.3,…],"h":[6,…],"i":"PPc…",
///      "l":["・","18","・",…],"d3":-1.2,"trend":"falling_slowly","fetched":1644044700,"ut":"17:05",
///      "src":"open-meteo","u":["F","inHg"],"icon":"cloudy","icon_names":["cloudy",…]}
///
/// | key | value |
/// |---|---|
/// | `ts` | start of the hour, Unix seconds |
/// | `t` | temperature in the first hour, to 0.1° |
/// | `n` | the place's name |
/// | `p` | 24 sea-level pressures: whole hPa (halves away from zero) when compact, with the unit's digits when full |
/// | `i` | 24 letters, see `Condition` |
/// | `tz` | IANA name of the time zone; `null` when what is known has not the form of one |
/// | `off` | offset from UTC at `ts`, minutes; compact only where the name leaves space for it |
/// | `h` | 24 temperatures, whole degrees |
/// | `l` | 24 labels: the local hour where it is divisible by three, else `・` |
/// | `d3` | p[3] − p[0], with the unit's digits |
/// | `trend` | the term for `d3`, see `PressureTrend` |
/// | `fetched` | when the forecast was obtained, Unix seconds; `null` for a sample |
/// | `ut` | `fetched` on the place's clocks |
/// | `src` | the upstream's short name |
/// | `u` | the units of temperatures and pressures; left out when they are °C and hPa |
/// | `icon` | the name of the picture for the first hour; left out without an icon theme |
/// | `icon_names` | those of the hours from `ts` on, 24 or as many as there is space for; left out with `icon` |
///
/// The compact JSON is in °C and hPa and the same for every way of showing the widget. In the full JSON of a `medium`
/// panel there are no `h` and `l`; in that of a `small` one `p` and `i` have the first hour alone
/// besides, and there is no `icon_names`.
extension WeatherEntry {
    /// The most bytes that the offset takes.
    ///
    /// It is present or absent regardless of the hour.
    private static let offsetBytes = ",\"off\":".utf8.count + LongestForm.number(within: Bounds.utcOffsetMinutes)

    /// `name` is the inside of a JSON string; `left` is the number of bytes for it and then for the offset.
    func compactJSON(name: ArraySlice<UInt8>, left: Int) -> [UInt8] {
        var json = ByteWriter(capacity: 192 + name.count)
        json.append(commonStartOf: self, in: .celsius, name: name)
        json.append(",\"p\":")
        json.append(arrayOf: hours) { $0.append(integerOrNull: $1.pressure?.wholeHPa) }
        json.append(",\"i\":\"")
        json.append(iconsOf: hours[...])
        json.append("\"")
        if left - name.count >= Self.offsetBytes { json.append(offsetOf: self) }
        json.append("}")
        return json.finish()
    }

    /// `name` is the inside of a JSON string; `capacity` is the most bytes of the whole document.
    func fullJSON(name: ArraySlice<UInt8>, display: DisplaySettings, capacity: Int) -> [UInt8] {
        let units = display.units
        let shown = display.family == .small ? hours.prefix(1) : hours[...]
        var json = ByteWriter(capacity: 720 + name.count)
        json.append(commonStartOf: self, in: units.temperature, name: name)
        json.append(",\"tz\":")
        json.append(timeZone: timeZone)
        json.append(offsetOf: self)
        json.append(",\"p\":")
        json.append(pressuresOf: shown, in: units.pressure)
        if display.family == .large {
            json.append(",\"h\":")
            json.append(temperaturesOf: hours, in: units.temperature)
        }
        json.append(",\"i\":\"")
        json.append(iconsOf: shown)
        json.append("\"")
        if display.family == .large {
            json.append(",\"l\":")
            json.append(labelsOf: hours)
        }
        json.append(",\"d3\":")
        let change = pressureChangeTenthsHPa.map(units.pressure.change)
        json.append(decimalOrNull: change, digits: units.pressure.digits)
        json.append(originOf: self)
        json.append(unitsAndIconOf: self, in: display)
        if let theme = display.iconTheme, display.family != .small {
            let key = ",\"icon_names\":"
            // The bytes for names, quotation marks and commas: the rest is brackets and a brace.
            let room = capacity - json.bytes.count - key.utf8.count - 3
            let names = pictureNames(in: theme).thatFit(room, punctuation: 3)
            if !names.isEmpty {
                json.append(key)
                json.append(pictureNames: names)
            }
        }
        json.append("}")
        return json.finish()
    }

    /// The theme's name for the weather of the first hour.
    func pictureName(in theme: IconTheme) -> String {
        theme.pictureName(of: hours[0].condition, isDaylight: hours[0].isDaylight)
    }

    /// The theme's names for the weather of all hours.
    func pictureNames(in theme: IconTheme) -> [String] {
        hours.map { theme.pictureName(of: $0.condition, isDaylight: $0.isDaylight) }
    }
}

extension [String] {
    /// The longest prefix of these names that fits `byteCount`, with `punctuation` bytes around each name except a
    /// comma that the last does not need.
    func thatFit(_ byteCount: Int, punctuation: Int) -> ArraySlice<String> {
        var left = byteCount + 1
        return prefix { name in
            left -= name.utf8.count + punctuation
            return left >= 0
        }
    }
}

extension ByteWriter {
    fileprivate mutating func append(
        commonStartOf entry: WeatherEntry,
        in unit: TemperatureUnit,
        name: ArraySlice<UInt8>
    ) {
        append("{\"ts\":")
        append(integer: entry.timestamp)
        append(",\"t\":")
        append(temperature: entry.hours[0].temperature, in: unit)
        append(",\"n\":\"")
        append(name)
        append("\"")
    }

    fileprivate mutating func append(offsetOf entry: WeatherEntry) {
        append(",\"off\":")
        append(integer: entry.utcOffsetMinutes.clamped(to: Bounds.utcOffsetMinutes))
    }

    /// Appends names, which need no escaping in JSON.
    mutating func append(pictureNames names: ArraySlice<String>) {
        append(arrayOf: names) { json, name in
            json.append("\"")
            json.append(name)
            json.append("\"")
        }
    }

    /// Appends the pressure's change and trend, and the source of the values.
    fileprivate mutating func append(originOf entry: WeatherEntry) {
        append(",\"trend\":")
        if let trend = entry.trend {
            append("\"")
            append(trend.rawValue)
            append("\"")
        } else {
            append("null")
        }
        append(",\"fetched\":")
        append(integerOrNull: entry.obtainedTimestamp)
        append(",\"ut\":")
        append(entry.obtainedClock.map { "\"\($0)\"" } ?? "null")
        append(",\"src\":\"")
        append(source: entry.source)
        append("\"")
    }

    fileprivate mutating func append(unitsAndIconOf entry: WeatherEntry, in display: DisplaySettings) {
        let units = display.units
        if units.temperature != .celsius || units.pressure != .hectopascals {
            append(",\"u\":[\"")
            append(units.temperature.rawValue)
            append("\",\"")
            append(units.pressure.rawValue)
            append("\"]")
        }
        if let theme = display.iconTheme {
            append(",\"icon\":\"")
            append(entry.pictureName(in: theme))
            append("\"")
        }
    }

    mutating func append(temperature: Temperature?, in unit: TemperatureUnit) {
        append(decimalOrNull: temperature.map(unit.tenths), digits: 1)
    }

    mutating func append(pressure: SeaLevelPressure?, in unit: PressureUnit) {
        append(decimalOrNull: pressure.map(unit.value), digits: unit.digits)
    }

    mutating func append(pressuresOf hours: ArraySlice<WeatherEntry.Hour>, in unit: PressureUnit) {
        append(arrayOf: hours) { $0.append(pressure: $1.pressure, in: unit) }
    }

    mutating func append(temperaturesOf hours: [WeatherEntry.Hour], in unit: TemperatureUnit) {
        append(arrayOf: hours) { $0.append(integerOrNull: $1.temperature.map(unit.whole)) }
    }

    mutating func append(iconsOf hours: ArraySlice<WeatherEntry.Hour>) {
        for hour in hours { append(byte: hour.condition.code(isDaylight: hour.isDaylight)) }
    }

    mutating func append(labelsOf hours: [WeatherEntry.Hour]) {
        append(arrayOf: hours) { json, hour in
            if hour.localHour < 24, hour.localHour.isMultiple(of: 3) {
                json.append(byte: UInt8(ascii: "\""))
                json.append(integer: Int(hour.localHour))
                json.append(byte: UInt8(ascii: "\""))
            } else {
                json.append("\"・\"")
            }
        }
    }

    fileprivate mutating func append(timeZone name: String) {
        let isName = name.utf8.allSatisfy { byte in
            switch byte {
            case UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "a")...UInt8(ascii: "z"): true
            case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "+"), UInt8(ascii: "-"): true
            case UInt8(ascii: "_"), UInt8(ascii: "/"): true
            default: false
            }
        }
        // A cut name would be another zone's or none.
        guard isName, !name.isEmpty, name.utf8.count <= Bounds.timeZoneBytes else { return append("null") }
        append("\"")
        append(name)
        append("\"")
    }

    /// Appends the printable ASCII of the first bytes of a source's name, without characters that need escaping in
    /// JSON.
    fileprivate mutating func append(source: String) {
        for byte in source.utf8.prefix(Bounds.sourceBytes)
        where (0x20...0x7E).contains(byte) && byte != UInt8(ascii: "\"") && byte != UInt8(ascii: "\\") {
            append(byte: byte)
        }
    }
}
