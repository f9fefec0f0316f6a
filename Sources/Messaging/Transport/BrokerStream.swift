import CMosquitto
import Support

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// The connection to the broker itself, in plain or within TLS; nothing of it blocks.
struct BrokerStream: ~Copyable {
    private let socket: Descriptor
    private let session: TLSSession?

    /// `socket` is connected; the handshake of TLS is yet to come.
    init(_ socket: consuming Descriptor, tls: TLSContext?) throws(ConnectionEnd) {
        socket.setTCP(TCP_NODELAY)
        if let tls { session = try TLSSession(tls, descriptor: socket.number) } else { session = nil }
        self.socket = socket
    }

    /// True once the handshake is done and bytes can be moved.
    var isReady: Bool { session?.isHandshakeDone ?? true }

    /// True where input is buffered that `poll` does not see.
    var hasBufferedInput: Bool { session?.hasBufferedInput ?? false }

    /// The readiness to wait for; `hasOutput` is true where something is to be sent.
    func interest(hasOutput: Bool) -> Interest {
        let wants = session?.wantsToWrite ?? false
        return Interest(
            descriptor: socket.number,
            alsoWritable: wants || hasOutput && isReady && session?.isHeld != true
        )
    }

    /// Goes on with the handshake; `.moved(0)` once it is done.
    borrowing func shakeHands() -> Descriptor.Transfer { session?.shakeHands() ?? .moved(0) }

    borrowing func receive(into buffer: inout [UInt8]) -> Descriptor.Transfer {
        session?.receive(into: &buffer) ?? socket.receive(into: &buffer)
    }

    /// To be called after what has come is received.
    ///
    /// Linux forgets this option by itself. Without it a broker that uses Nagle's algorithm waits 40 ms for us.
    borrowing func acknowledgeAtOnce() { socket.setTCP(TCP_QUICKACK) }

    borrowing func send(_ bytes: ArraySlice<UInt8>) -> Descriptor.Transfer {
        session?.send(bytes) ?? socket.send(bytes)
    }

    /// Tells the broker that nothing more comes, where TLS has a word for it.
    borrowing func takeLeave() { session?.takeLeave() }

    /// True where the other end has not received everything that was sent.
    var hasUndeliveredBytes: Bool { kiatsu_undelivered_bytes(socket.number) > 0 }
}
