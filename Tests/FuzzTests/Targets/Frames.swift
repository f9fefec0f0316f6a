import Pictures
import Time
import Weather

@testable import Payloads
@testable import Widgets

/// The frame and the JSON of the weather widget, as the command line and others read them back.
func runFrame(_ bytes: [UInt8]) {
    if let decoded = try? WeatherPayload.decode(compactOrFull: bytes) { check(decoded) }
    checkFrame(bytes)
    // Of bytes whose check is not their own the rest would never be read.
    let end = bytes.count - WeatherFrame.checkBytes
    guard end >= WeatherFrame.nameOffset else { return }
    var repaired = bytes
    repaired[0] = WeatherFrame.version
    repaired[WeatherFrame.nameLengthOffset] = UInt8(clamping: end - WeatherFrame.nameOffset)
    let check = CyclicRedundancyCheck.ccittFalse(repaired[..<end])
    repaired[end] = UInt8(truncatingIfNeeded: check)
    repaired[end + 1] = UInt8(truncatingIfNeeded: check >> 8)
    checkFrame(repaired)
}

private func check(_ decoded: DecodedWeather) {
    promise(decoded.pressures.count == 24 && decoded.conditions.count == 24, "not 24 hours")
    promise(decoded.isDaylight.count == 24 && decoded.temperatures.map { $0.count == 24 } ?? true, "not 24 hours")
    promise(decoded.icons.utf8.count == 24, "not 24 icons")
    promise(!TerminalRendering(usesColor: true).text(of: decoded).isEmpty, "nothing on the terminal")
}

/// A frame is read as what it was written from: encoding it again and decoding that gives the same.
private func checkFrame(_ bytes: [UInt8]) {
    guard let decoded = try? FrameDecoder.decode(bytes) else { return }
    check(decoded)
    let hours = (0..<24).map { index in
        WeatherEntry.Hour(
            temperature: decoded.temperatures?[index].flatMap { Temperature(tenthsCelsius: $0 * 10) },
            pressure: decoded.pressures[index],
            condition: decoded.conditions[index],
            isDaylight: decoded.isDaylight[index],
            localHour: 0
        )
    }
    let date = decoded.date
    let obtained = decoded.ageHours.map { date.addingHours(-$0) }
    let entry = WeatherEntry(
        date: date,
        hours: hours,
        timeZone: "UTC",
        utcOffsetMinutes: decoded.utcOffsetMinutes ?? 0,
        obtained: obtained,
        source: "test"
    )
    let again = WeatherFrame.encode(
        entry,
        name: Array(decoded.placeName.utf8)[...],
        isNameCut: decoded.isNameCut == true,
        isStale: decoded.isStale == true
    )
    guard var read = try? FrameDecoder.decode(again) else { fatalError("a frame that cannot be read again") }
    // What a decoder cannot know of the entry: the tenths of the first hour, and what follows from the rest.
    read.temperature = decoded.temperature
    read.trend = decoded.trend
    read.isPlaceholder = decoded.isPlaceholder
    var expected = decoded
    // ±100 °C come from rounding alone, and only hours after 1970 and full ones are ever encoded.
    expected.temperatures = expected.temperatures.map { $0.map { $0.map { abs($0) == 100 ? nil : $0 } ?? nil } }
    read.temperatures = read.temperatures.map { $0.map { $0.map { abs($0) == 100 ? nil : $0 } ?? nil } }
    expected.date = min(expected.date, Bounds.latestHour)
    promise(read == expected, "read as \(read), written from \(expected)")
}
