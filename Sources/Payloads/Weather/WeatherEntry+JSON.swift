import Time
import Weather
import Widgets

/// The compact and the full JSON.
///
/// Numbers have their shortest form: `5.8`, and `5` rather than `5.0`. What is missing is `null`.
///
///     {"ts":1644048000,"t":5.8,"n":"世田谷区","p":[1005,…],"i":"PPc…"}
///
///     {"ts":1644048000,"t":5.8,"n":"世田谷区","tz":"Asia/Tokyo","off":540,"p":[1005.3,…],"h":[6,…],"i":"PPc…",
///      "l":["・","18","・",…],"d3":-1.2,"trend":"falling_slowly","fetched":1644044700,"src":"open-meteo"}
///
/// | key | value |
/// |---|---|
/// | `ts` | start of the hour, Unix seconds |
/// | `t` | temperature in the first hour, °C to 0.1 |
/// | `n` | the place's name |
/// | `p` | 24 sea-level pressures, hPa: whole (halves away from zero) when compact, to 0.1 when full |
/// | `i` | 24 letters, see `Condition` |
/// | `tz` | IANA name of the time zone; `null` when what is known has not the form of one |
/// | `off` | offset from UTC at `ts`, minutes |
/// | `h` | 24 temperatures, whole °C |
/// | `l` | 24 labels: the local hour where it is divisible by three, else `・` |
/// | `d3` | p[3] − p[0], hPa to 0.1 |
/// | `trend` | the term for `d3`, see `PressureTrend` |
/// | `fetched` | when the forecast was obtained, Unix seconds; `null` for a sample |
/// | `src` | the upstream's short name |
extension WeatherEntry {
    /// `name` is the inside of a JSON string.
    func compactJSON(name: ArraySlice<UInt8>) -> [UInt8] {
        var json = ByteWriter(capacity: 192 + name.count)
        json.append(commonStartOf: self, name: name)
        json.append(",\"p\":")
        json.append(arrayOf: hours) { $0.append(integerOrNull: $1.pressure?.wholeHPa) }
        json.append(",\"i\":\"")
        json.append(iconsOf: hours)
        json.append("\"}")
        return json.finish()
    }

    /// `name` is the inside of a JSON string.
    func fullJSON(name: ArraySlice<UInt8>) -> [UInt8] {
        var json = ByteWriter(capacity: 680 + name.count)
        json.append(commonStartOf: self, name: name)
        json.append(",\"tz\":")
        json.append(timeZone: timeZone)
        json.append(",\"off\":")
        json.append(integer: utcOffsetMinutes.clamped(to: WeatherBounds.utcOffsetMinutes))
        json.append(",\"p\":")
        json.append(pressuresOf: hours)
        json.append(",\"h\":")
        json.append(temperaturesOf: hours)
        json.append(",\"i\":\"")
        json.append(iconsOf: hours)
        json.append("\",\"l\":")
        json.append(labelsOf: hours)
        json.append(",\"d3\":")
        json.append(tenthsOrNull: pressureChangeTenthsHPa)
        json.append(",\"trend\":")
        if let trend {
            json.append("\"")
            json.append(trend.rawValue)
            json.append("\"")
        } else {
            json.append("null")
        }
        json.append(",\"fetched\":")
        json.append(integerOrNull: obtainedTimestamp)
        json.append(",\"src\":\"")
        json.append(source: source)
        json.append("\"}")
        return json.finish()
    }
}

extension ByteWriter {
    fileprivate mutating func append(commonStartOf entry: WeatherEntry, name: ArraySlice<UInt8>) {
        append("{\"ts\":")
        append(integer: entry.timestamp)
        append(",\"t\":")
        append(tenthsOrNull: entry.hours[0].temperature.map { Int($0.tenthsCelsius) })
        append(",\"n\":\"")
        append(name)
        append("\"")
    }

    mutating func append(pressuresOf hours: [WeatherEntry.Hour]) {
        append(arrayOf: hours) { $0.append(tenthsOrNull: $1.pressure.map { Int($0.tenthsHPa) }) }
    }

    mutating func append(temperaturesOf hours: [WeatherEntry.Hour]) {
        append(arrayOf: hours) { $0.append(integerOrNull: $1.temperature?.wholeCelsius) }
    }

    mutating func append(iconsOf hours: [WeatherEntry.Hour]) {
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
        // A cut name would be another zone's or none's.
        guard isName, !name.isEmpty, name.utf8.count <= WeatherBounds.timeZoneBytes else { return append("null") }
        append("\"")
        append(name)
        append("\"")
    }

    /// Only the first bytes of it, and of these what is printable ASCII that JSON needs no escape for.
    fileprivate mutating func append(source: String) {
        for byte in source.utf8.prefix(WeatherBounds.sourceBytes)
        where (0x20...0x7E).contains(byte) && byte != UInt8(ascii: "\"") && byte != UInt8(ascii: "\\") {
            append(byte: byte)
        }
    }
}
