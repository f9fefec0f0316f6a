import Configuration
import Daemon
import Messaging
import Payloads
import Topics

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// `kiatsu decode`.
struct DecodeCommand {
    private static let live = Arguments.Option(name: "live", letter: "l", takesValue: false)
    /// More than the largest payload below a panel's topic.
    private static let mostBytes = 1 << 20

    private let arguments: Arguments

    init(_ words: [String]) throws(UsageError) {
        arguments = try Arguments(
            words,
            knowing: [Self.live, ConfigurationFile.option, ConfigurationFile.help],
            command: "decode"
        )
        guard arguments.options["live"] != nil || arguments.operands.count <= 1 else {
            throw UsageError("takes one file at a time", command: "decode")
        }
    }

    func run() async throws -> Int32 {
        guard arguments.options["help"] == nil else {
            Terminal.showLine(Help.text(for: "decode"))
            return 0
        }
        guard arguments.options["live"] == nil else { return try await showLive() }
        let path = arguments.operands.first ?? "-"
        guard let bytes = Self.read(path) else {
            Terminal.say("\(path) cannot be read: \(unsafe String(cString: strerror(errno)))")
            return ExitCode.failure
        }
        guard !bytes.isEmpty, bytes.count <= Self.mostBytes else {
            Terminal.say("\(path) \(bytes.isEmpty ? "is empty" : "is larger than any payload")")
            return ExitCode.badInput
        }
        switch Decoded(file: bytes) {
        case .entry(let text), .value(let text):
            Terminal.show(text)
            return 0
        case .broken(let reason):
            Terminal.say("\(reason)")
            return ExitCode.badInput
        }
    }

    private func showLive() async throws -> Int32 {
        let file = ConfigurationFile(arguments)
        guard let (configuration, _) = file.loadOrComplain() else { return ExitCode.badConfiguration }
        let topics = arguments.operands.isEmpty ? [configuration.mqtt.topics.everything] : arguments.operands
        let signals = ControlSignals()
        let client = try LiveTopics.client(configuration.mqtt, topics: topics, command: "decode") { message in
            Terminal.show(LiveTopics.text(of: message))
        }
        try client.start()
        for await _ in signals.stream { break }
        await client.stop(last: [], within: .seconds(1))
        return 0
    }

    private static func read(_ path: String) -> [UInt8]? {
        let descriptor = path == "-" ? STDIN_FILENO : unsafe open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { return nil }
        defer { if path != "-" { close(descriptor) } }
        var bytes: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 65_536)
        while bytes.count <= mostBytes {
            let count = unsafe Glibc.read(descriptor, &buffer, buffer.count)
            guard count >= 0 else { return nil }
            guard count > 0 else { break }
            bytes += buffer[..<count]
        }
        return bytes
    }
}
