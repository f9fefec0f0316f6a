import Pictures

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// Blocking input of envelopes and output of bytes on a pipe, without a timeout.
enum Pipe {
    private static let pieceBytes = 64 << 10

    /// The next envelope; nil at the end of input, even in the middle of one.
    static func nextEnvelope(from descriptor: Int32, mostBytes: Int) throws(EnvelopeError) -> Envelope? {
        var reader = EnvelopeReader(mostBytes: mostBytes)
        while true {
            let piece = piece(from: descriptor, mostBytes: min(reader.missing, pieceBytes))
            guard !piece.isEmpty else { return nil }
            if let envelope = try reader.take(piece[...]) { return envelope }
        }
    }

    /// Empty at the end of input.
    private static func piece(from descriptor: Int32, mostBytes: Int) -> [UInt8] {
        unsafe [UInt8](unsafeUninitializedCapacity: mostBytes) { buffer, filled in
            var count = 0
            repeat {
                count = unsafe read(descriptor, buffer.baseAddress, mostBytes)
            } while count < 0 && errno == EINTR
            filled = max(count, 0)
        }
    }

    /// Whether all of it could be written: the other end may be gone.
    static func send(_ bytes: [UInt8], to descriptor: Int32) -> Bool {
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = unsafe rest.withUnsafeBytes { unsafe write(descriptor, $0.baseAddress, $0.count) }
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { return false }
            rest = rest.dropFirst(count)
        }
        return true
    }
}
