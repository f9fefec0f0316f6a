import Weather
import Widgets

/// The position of an entry's pressures in a graph: x = width / 24 · i, y = (p₀ + reach − pᵢ) · height / (2 · reach).
///
/// p₀ is the first known pressure. The reach is 15 hPa, doubled (30, 60 … hPa) until the whole curve fits, so that it
/// is never bent or cut and another scale can be labelled.
struct PressureGraph {
    let reference: SeaLevelPressure?
    /// Hectopascals from the middle to the top.
    let reachHPa: Int
    let area: Rectangle
    /// The point of each hour's pressure; nil if it is unknown.
    let points: [Point?]

    /// The reach if the curve fits it.
    static let usualReachHPa = 15

    init(_ entry: WeatherEntry, in area: Rectangle) {
        let pressures = entry.hours.map(\.pressure)
        let reference = pressures.lazy.compactMap(\.self).first
        let reach = Self.reachHPa(pressures, about: reference)
        self.reference = reference
        self.area = area
        reachHPa = reach
        points = pressures.enumerated().map { index, pressure in
            guard let pressure, let reference else { return nil }
            let share = (reference.hPa + Double(reach) - pressure.hPa) / Double(2 * reach)
            return Point(
                area.x + area.width * Double(index) / Double(WeatherEntry.hourCount),
                area.y + area.height * share
            )
        }
    }

    static func reachHPa(_ entry: WeatherEntry) -> Int {
        let pressures = entry.hours.map(\.pressure)
        return reachHPa(pressures, about: pressures.lazy.compactMap(\.self).first)
    }

    private static func reachHPa(_ pressures: [SeaLevelPressure?], about reference: SeaLevelPressure?) -> Int {
        guard let reference else { return usualReachHPa }
        let farthest = pressures.reduce(0) { max($0, abs(($1?.hPa ?? reference.hPa) - reference.hPa)) }
        var reach = usualReachHPa
        while Double(reach) < farthest { reach *= 2 }
        return reach
    }

    /// Hours whose pressures are known, as far as they follow each other.
    var runs: [Range<Int>] {
        var runs: [Range<Int>] = []
        for index in points.indices where points[index] != nil {
            if let last = runs.last, last.upperBound == index {
                runs[runs.count - 1] = last.lowerBound..<(index + 1)
            } else {
                runs.append(index..<(index + 1))
            }
        }
        return runs
    }

    /// The hours after which the pressure falls by more than 3.5 hPa within three hours, "falling quickly" in the Met
    /// Office's terms.
    static func quickFalls(_ entry: WeatherEntry) -> [Bool] {
        var falls = [Bool](repeating: false, count: WeatherEntry.hourCount)
        for start in 0..<(WeatherEntry.hourCount - 3) {
            guard let first = entry.hours[start].pressure, let last = entry.hours[start + 3].pressure,
                Int(last.tenthsHPa) - Int(first.tenthsHPa) < -35
            else { continue }
            for hour in start..<(start + 3) {
                guard let from = entry.hours[hour].pressure, let to = entry.hours[hour + 1].pressure else { continue }
                if to < from { falls[hour] = true }
            }
        }
        return falls
    }
}

/// A smooth curve through points that is nowhere higher or lower than the two between which it runs: each tangent is
/// the harmonic mean of the slopes beside it, none at a peak (Fritsch and Butland 1984).
struct MonotoneCurve {
    let points: [Point]
    /// dy/dx at each point.
    private let slopes: [Double]

    init(_ points: [Point]) {
        self.points = points
        let chords = zip(points, points.dropFirst()).map { ($1.y - $0.y) / ($1.x - $0.x) }
        slopes = points.indices.map { index in
            guard let before = index > 0 ? chords[index - 1] : chords.first,
                let after = index < chords.count ? chords[index] : chords.last
            else { return 0 }
            return before * after <= 0 ? 0 : 2 * before * after / (before + after)
        }
    }

    func path(_ range: Range<Int>) -> Path {
        var path = Path()
        path.move(points[range.lowerBound].x, points[range.lowerBound].y)
        for index in range.dropFirst() {
            let (from, to) = (points[index - 1], points[index])
            let third = (to.x - from.x) / 3
            path.curve(
                from.x + third,
                from.y + third * slopes[index - 1],
                to.x - third,
                to.y - third * slopes[index],
                to.x,
                to.y
            )
        }
        return path
    }

    /// The height at an x between the first and the last point; nil elsewhere.
    func y(at x: Double) -> Double? {
        guard let index = points.indices.dropFirst().first(where: { points[$0].x >= x }), points[index - 1].x <= x
        else {
            return nil
        }
        let (from, to) = (points[index - 1], points[index])
        let width = to.x - from.x
        let t = (x - from.x) / width
        let (t2, t3) = (t * t, t * t * t)
        return (2 * t3 - 3 * t2 + 1) * from.y + (t3 - 2 * t2 + t) * width * slopes[index - 1]
            + (3 * t2 - 2 * t3) * to.y + (t3 - t2) * width * slopes[index]
    }
}
