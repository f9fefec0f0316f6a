import Support

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// A descriptor that is closed with its owner.
struct Descriptor: ~Copyable {
    let number: Int32

    /// Takes over what a call of the system has returned.
    init(_ number: Int32, of call: String) throws(SystemError) {
        guard number >= 0 else { throw SystemError(call: call, code: errno) }
        self.number = number
    }

    deinit { close(number) }

    /// Two connected sockets that do not block.
    static func pair() throws(SystemError) -> DescriptorPair {
        var ends: InlineArray<2, Int32> = [-1, -1]
        var span = ends.mutableSpan
        let type = Int32(SOCK_STREAM.rawValue | SOCK_NONBLOCK.rawValue | SOCK_CLOEXEC.rawValue)
        let code = unsafe span.withUnsafeMutableBufferPointer { ends in
            unsafe socketpair(AF_UNIX, type, 0, ends.baseAddress)
        }
        guard code == 0 else { throw SystemError(call: "socketpair", code: errno) }
        return DescriptorPair(
            ours: try Descriptor(ends[0], of: "socketpair"),
            theirs: try Descriptor(ends[1], of: "socketpair")
        )
    }

    /// The result of an attempt to move bytes without blocking.
    enum Transfer: Equatable {
        case moved(Int)
        case wouldBlock
        /// The other end has closed its side.
        case ended
        /// The `errno` value.
        case failed(Int32)
    }

    borrowing func receive(into buffer: inout [UInt8]) -> Transfer {
        let number = number
        let count = unsafe buffer.withUnsafeMutableBytes { unsafe recv(number, $0.baseAddress, $0.count, 0) }
        return Self.transfer(count)
    }

    borrowing func send(_ bytes: ArraySlice<UInt8>) -> Transfer {
        let number = number
        let count = unsafe bytes.withUnsafeBytes { bytes in
            unsafe write(number, bytes.baseAddress, bytes.count)
        }
        return Self.transfer(count)
    }

    private static func transfer(_ count: Int) -> Transfer {
        if count > 0 { return .moved(count) }
        if count == 0 { return .ended }
        return [EAGAIN, EWOULDBLOCK, EINTR].contains(errno) ? .wouldBlock : .failed(errno)
    }

    /// Sets an option of TCP's; without effect on another socket.
    borrowing func setTCP(_ option: Int32) {
        var enabled: Int32 = 1
        unsafe setsockopt(number, Int32(IPPROTO_TCP), option, &enabled, socklen_t(MemoryLayout<Int32>.size))
    }
}

/// Two sockets that are connected with each other.
struct DescriptorPair: ~Copyable {
    var ours: Descriptor
    var theirs: Descriptor
}

/// Bytes that wait, first in, first out.
struct ByteQueue {
    private var storage: [UInt8] = []
    private var start = 0

    var count: Int { storage.count - start }
    var isEmpty: Bool { count == 0 }
    var bytes: ArraySlice<UInt8> { storage[start...] }

    mutating func append(_ bytes: ArraySlice<UInt8>) { storage.append(contentsOf: bytes) }

    /// Lets `body` append.
    mutating func append<Failure: Error>(_ body: (inout [UInt8]) throws(Failure) -> Void) throws(Failure) {
        try body(&storage)
    }

    mutating func removeFirst(_ count: Int) {
        start += count
        if start == storage.count { removeAll() }
    }

    mutating func removeAll() {
        // A large message once need not hold its memory for ever.
        storage.removeAll(keepingCapacity: storage.capacity <= 1 << 18)
        start = 0
    }
}
