import Configuration
import Faults
import Messaging
import Support
import Time

/// Tells what the broker has not taken in time of what panels show.
///
/// Only time with a connection counts: without one that is the fault.
struct DeliveryWatch: Sendable {
    /// The longest time for the broker to acknowledge.
    static let patience = Duration.seconds(120)
    /// From one mark to the next.
    private static let interval = Duration.seconds(15)
    /// A connection that ends whenever the same value is on its way ends because of it.
    private static let mostLosses = 3

    /// The number of values handed over after a total time of connection.
    private struct Mark: Sendable {
        var connected: Duration
        var count: UInt64
    }

    private var marks: [Mark] = []
    /// The total duration of earlier connections.
    private var connectedBefore = Duration.zero
    /// Nil without a connection.
    private var connectedSince: Duration?

    mutating func connected(at elapsed: Duration) { connectedSince = elapsed }

    mutating func disconnected(at elapsed: Duration) {
        connectedBefore = connected(until: elapsed)
        connectedSince = nil
    }

    /// Returns what has been missing for too long; to be called every minute.
    ///
    /// `handedOver` is how many values have been handed over by now.
    mutating func overdue(of missing: [MissingValue], handedOver: UInt64, at elapsed: Duration) -> [MissingValue] {
        let now = connected(until: elapsed)
        if let known = marks.lastIndex(where: { now - $0.connected >= Self.patience }) { marks.removeFirst(known) }
        let isOld = marks.first.map { now - $0.connected >= Self.patience } ?? false
        let count = isOld ? marks.first?.count ?? 0 : 0
        if marks.last.map({ now - $0.connected >= Self.interval }) ?? true {
            marks.append(Mark(connected: now, count: handedOver))
        }
        return missing.filter { $0.number <= count || $0.lossCount >= Self.mostLosses }
    }

    private func connected(until elapsed: Duration) -> Duration {
        connectedBefore + (connectedSince.map { elapsed - $0 } ?? .zero)
    }
}

extension FaultReport {
    private static let mostNamed = 3

    static func deliveries(_ late: [MissingValue]) -> FaultReport {
        let reasons = Set(late.map { Self.words(for: $0) }).sorted()
        let names = late.map(\.topic).sorted()
        let more = names.count > mostNamed ? " and \(names.count - mostNamed) more" : ""
        return FaultReport(
            key: .deliveries,
            cause: reasons.joined(separator: "; "),
            message:
                "\(names.prefix(mostNamed).joined(separator: ", "))\(more): the broker has not taken what is to be "
                + "shown there: \(reasons.joined(separator: "; ")). Kiatsu tries again, and each hour anew",
            recovery: "the broker has all that panels are to show",
            level: .error,
            isGrave: true
        )
    }

    private static func words(for value: MissingValue) -> String {
        if let reason = value.reason { return "\(reason)" }
        return value.lossCount > 0
            ? "the connection ends each time; see the broker's log, it may not take messages that large, or not from "
                + "this user"
            : "it does not acknowledge it; see its log, and whether it keeps up"
    }
}
