import Testing
import Time

@testable import Bridge

private let noon = UTCInstant(unixSeconds: 1_774_699_200)
private let rules = "location: {commands_per_minute: 1, max_speed: 0, min_distance: 0}\n"
private let panel = "panels: [{id: p, location: \"35.6465,139.6297\"}]"
private let wanderer = #"{"id":"zanzibar","location":"1,2","widgets":["weather","day"],"follow":["phones/me"]}"#

extension Rehearsal {
    /// The values that know panels by their ids, by name; those that mention `text` anywhere.
    fileprivate func values(mentioning text: String) -> [String] {
        let values: [(name: String, value: Any)] = [
            ("panels", state.panels), ("choices", state.choices), ("moves", state.moves), ("faults", state.faults),
        ]
        return values.filter { "\($0.value)".contains(text) }.map(\.name)
    }
}

@Suite struct ForgottenPanelTests {
    @Test func `no value remembers anything of a panel that has been removed`() async throws {
        var bridge = try await Rehearsal(rules + panel, at: noon + .seconds(600))
        bridge.run(until: bridge.now)
        #expect(try bridge.ask("panel/add", wanderer).isOK)
        let slogan = #"{"panel":"zanzibar","widget":"day","options":{"slogan":"Hello"}}"#
        #expect(try bridge.ask("panel/options", slogan).isOK)
        bridge.send(#"{"buf":256,"enc":"frame"}"#, to: "kiatsu/zanzibar/hello")
        for latitude in 3...5 { bridge.send("\(latitude),4", to: "kiatsu/zanzibar/location/set") }
        #expect(bridge.state.moves.heldBack == ["zanzibar"])
        #expect(bridge.values(mentioning: "zanzibar") == ["panels", "choices", "moves"])
        #expect(try bridge.ask("panel/remove", #"{"panel":"zanzibar"}"#).isOK)
        #expect(bridge.values(mentioning: "zanzibar") == [])
    }
}
