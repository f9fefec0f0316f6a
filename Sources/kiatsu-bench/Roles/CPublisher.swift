import CBench
import Payloads
import Time
import Widgets

/// Publishes prepared messages with the poll loop in C.
enum CPublisher {
    static let window = 200

    static func run(port: UInt16, count: Int) throws -> Cost {
        guard let batch = unsafe bench_batch_new(Int32(count)) else { throw BenchmarkError("no memory") }
        defer { unsafe bench_batch_free(batch) }
        let hour = SystemWallClock().now.hourStart
        let bounds = Entries.bounds(.compact)
        for index in 0..<count {
            let (topic, payload) = try Entries.message(
                Entries.entry(index, at: hour),
                panelID: Entries.panelID(index),
                in: bounds
            )
            guard unsafe bench_batch_add(batch, topic, payload, Int32(payload.count)) else {
                throw BenchmarkError("no memory")
            }
        }
        var nanoseconds: (time: Int64, processorTime: Int64) = (0, 0)
        let code = unsafe bench_batch_publish(
            batch,
            Int32(port),
            Int32(window),
            &nanoseconds.time,
            &nanoseconds.processorTime
        )
        guard code == 0 else { throw BenchmarkError("the poll loop in C failed with libmosquitto's error \(code)") }
        return Cost(time: .nanoseconds(nanoseconds.time), processorTime: .nanoseconds(nanoseconds.processorTime))
    }
}
