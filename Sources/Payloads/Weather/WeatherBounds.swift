import Time
import Weather
import Widgets

/// The longest payloads of the weather widget.
struct WeatherBounds {
    /// The largest entry without temperatures and pressures, whose longest values depend on the units.
    private let valueless: WeatherEntry
    private let display: DisplaySettings

    init(largest: WeatherEntry, display: DisplaySettings) {
        valueless = largest.withoutMeasurements
        self.display = display
    }

    func topics(of encoding: Encoding) -> [EncodingBounds.Topic] {
        switch encoding {
        case .compact:
            [EncodingBounds.Topic("", byteCount: compactByteCount, hasText: true, encoding: encoding)]
        case .full:
            [
                EncodingBounds.Topic("/full", byteCount: fullByteCount, hasText: true, encoding: encoding)
            ]
        case .fields:
            WeatherField.allCases.filter { $0.isShown(in: display) }.map { field in
                EncodingBounds.Topic(
                    field.topicSuffix,
                    byteCount: byteCount(of: field),
                    hasText: field == .place || field == .iconNames,
                    encoding: encoding
                )
            }
        case .frame:
            [
                EncodingBounds.Topic(
                    "/frame",
                    byteCount: WeatherFrame.byteCountWithoutName,
                    hasText: true,
                    encoding: encoding
                )
            ]
        }
    }

    private var compactByteCount: Int {
        // No whole number of hectopascals is longer than `null`.
        valueless.compactJSON(name: [], left: 0).count - LongestForm.null
            + LongestForm.number(within: TemperatureUnit.celsius.tenthsRange, digits: 1)
    }

    private var fullByteCount: Int {
        let (temperature, pressure) = (display.units.temperature, display.units.pressure)
        let hours = display.family == .small ? 1 : WeatherEntry.hourCount
        let hoursWithTemperature = display.family == .large ? WeatherEntry.hourCount : 0
        let values =
            [
                LongestForm.number(within: temperature.tenthsRange, digits: 1),
                LongestForm.number(within: pressure.changeRange, digits: pressure.digits),
                longestTrend + 2,
            ]
            + Array(repeating: LongestForm.number(within: pressure.valueRange, digits: pressure.digits), count: hours)
            + Array(repeating: LongestForm.number(within: temperature.wholeRange), count: hoursWithTemperature)
        var byteCount = valueless.fullJSON(name: [], display: display, capacity: 0).count
        for value in values { byteCount += value - LongestForm.null }
        if let theme = display.iconTheme {
            byteCount += theme.longestNameBytes - valueless.pictureName(in: theme).utf8.count
        }
        return byteCount
    }

    private func byteCount(of field: WeatherField) -> Int {
        let (temperature, pressure) = (display.units.temperature, display.units.pressure)
        let pressureBytes = LongestForm.number(within: pressure.valueRange, digits: pressure.digits)
        return switch field {
        case .temperature: LongestForm.number(within: temperature.tenthsRange, digits: 1)
        case .pressure: pressureBytes
        case .pressures: LongestForm.list(of: WeatherEntry.hourCount, byteCount: pressureBytes)
        case .temperatures:
            LongestForm.list(
                of: WeatherEntry.hourCount,
                byteCount: LongestForm.number(within: temperature.wholeRange)
            )
        case .condition:
            Condition.allCases.flatMap {
                [$0.homeAssistantName(isDaylight: true), $0.homeAssistantName(isDaylight: false)]
            }
            .map(\.utf8.count).max() ?? 0
        case .trend: longestTrend
        case .icon: display.iconTheme?.longestNameBytes ?? 0
        // One name: further names are added only if they fit.
        case .iconNames: display.iconTheme?.longestNameBytes ?? 0
        case .place, .icons, .labels, .updated, .updatedTime:
            valueless.bytes(of: field, name: [], display: display, capacity: 0).count
        }
    }

    private var longestTrend: Int { PressureTrend.allCases.map(\.rawValue.utf8.count).max() ?? 0 }
}

extension WeatherEntry {
    fileprivate var withoutMeasurements: WeatherEntry {
        WeatherEntry(
            date: date,
            hours: hours.map { hour in
                var hour = hour
                hour.temperature = nil
                hour.pressure = nil
                return hour
            },
            timeZone: timeZone,
            utcOffsetMinutes: utcOffsetMinutes,
            obtained: obtained,
            source: source
        )
    }
}
