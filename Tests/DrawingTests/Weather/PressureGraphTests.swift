import TestSupport
import Testing
import Weather
import Widgets

@testable import Drawing

@Suite(.oneAtATime) struct PressureGraphTests {
    private let area = Rectangle(x: 10, y: 20, width: 240, height: 60)

    @Test func `points lie where the contract says`() throws {
        let entry = WeatherPictures.entry(.usual)
        let graph = PressureGraph(entry, in: area)
        let first = try #require(entry.hours[0].pressure)
        for index in 0..<24 {
            let point = try #require(graph.points[index])
            let pressure = try #require(entry.hours[index].pressure)
            #expect(abs(point.x - (10 + 10 * Double(index))) < 1e-9)
            #expect(abs(point.y - (20 + (first.hPa + 15 - pressure.hPa) * 60 / 30)) < 1e-9)
        }
    }

    @Test(arguments: [
        (WeatherPictures.Kind.usual, 15), (.fall, 30), (.rise, 30), (.steep, 120), (.wild, 480), (.none, 15),
    ])
    func `the reach doubles until nothing leaves it`(kind: WeatherPictures.Kind, reach: Int) {
        let graph = PressureGraph(WeatherPictures.entry(kind), in: area)
        #expect(graph.reachHPa == reach)
        #expect(graph.points.compactMap(\.self).allSatisfy { (20...80).contains($0.y) })
    }

    @Test func `exactly 15 hPa stay on the usual scale`() throws {
        var hours = WeatherPictures.entry(.usual).hours
        for (index, pressure) in [1000.0, 985.0, 1015.0].enumerated() {
            hours[index].pressure = SeaLevelPressure(hPa: pressure)
        }
        #expect(PressureGraph.reachHPa(entry(hours)) == 15)
        hours[2].pressure = SeaLevelPressure(hPa: 1015.01)
        #expect(PressureGraph.reachHPa(entry(hours)) == 30)
    }

    @Test func `missing hours make gaps, and the first known pressure the reference`() {
        let graph = PressureGraph(WeatherPictures.entry(.gaps), in: area)
        #expect(graph.runs == [1..<4, 6..<9, 10..<15, 16..<17, 18..<22])
        #expect(graph.reference == WeatherPictures.entry(.gaps).hours[1].pressure)
        #expect(PressureGraph(WeatherPictures.entry(.none), in: area).runs == [])
    }

    @Test(arguments: UInt64(0)..<100)
    func `a curve meets its points and is nowhere beyond the two beside it`(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        let points = (0..<24).map { Point(Double($0) * 7, Double.random(in: -100...100, using: &random).rounded()) }
        let curve = MonotoneCurve(points)
        for (from, to) in zip(points, points.dropFirst()) {
            for step in 0...10 {
                let y = try #require(curve.y(at: from.x + Double(step) * 0.7))
                #expect(y >= min(from.y, to.y) - 1e-6 && y <= max(from.y, to.y) + 1e-6)
            }
            #expect(abs(try #require(curve.y(at: to.x)) - to.y) < 1e-6)
        }
        #expect(curve.y(at: -0.1) == nil && curve.y(at: 161.1) == nil)
    }

    @Test func `quick falls are those of more than 3.5 hPa within three hours`() throws {
        var hours = WeatherPictures.entry(.none).hours
        let pressures = [1000.0, 1000, 999, 996.4, 996.4, 996.4, 997, 995, 993.5]
        for (index, pressure) in pressures.enumerated() {
            hours[index].pressure = SeaLevelPressure(hPa: pressure)
        }
        let falls = PressureGraph.quickFalls(entry(hours))
        #expect(falls.indices.filter { falls[$0] } == [1, 2])
    }

    private func entry(_ hours: [WeatherEntry.Hour]) -> WeatherEntry {
        WeatherEntry(
            date: WeatherPictures.hour,
            hours: hours,
            timeZone: "UTC",
            utcOffsetMinutes: 0,
            obtained: WeatherPictures.hour,
            source: "open-meteo"
        )
    }
}
