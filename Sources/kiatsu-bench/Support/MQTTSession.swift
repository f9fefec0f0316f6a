import CBench

/// A blocking client of the benchmark's own that sends, and waits for what others publish.
@safe struct MQTTSession: ~Copyable {
    private let session: OpaquePointer

    /// Connects and subscribes at QoS 0.
    init(_ broker: Broker, identifier: String, filter: String) throws(BenchmarkError) {
        guard let session = unsafe bench_session_open(Int32(broker.port), identifier, filter) else {
            throw BenchmarkError("no connection to the benchmark's broker")
        }
        unsafe self.session = unsafe session
    }

    deinit { unsafe bench_session_close(session) }

    /// Waits for `count` messages with `text` in their payloads, on one topic or on any; false when fewer came.
    ///
    /// Messages that the broker had retained before do not count.
    func wait(
        for text: String,
        on topic: String? = nil,
        count: Int = 1,
        within limit: Duration
    ) throws(BenchmarkError) -> Bool {
        let seen = unsafe bench_session_wait(
            session,
            topic,
            text,
            Int32(clamping: count),
            Int32(limit.milliseconds)
        )
        guard seen >= 0 else { throw BenchmarkError("the benchmark's broker closed the connection") }
        return seen >= count
    }

    /// Sends at QoS 0.
    func send(_ topic: String, _ payload: String) { _ = unsafe bench_session_send(session, topic, payload) }

    /// Waits until nothing has arrived for that long.
    func waitForQuiet(of pause: Duration) throws(BenchmarkError) {
        while try wait(for: "", within: pause) {}
    }

    /// The time from sending a payload to an answer with `text` in it; nil if none came.
    func request(
        _ topic: String,
        _ payload: String,
        answer answerTopic: String,
        text: String,
        within limit: Duration
    ) -> Duration? {
        let nanoseconds = unsafe bench_session_request(
            session,
            topic,
            payload,
            answerTopic,
            text,
            Int32(limit.milliseconds)
        )
        return nanoseconds < 0 ? nil : .nanoseconds(nanoseconds)
    }
}
