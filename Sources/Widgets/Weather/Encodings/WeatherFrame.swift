import JSON
import Weather

/// The frame, version 1: little-endian, packed, no padding.
///
///     at   type       field
///      0   u8         version, 1
///      1   u8         flags: bit 0 placeholder (sample data), bit 1 stale, bit 2 name cut;
///                     bits 4–6 trend (``TrendClass``); bits 3 and 7 are 0
///      2   u8         age of the forecast at `ts`, whole hours up to 254; 255 unknown (a sample)
///      3   i8         UTC offset at `ts`, quarter hours (the nearest)
///      4   u32        `ts`, start of the hour, Unix seconds
///      8   i16        temperature in the first hour, 0.1 °C; −32768 missing
///     10   u16        pressure in the first hour, 0.1 hPa; 0 missing
///     12   i8 × 23    pressure steps, 0.1 hPa; −128 missing
///     35   i8 × 24    temperature by hour, whole °C; −128 missing
///     59   u8 × 12    conditions' numbers, two an octet, the earlier hour in the low nibble
///     71   u8 × 3     daylight, one bit an hour, the earliest in bit 0 of the first octet
///     74   u8         length n of the place's name in bytes
///     75   n bytes    the place's name, UTF-8
///     75+n u16        CRC-16/CCITT-FALSE over all before it
///
/// A decoder keeps a running pressure that begins with the first hour's. Step i (0…22) leads to hour i + 1: −128 says
/// that this hour's pressure is missing and leaves the running pressure as it is; any other step is added to it and
/// gives the hour's pressure. So after a gap the step is the change since the last known hour. A change past ±12.7 hPa
/// is cut to that and the rest comes with the following steps. With no pressure in the first hour there is nothing to
/// add to (nor a middle line to draw): all steps are −128.
package enum WeatherFrame {
    package static let version: UInt8 = 1

    package static let placeholderFlag: UInt8 = 1 << 0
    package static let staleFlag: UInt8 = 1 << 1
    package static let nameCutFlag: UInt8 = 1 << 2
    package static let trendShift: UInt8 = 4
    package static let trendMask: UInt8 = 0b111

    package static let unknownAge: UInt8 = 255
    package static let missingTemperature = Int16.min
    package static let missingPressure: UInt16 = 0
    /// For a pressure step and an hour's temperature.
    package static let missing = Int8.min

    /// The largest pressure step, 0.1 hPa.
    package static let largestStep = 127

    package static let pressureStepsOffset = 12
    package static let temperaturesOffset = 35
    package static let conditionsOffset = 59
    package static let daylightOffset = 71
    package static let nameLengthOffset = 74
    package static let nameOffset = 75
    package static let checkBytes = 2
    package static let byteCountWithoutName = nameOffset + checkBytes

    /// `name` is at most 255 bytes of UTF-8.
    static func encode(
        _ entry: WeatherEntry,
        name: ArraySlice<UInt8>,
        isNameCut: Bool,
        isStale: Bool
    ) -> [UInt8] {
        var frame = ByteWriter(capacity: byteCountWithoutName + name.count)
        frame.append(byte: version)
        frame.append(byte: flags(of: entry, isNameCut: isNameCut, isStale: isStale))
        frame.append(byte: entry.ageHours.map { UInt8(min($0, 254)) } ?? unknownAge)
        frame.append(byte: UInt8(bitPattern: quarterHours(minutes: entry.utcOffsetMinutes)))
        frame.append(littleEndian: UInt32(entry.timestamp))
        let now = entry.hours[0]
        frame.append(littleEndian: UInt16(bitPattern: now.temperature?.tenthsCelsius ?? missingTemperature))
        frame.append(littleEndian: now.pressure.map { UInt16($0.tenthsHPa) } ?? missingPressure)
        frame.append(pressureStepsOf: entry.hours)
        for hour in entry.hours {
            frame.append(byte: UInt8(bitPattern: hour.temperature.map { Int8($0.wholeCelsius) } ?? missing))
        }
        frame.append(conditionsOf: entry.hours)
        frame.append(byte: UInt8(name.count))
        frame.append(name)
        frame.append(littleEndian: CyclicRedundancyCheck.ccittFalse(frame.bytes))
        return frame.finish()
    }

    private static func flags(of entry: WeatherEntry, isNameCut: Bool, isStale: Bool) -> UInt8 {
        (entry.isPlaceholder ? placeholderFlag : 0) | (isStale ? staleFlag : 0) | (isNameCut ? nameCutFlag : 0)
            | TrendClass(entry.trend).rawValue << trendShift
    }

    private static func quarterHours(minutes: Int) -> Int8 {
        let minutes = minutes.clamped(to: Bounds.utcOffsetMinutes)
        return Int8(clamping: (minutes + (minutes < 0 ? -7 : 7)) / 15)
    }
}

extension ByteWriter {
    fileprivate mutating func append(pressureStepsOf hours: [WeatherEntry.Hour]) {
        var running = hours[0].pressure.map { Int($0.tenthsHPa) }
        for hour in hours.dropFirst() {
            guard let known = running, let pressure = hour.pressure else {
                append(byte: UInt8(bitPattern: WeatherFrame.missing))
                continue
            }
            // Against what the decoder has by now, so that what a step could not hold is made up for.
            let step = (Int(pressure.tenthsHPa) - known)
                .clamped(to: -WeatherFrame.largestStep...WeatherFrame.largestStep)
            append(byte: UInt8(bitPattern: Int8(step)))
            running = known + step
        }
    }

    fileprivate mutating func append(conditionsOf hours: [WeatherEntry.Hour]) {
        for index in stride(from: 0, to: hours.count, by: 2) {
            append(byte: hours[index].condition.rawValue | hours[index + 1].condition.rawValue << 4)
        }
        for start in stride(from: 0, to: hours.count, by: 8) {
            var bits: UInt8 = 0
            for bit in 0..<8 where hours[start + bit].isDaylight { bits |= 1 << UInt8(bit) }
            append(byte: bits)
        }
    }
}
