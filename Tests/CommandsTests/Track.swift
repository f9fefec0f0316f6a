import Commands
import Time
import Weather

private let now = UTCInstant(unixSeconds: 1_644_048_000)
/// One degree of a great circle.
private let metresPerDegree = 111_195.0

/// A panel at 0° north, 0° east and what its tracker reports, in metres to the east and seconds.
struct Track {
    var state: PanelPositionState

    init(_ adjust: (inout PositionRules) -> Void, restored: RestoredPosition? = nil) {
        var rules = PositionRules.anything
        rules.refusesOutOfOrder = true
        adjust(&rules)
        state = PanelPositionState(rules: rules, configured: .origin, restored: restored)
    }

    static func change(_ metres: Double, tst: Int? = nil, acc: Double? = nil) -> PositionChange {
        let coordinate = Coordinate(latitude: 0, longitude: metres / metresPerDegree) ?? .origin
        let reportedAt = tst.map { now + .seconds($0) }
        return .set(ReportedPosition(coordinate: coordinate, accuracyMetres: acc, reportedAt: reportedAt))
    }

    /// `ok`, `same`, or the code of the refusal.
    mutating func judge(_ change: PositionChange, _ origin: PositionOrigin, at second: Double) -> String {
        do throws(PositionError) {
            switch try state.judge(change, from: origin, at: now + .seconds(second)) {
            case .apply: return "ok"
            case .noChange: return "same"
            }
        } catch {
            return error.code.rawValue
        }
    }

    /// A tracker that has a clock, on a followed topic.
    mutating func fix(_ metres: Double, tst: Int, at second: Double? = nil, acc: Double? = nil) -> String {
        judge(
            Self.change(metres, tst: tst, acc: acc),
            .follow(isRetained: false),
            at: second ?? Double(tst)
        )
    }

    /// A tracker that has none.
    mutating func untimed(_ metres: Double, at second: Double, isRetained: Bool = false) -> String {
        judge(Self.change(metres), .follow(isRetained: isRetained), at: second)
    }

    mutating func word(_ metres: Double, at second: Double) -> String {
        judge(Self.change(metres), .command, at: second)
    }

    mutating func taken(at second: Double) -> PositionChange? { state.takePending(at: now + .seconds(second))?.change }

    var opening: Double? { state.nextOpening.map { ($0 - now) / .seconds(1) } }
}
