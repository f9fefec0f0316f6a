import Messaging
import Testing
import Time
import Timelines
import Weather
import Widgets

@testable import Bridge

private let noon = UTCInstant(unixSeconds: 1_774_699_200)
private let sapporo = cell(43.0621, 141.3544)
private let panels = """
    encodings: [compact, fields]
    contact: me@example.org
    panels:
      - {id: p, location: "35.6465,139.6297", language: ja, widgets: {weather: {source: open-meteo}}}
      - {id: q, location: "43.0621,141.3544", language: ja, widgets: {weather: {source: met-norway}}}
    """

@Suite struct SourceSwitchTests {
    @Test func `a move that waits for its weather is over when the panel is given a source that has it`() async throws {
        var bridge = try await Rehearsal(panels, at: noon + .seconds(600))
        bridge.run(until: noon + .seconds(600))
        bridge.upstream = { _, _ in .failure(serverError) }
        bridge.send("43.0621,141.3544", to: "kiatsu/p/location/set")
        #expect(bridge.state.panels["p"]?.move != nil)
        bridge.set("weather", #""source":"met-norway""#)
        #expect(bridge.state.panels["p"]?.move == nil)
        #expect(bridge.last("kiatsu/p/weather/place")?.hasPrefix("札幌") == true)
        #expect(bridge.last("kiatsu/p/weather/temperature") == "4.3")
        #expect(bridge.state.timelines.sets.map(\.scheduler.keys) == [[], [.place(sapporo)]])
    }
}
