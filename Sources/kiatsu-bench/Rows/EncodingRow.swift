import Payloads
import Time
import Topics
import Widgets

/// The time in which an entry is encoded in all encodings.
enum EncodingRow {
    private static let targetMicroseconds = 10.0
    private static let entriesPerBatch = 500

    static func measure(_ size: Size) throws -> [Row] {
        let hour = SystemWallClock().now.hourStart
        let entries = (0..<entriesPerBatch).map { Entries.entry($0, at: hour) }
        let name = DisplayText(Entries.placeName)
        let rooms = try Encoding.allCases.map {
            try TopicRoom(Entries.bounds($0), baseTopic: Entries.topics.base, panelID: Entries.panelID(0))
        }
        var byteCount = 0
        let batches = (0...size.encodedEntries / entriesPerBatch).map { _ in
            let time = ContinuousClock().measure {
                for entry in entries {
                    for room in rooms {
                        for payload in room.payloads(of: entry, placeName: name, isStale: false) {
                            byteCount += payload.bytes.count
                        }
                    }
                }
            }
            return time.microseconds / Double(entriesPerBatch)
        }
        // The first batch fills the caches.
        let median = Array(batches.dropFirst()).median
        let count = (batches.count - 1) * entriesPerBatch
        let bytes = byteCount / (batches.count * entriesPerBatch)
        return [
            Row(
                what: "one entry into all encodings",
                target: "≤ \(targetMicroseconds.text(decimals: 0)) µs",
                measured: "\(median.text(decimals: 1)) µs (\(count.grouped) entries of 4 encodings, "
                    + "13 payloads, \(bytes.grouped) bytes; median of batches)",
                isMet: median <= targetMicroseconds
            )
        ]
    }
}
