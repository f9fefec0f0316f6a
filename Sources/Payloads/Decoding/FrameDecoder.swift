import Time
import Weather
import Widgets

/// The reason why bytes are not a frame of a widget.
package enum FrameError: Error, Sendable, Equatable, CustomStringConvertible {
    /// Fewer bytes than a frame without a name has.
    case tooShort(byteCount: Int, atLeast: Int)
    /// The version in the first byte is not the one that the decoder reads.
    case version(UInt8)
    /// The number of bytes contradicts the name's length.
    case length(byteCount: Int, expected: Int)
    /// The checksum in the frame is not that of its bytes.
    case check(computed: UInt16, found: UInt16)
    /// The place's name is not valid UTF-8.
    case nameNotUTF8
    /// A pressure or temperature outside anything measured on Earth; `offset` is the byte where it stands.
    case valueOutOfRange(offset: Int)

    /// A sentence that says why the bytes are not a frame.
    package var description: String {
        switch self {
        case .tooShort(let byteCount, let least):
            "a frame has at least \(least) bytes, these are \(byteCount); was it cut at a NUL or is it a fragment?"
        case .version(let version):
            "version \(version) of the frame is not known here, only \(WeatherFrame.version) is"
        case .length(let byteCount, let expected):
            "by its name's length the frame has \(expected) bytes, these are \(byteCount)"
        case .check(let computed, let found):
            "the check bytes say 0x\(Self.hex(found)), the frame's content gives 0x\(Self.hex(computed)): it is damaged"
        case .nameNotUTF8:
            "the place's name is not UTF-8"
        case .valueOutOfRange(let offset):
            "the value at byte \(offset) is out of range"
        }
    }

    private static func hex(_ value: UInt16) -> String {
        let digits = String(value, radix: 16, uppercase: true)
        return String(repeating: "0", count: 4 - digits.count) + digits
    }
}

/// The decoder of the weather widget's frame; the bytes are described with the encoder.
package enum FrameDecoder {
    /// Decodes a frame; bytes of any kind are safe.
    package static func decode(_ bytes: [UInt8]) throws(FrameError) -> DecodedWeather {
        let name = try checkedName(bytes)
        let flags = bytes[1]
        let age = bytes[2]
        let nibbles = bytes[WeatherFrame.conditionsOffset..<WeatherFrame.daylightOffset].flatMap {
            [$0 & 0xF, $0 >> 4]
        }
        let seconds = UInt32(bytes[4]) | UInt32(bytes[5]) << 8 | UInt32(bytes[6]) << 16 | UInt32(bytes[7]) << 24
        return DecodedWeather(
            date: UTCInstant(unixSeconds: Int(seconds)),
            placeName: name,
            isNameCut: flags & WeatherFrame.nameCutFlag != 0,
            temperature: try temperature(bytes),
            pressures: try pressures(bytes),
            temperatures: try temperatures(bytes),
            conditions: nibbles.map { Condition(rawValue: $0) ?? .unknown },
            isDaylight: (0..<WeatherEntry.hourCount).map { hour in
                bytes[WeatherFrame.daylightOffset + hour / 8] >> UInt8(hour % 8) & 1 == 1
            },
            utcOffsetMinutes: Int(Int8(bitPattern: bytes[3])) * 15,
            timeZone: nil,
            labels: nil,
            trend: TrendClass(rawValue: flags >> WeatherFrame.trendShift & WeatherFrame.trendMask) ?? .unknown,
            ageHours: age == WeatherFrame.unknownAge ? nil : Int(age),
            isPlaceholder: flags & WeatherFrame.placeholderFlag != 0,
            isStale: flags & WeatherFrame.staleFlag != 0,
            source: nil
        )
    }

    /// The name, once the bytes have the length of a whole frame.
    private static func checkedName(_ bytes: [UInt8]) throws(FrameError) -> String {
        guard bytes.count >= WeatherFrame.byteCountWithoutName else {
            throw .tooShort(byteCount: bytes.count, atLeast: WeatherFrame.byteCountWithoutName)
        }
        guard bytes[0] == WeatherFrame.version else { throw .version(bytes[0]) }
        let expected = WeatherFrame.byteCountWithoutName + Int(bytes[WeatherFrame.nameLengthOffset])
        guard bytes.count == expected else { throw .length(byteCount: bytes.count, expected: expected) }
        let end = expected - WeatherFrame.checkBytes
        let computed = CyclicRedundancyCheck.ccittFalse(bytes[..<end])
        let found = word(bytes, at: end)
        guard computed == found else { throw .check(computed: computed, found: found) }
        guard let name = String(validating: bytes[WeatherFrame.nameOffset..<end], as: UTF8.self) else {
            throw .nameNotUTF8
        }
        return name
    }

    private static func temperature(_ bytes: [UInt8]) throws(FrameError) -> Temperature? {
        let tenths = Int16(bitPattern: word(bytes, at: 8))
        guard tenths != WeatherFrame.missingTemperature else { return nil }
        guard let temperature = Temperature(tenthsCelsius: Int(tenths)) else { throw .valueOutOfRange(offset: 8) }
        return temperature
    }

    private static func pressures(_ bytes: [UInt8]) throws(FrameError) -> [SeaLevelPressure?] {
        let first = word(bytes, at: 10)
        guard first != WeatherFrame.missingPressure else {
            return Array(repeating: nil, count: WeatherEntry.hourCount)
        }
        var running = Int(first)
        guard let pressure = SeaLevelPressure(tenthsHPa: running) else { throw .valueOutOfRange(offset: 10) }
        var pressures: [SeaLevelPressure?] = [pressure]
        for offset in WeatherFrame.pressureStepsOffset..<WeatherFrame.temperaturesOffset {
            let step = Int8(bitPattern: bytes[offset])
            guard step != WeatherFrame.missing else {
                pressures.append(nil)
                continue
            }
            running += Int(step)
            guard let pressure = SeaLevelPressure(tenthsHPa: running) else { throw .valueOutOfRange(offset: offset) }
            pressures.append(pressure)
        }
        return pressures
    }

    private static func temperatures(_ bytes: [UInt8]) throws(FrameError) -> [Int?] {
        var temperatures: [Int?] = []
        for offset in WeatherFrame.temperaturesOffset..<WeatherFrame.conditionsOffset {
            let value = Int8(bitPattern: bytes[offset])
            guard value == WeatherFrame.missing || (-100...100).contains(value) else {
                throw .valueOutOfRange(offset: offset)
            }
            temperatures.append(value == WeatherFrame.missing ? nil : Int(value))
        }
        return temperatures
    }

    private static func word(_ bytes: [UInt8], at offset: Int) -> UInt16 {
        UInt16(bytes[offset]) | UInt16(bytes[offset + 1]) << 8
    }
}
