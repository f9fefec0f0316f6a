import Configuration
import Storage
import TestSupport
import Testing
import Time
import Timelines
import Weather
import Widgets

@testable import Bridge
@testable import Places

private let noon = UTCInstant(unixSeconds: 1_774_699_200)
private let panels = """
    contact: me@example.org
    location: {commands_per_minute: 6000}
    encodings: [compact]
    panels:
      - {id: p, location: "35.6465,139.6297", language: ja, widgets: [weather, conditions, day, poem]}
      - {id: q, location: "52.52,13.405", language: de, widgets: [conditions, weather]}
      - {id: r, location: "35.6465,139.6297", widgets: [day]}
    """
private let places = ["35.6465,139.6297", "52.52,13.405", "43.0621,141.3544", "-13.83,-171.76", "22.57,88.36"]

/// Moves, failures, choices and restarts in a random order.
struct Wandering {
    /// Without discovery.
    static let configuration = Result { try Rehearsal.configuration(panels) }
    /// The same panels, announced to Home Assistant.
    static let announced = Result { try Rehearsal.configuration("homeassistant: {discovery: device}\n" + panels) }

    private let configuration: Configuration
    var bridge: Rehearsal
    var random: SeededGenerator
    /// The moves that are not yet written or named, by generation.
    var open: [(panel: String, generation: Int)] = []

    init(seed: UInt64, _ configuration: Result<Configuration, any Error> = configuration) async throws {
        self.configuration = try configuration.get()
        random = SeededGenerator(seed: seed)
        bridge = await Rehearsal(self.configuration, at: noon + .seconds(60))
        bridge.run(until: noon + .seconds(60))
    }

    private mutating func breakAndMend() {
        let mask = Int.random(in: 0..<32, using: &random)
        let other = Int.random(in: 0..<32, using: &random)
        func fails(_ cell: GridCell, _ mask: Int) -> Bool {
            mask >> (Int(cell.latitudeHundredths.magnitude) % 5) & 1 == 1
        }
        bridge.upstream = { fails($0, mask) ? .failure(serverError) : .success(Rehearsal.forecast($0, at: $1)) }
        bridge.conditions = { fails($0, other) ? .failure(serverError) : .success(Rehearsal.report($0, at: $1)) }
    }

    private mutating func move() {
        let panel = ["p", "q", "r"].randomElement(using: &random) ?? "p"
        let payload =
            Int.random(in: 0..<5, using: &random) == 0 ? "{\"reset\":true}" : places.randomElement(using: &random)
        bridge.storesAtOnce = Bool.random(using: &random)
        bridge.send(payload ?? "", to: "kiatsu/\(panel)/location/set")
        if !bridge.storesAtOnce { open.append((panel, bridge.state.moves.lastGeneration)) }
        bridge.storesAtOnce = true
    }

    /// The disk and the names answer, in order, the disk perhaps in vain.
    private mutating func settle() {
        guard !open.isEmpty else { return }
        let (panel, generation) = open.removeFirst()
        if Int.random(in: 0..<4, using: &random) == 0 {
            let effects = bridge.state.storingFailed(
                panel: panel,
                generation: generation,
                reason: "full",
                at: bridge.now
            )
            bridge.carryOut(effects)
        } else {
            bridge.carryOut(bridge.state.stored(panel: panel, generation: generation, at: bridge.now))
        }
        let place = NamedPlace(timeZone: ["Asia/Tokyo", "Europe/Berlin"][generation % 2], name: "place \(generation)")
        bridge.carryOut(bridge.state.placed(panel: panel, generation: generation, place, at: bridge.now))
    }

    private mutating func choose() {
        let request =
            [
                #"{"panel":"p","widget":"weather","options":{"source":"met-norway"}}"#,
                #"{"panel":"p","widget":"weather","reset":true}"#,
                #"{"panel":"q","widget":"conditions","options":{"language":"fr"}}"#,
                #"{"panel":"p","widget":"day","options":{"family":"small"}}"#,
                #"{"panel":"p","widget":"day","options":{"categories":"a"}}"#,
                #"{"panel":"p","widget":"day","reset":true}"#,
            ].randomElement(using: &random) ?? ""
        bridge.send(request, to: "kiatsu/bridge/request/panel/options")
    }

    mutating func step() {
        switch Int.random(in: 0..<10, using: &random) {
        case 0...3: move()
        case 4...5: settle()
        case 6: breakAndMend()
        case 7: choose()
        default: bridge.run(until: bridge.now + .seconds(Int.random(in: 1...1500, using: &random)))
        }
    }

    mutating func restart() async throws {
        while !open.isEmpty { settle() }
        var next = await Rehearsal(
            configuration,
            at: bridge.now + .seconds(10),
            stored: bridge.stopped()
        )
        next.upstream = bridge.upstream
        next.conditions = bridge.conditions
        next.stored = bridge.stored
        next.shownByWidget = bridge.shownByWidget
        bridge = next
    }

    /// Everything answers again, and time passes.
    mutating func recover() {
        while !open.isEmpty { settle() }
        bridge.upstream = { .success(Rehearsal.forecast($0, at: $1)) }
        bridge.conditions = { .success(Rehearsal.report($0, at: $1)) }
        bridge.run(until: bridge.now.addingHours(1) + .seconds(1200))
    }
}

@Suite struct MovePropertyTests {
    @Test(arguments: UInt64(0)..<200)
    func `what is in use is what widgets show and want, whatever fails and overtakes`(seed: UInt64) async throws {
        var wandering = try await Wandering(seed: seed)
        for round in 0..<2 {
            for step in 0..<8 {
                wandering.step()
                try #require(wandering.bridge.leaks == [], "after step \(step) of round \(round)")
            }
            try await wandering.restart()
            try #require(wandering.bridge.leaks == [], "after restart \(round)")
        }
        wandering.recover()
        #expect(wandering.bridge.leaks == [])
        for panel in wandering.bridge.state.panels.values {
            #expect(panel.move == nil, "\(panel.configuration.id) has arrived")
            for widget in panel.widgets {
                let subject = wandering.bridge.state[widget.timelineSet].subject
                #expect(widget.shown == panel.wantedSubject(subject), "\(panel.configuration.id) shows where it is")
            }
        }
    }
}
