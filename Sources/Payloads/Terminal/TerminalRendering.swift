import Time
import Weather
import Widgets

/// A payload of the weather widget rendered for a terminal, at most 80 columns wide except for a long name.
///
/// Above: place, hour, temperature, pressure, trend and notes on the data. Below: the panel's graph of 24 hours with
/// its three guide lines at p[0] + 15, p[0] and p[0] − 15 hPa, the labels and temperatures of every third local hour,
/// and the icons' letters.
package struct TerminalRendering {
    /// True if escape sequences (ECMA-48 SGR) highlight the name, the curve and the guide lines.
    private let usesColor: Bool

    private static let columnsPerHour = 3
    private static let graphRows = 9
    /// The width of `1150 ` before the graph.
    private static let marginColumns = 5
    /// The height of the graph: 30 hPa.
    private static let graphTenthsHPa = 300

    package init(usesColor: Bool) {
        self.usesColor = usesColor
    }

    /// The lines, each ended by a line feed.
    package func text(of weather: DecodedWeather) -> String {
        var lines = heading(of: weather)
        lines.append("")
        lines += graph(of: weather)
        lines += rows(of: weather)
        return lines.map { $0.droppingTrailingSpaces + "\n" }.joined()
    }

    private func heading(of weather: DecodedWeather) -> [String] {
        // Payloads may come from anyone: their control characters must not reach the terminal.
        let placeName = DisplayText(weather.placeName).text
        let name = placeName.isEmpty ? "(no name)" : placeName
        let cut = weather.isNameCut == true ? "…" : ""
        var lines = [
            "\(styled(name, "1"))\(cut)  \(LocalTime(weather).description)",
            "\(Self.temperature(of: weather)), \(Self.pressure(of: weather))",
        ]
        let remarks = Self.remarks(on: weather)
        if !remarks.isEmpty { lines.append(remarks.joined(separator: ", ")) }
        return lines
    }

    private static func temperature(of weather: DecodedWeather) -> String {
        weather.temperature.map { "\(decimal(tenths: Int($0.tenthsCelsius))) °C" } ?? "temperature unknown"
    }

    private static func pressure(of weather: DecodedWeather) -> String {
        guard let now = weather.pressures.first ?? nil else { return "pressure unknown" }
        var text = "\(decimal(tenths: Int(now.tenthsHPa))) hPa"
        if let words = weather.trend.words { text += " \(words)" }
        if weather.pressures.count > 3, let later = weather.pressures[3] {
            let change = Int(later.tenthsHPa) - Int(now.tenthsHPa)
            text += " (\(change > 0 ? "+" : "")\(decimal(tenths: change)) hPa in 3 h)"
        }
        return text
    }

    private static func remarks(on weather: DecodedWeather) -> [String] {
        var remarks: [String] = []
        if weather.isPlaceholder == true { remarks.append("SAMPLE DATA") }
        if weather.isStale == true { remarks.append("STALE") }
        if let age = weather.ageHours {
            let source = weather.source.map { DisplayText($0).text + " " } ?? ""
            let hours = age == 1 ? "1 hour" : "\(age) hours"
            remarks.append("\(source)forecast " + (age == 0 ? "of this hour" : "\(hours) old"))
        }
        return remarks
    }

    private func graph(of weather: DecodedWeather) -> [String] {
        guard let base = weather.pressures.first ?? nil else {
            return ["No graph: it is drawn about the pressure of the first hour, which is missing."]
        }
        let canvas = Self.curve(of: weather.pressures, about: Int(base.tenthsHPa))
        return (0..<canvas.rows).map { row in
            // The guide lines lie on the first, the middle and the last row.
            let isGuide = row % (canvas.rows / 2) == 0
            let offset = Self.graphTenthsHPa / 2 - Self.graphTenthsHPa * row / (canvas.rows - 1)
            let label = isGuide ? String((Int(base.tenthsHPa) + offset + 5) / 10) : ""
            let margin = label.leftPadded(to: Self.marginColumns - 1) + " "
            let cells = canvas.characters(row: row).map { character in
                if let character { return styled(String(character), "36") }
                return isGuide ? styled("┈", "2") : " "
            }
            return margin + cells.joined()
        }
    }

    /// The curve, clipped at the graph's edges and interrupted at missing hours.
    private static func curve(of pressures: [SeaLevelPressure?], about base: Int) -> BrailleCanvas {
        var canvas = BrailleCanvas(columns: columnsPerHour * WeatherEntry.hourCount, rows: graphRows)
        var previous: (x: Int, y: Int)?
        for (hour, pressure) in pressures.enumerated() {
            guard let pressure else {
                previous = nil
                continue
            }
            let share = Double(base + graphTenthsHPa / 2 - Int(pressure.tenthsHPa)) / Double(graphTenthsHPa)
            let y = Int((share * Double(canvas.height - 1)).rounded()).clamped(to: 0...canvas.height - 1)
            let point = (x: canvas.width * hour / WeatherEntry.hourCount, y: y)
            canvas.drawLine(from: previous ?? point, to: point)
            previous = point
        }
        return canvas
    }

    private func rows(of weather: DecodedWeather) -> [String] {
        let labels = LocalTime(weather).labels(of: weather)
        var rows = [Self.row(unit: "h", labels)]
        rows.append(Self.row(unit: "", weather.icons.map(String.init)))
        if let temperatures = weather.temperatures {
            rows.append(
                Self.row(
                    unit: "°C",
                    zip(labels, temperatures).map { label, value in
                        label.isEmpty ? "" : value.map(String.init) ?? "?"
                    }
                )
            )
        }
        return rows
    }

    /// Each hour's text at its place beneath the graph; a long one runs on into the next hours' places.
    private static func row(unit: String, _ texts: [String]) -> String {
        var line = unit.leftPadded(to: marginColumns - 1) + " "
        for (hour, text) in texts.enumerated() where !text.isEmpty {
            line = line.rightPadded(to: marginColumns + hour * columnsPerHour) + text
        }
        return line
    }

    private func styled(_ text: String, _ parameters: String) -> String {
        usesColor ? "\u{1B}[\(parameters)m\(text)\u{1B}[0m" : text
    }

    private static func decimal(tenths: Int) -> String {
        "\(tenths < 0 ? "−" : "")\(tenths.magnitude / 10).\(tenths.magnitude % 10)"
    }
}

extension TrendClass {
    fileprivate var words: String? {
        switch self {
        case .unknown: nil
        case .fallingVeryRapidly: "falling very rapidly"
        case .fallingQuickly: "falling quickly"
        case .falling: "falling"
        case .steadyOrSlow: "steady or changing slowly"
        case .rising: "rising"
        case .risingQuickly: "rising quickly"
        case .risingVeryRapidly: "rising very rapidly"
        }
    }
}

extension String {
    fileprivate func leftPadded(to width: Int) -> String { String(repeating: " ", count: max(0, width - count)) + self }

    fileprivate func rightPadded(to width: Int) -> String {
        self + String(repeating: " ", count: max(0, width - count))
    }

    fileprivate var droppingTrailingSpaces: Substring {
        self[..<(lastIndex { $0 != " " }.map(index(after:)) ?? startIndex)]
    }
}
