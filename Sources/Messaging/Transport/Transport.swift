import Support

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// The path between libmosquitto and the broker: all input is inspected before the library reads it.
///
/// The library writes to, and reads from, one end of a pair of sockets; the other end is here. Nothing blocks, and what
/// waits in either direction is bounded: the library is not relieved of more than the broker takes.
struct Transport: ~Copyable {
    /// The most bytes that wait for the broker here; the rest waits in the library.
    private static let mostOutput = 1 << 18
    private static let chunkBytes = 1 << 16

    private let broker: BrokerStream
    private let library: Descriptor
    private var inspector: PacketInspector
    /// For the library.
    private var input = ByteQueue()
    /// For the broker.
    private var output = ByteQueue()
    private var chunk = [UInt8](repeating: 0, count: Self.chunkBytes)
    private var isInputClosed = false
    private var isOutputLost = false

    /// The reason why the broker's input has ended; nil while it is open.
    private(set) var end: End?

    enum End: Equatable {
        case closed
        /// The `errno` value.
        case failed(Int32)
        case violation(PacketViolation)
    }

    init(
        _ broker: consuming BrokerStream,
        _ library: consuming LibraryStream,
        _ configuration: ClientConfiguration
    ) {
        output.append(library.sent[...])
        self.broker = broker
        self.library = library.socket
        inspector = PacketInspector(
            configuration.protocolVersion,
            maximumPacketBytes: Int(configuration.maximumPacketBytes)
        )
    }

    /// The readiness to wait for on the broker's side.
    var interest: Interest {
        // Nothing more is read until the library has taken the input.
        end == nil && input.isEmpty ? broker.interest(hasOutput: !output.isEmpty) : Interest()
    }

    /// True after a DISCONNECT of the broker's without a reason.
    var hasEmptyDisconnect: Bool { inspector.hasEmptyDisconnect }

    /// True where there is input to process at once.
    var isBusy: Bool { end == nil && input.isEmpty && broker.hasBufferedInput }

    /// True where the broker's end has not received everything that the library has sent.
    var hasUndeliveredBytes: Bool { !output.isEmpty || broker.hasUndeliveredBytes }

    /// Takes in what the broker has sent, once the library has all of what came before; whether there is something new
    /// for the library.
    mutating func receive() -> Bool {
        guard end == nil, isReadyAfterHandshake(), input.isEmpty else { return end != nil }
        switch broker.receive(into: &chunk) {
        case .moved(let count): inspect(count)
        case .wouldBlock: return false
        case .ended: end = .closed
        case .failed(let code): end = .failed(code)
        }
        guard !input.isEmpty || end != nil else { return false }
        hand()
        return true
    }

    /// To be called after what has come is received.
    borrowing func acknowledgeAtOnce() { broker.acknowledgeAtOnce() }

    private mutating func inspect(_ count: Int) {
        do throws(PacketViolation) {
            let bytes = chunk[..<count]
            try input.append { accepted throws(PacketViolation) in try inspector.take(bytes, into: &accepted) }
        } catch {
            end = .violation(error)
        }
    }

    /// Hands on what waits for the library; the end comes after all of it.
    mutating func hand() {
        while !input.isEmpty {
            guard case .moved(let count) = library.send(input.bytes) else { return }
            input.removeFirst(count)
        }
        guard end != nil, !isInputClosed else { return }
        isInputClosed = true
        shutdown(library.number, Int32(SHUT_WR))
    }

    /// Sends what the library has written, as far as the broker takes it; whether the library may write more.
    @discardableResult
    mutating func send() -> Bool {
        guard isReadyAfterHandshake() else { return false }
        while true {
            let isDrained = collect()
            while !output.isEmpty {
                switch broker.send(output.bytes) {
                case .moved(let count): output.removeFirst(count)
                case .wouldBlock: return false
                // What the broker said before it closed the connection must still be read; reading finds the end, too.
                case .ended, .failed:
                    isOutputLost = true
                    output.removeAll()
                }
            }
            if isDrained { return true }
        }
    }

    /// Takes over what the library has written, up to a bound; whether that was all.
    private mutating func collect() -> Bool {
        while output.count < Self.mostOutput {
            guard case .moved(let count) = library.receive(into: &chunk) else { return true }
            if !isOutputLost { output.append(chunk[..<count]) }
            if count < chunk.count { return true }
        }
        return false
    }

    private mutating func isReadyAfterHandshake() -> Bool {
        if broker.isReady { return true }
        guard end == nil else { return false }
        switch broker.shakeHands() {
        case .moved: return true
        case .wouldBlock: return false
        case .ended: end = .closed
        case .failed(let code): end = .failed(code)
        }
        hand()
        return false
    }

    /// Sends the last that the library has written, as far as that goes at once.
    mutating func takeLeave() {
        if send() { broker.takeLeave() }
    }
}
