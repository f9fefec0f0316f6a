import CBench
import Time

/// One side of a comparison, in a process of its own so that both are measured alike.
enum Role {
    case cPublisher(port: UInt16, count: Int)
    case kiatsuPublisher(port: UInt16, count: Int, isVersion5: Bool)
    case cResponder(port: UInt16)
    case daemon(configuration: String, start: Int)

    static let command = "bench/command"
    static let answer = "bench/answer"

    init(_ words: ArraySlice<String>) throws(UsageError) {
        let numbers = words.dropFirst().compactMap { Int($0) }
        let port = UInt16(clamping: numbers.first ?? 0)
        switch words.first {
        case "c-publisher" where numbers.count == 2: self = .cPublisher(port: port, count: numbers[1])
        case "kiatsu-publisher-5" where numbers.count == 2:
            self = .kiatsuPublisher(port: port, count: numbers[1], isVersion5: true)
        case "kiatsu-publisher-3" where numbers.count == 2:
            self = .kiatsuPublisher(port: port, count: numbers[1], isVersion5: false)
        case "c-responder" where numbers.count == 1: self = .cResponder(port: port)
        case "daemon" where words.count == 3:
            self = .daemon(configuration: words[words.startIndex + 1], start: numbers.last ?? 0)
        default: throw UsageError(problem: "no such role")
        }
    }

    private var words: [String] {
        switch self {
        case .cPublisher(let port, let count): ["c-publisher", "\(port)", "\(count)"]
        case .kiatsuPublisher(let port, let count, let isVersion5):
            ["kiatsu-publisher-\(isVersion5 ? 5 : 3)", "\(port)", "\(count)"]
        case .cResponder(let port): ["c-responder", "\(port)"]
        case .daemon(let configuration, let start): ["daemon", configuration, "\(start)"]
        }
    }

    /// Plays the role in this process.
    func run() async throws {
        switch self {
        case .cPublisher(let port, let count): print(try CPublisher.run(port: port, count: count).line)
        case .kiatsuPublisher(let port, let count, let isVersion5):
            print(try await KiatsuPublisher.run(port: port, count: count, isVersion5: isVersion5).line)
        case .cResponder(let port):
            _ = unsafe bench_respond(Int32(port), Self.command, Self.answer)
        case .daemon(let configuration, let start):
            try await SteppedDaemon.run(
                configuration: configuration,
                from: UTCInstant(unixSeconds: start)
            )
        }
    }

    /// Plays the role in a process of its own.
    func start(_ workplace: Workplace) throws(BenchmarkError) -> ChildProcess {
        try ChildProcess(
            KiatsuProgram.ownPath(),
            ["--role"] + words,
            instructed: true,
            output: .pipe,
            log: workplace.path("roles.log"),
            workplace: workplace
        )
    }

    /// The cost of playing the role in a process of its own.
    func cost(_ workplace: Workplace) throws(BenchmarkError) -> Cost {
        let (output, status) = try start(workplace).finish()
        guard status == 0, let cost = Cost(line: output) else {
            let log = try System.contents(of: workplace.path("roles.log"))
            throw BenchmarkError("\(words[0]) failed: \(log)")
        }
        return cost
    }
}

/// The cost of a run.
struct Cost {
    var time: Duration
    /// Of all threads of the process.
    var processorTime: Duration

    init(time: Duration, processorTime: Duration) {
        self.time = time
        self.processorTime = processorTime
    }

    /// From ``line``.
    init?(line: String) {
        let numbers = line.split { $0.isWhitespace }.compactMap { Double($0) }
        guard numbers.count == 2 else { return nil }
        self.init(time: .seconds(numbers[0]), processorTime: .seconds(numbers[1]))
    }

    /// Both in seconds.
    var line: String { "\(time.seconds) \(processorTime.seconds)" }
}
