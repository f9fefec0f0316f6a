/// The envelope of requests and answers on the pipes between the bridge and the drawing program, in both directions.
///
///     byte  0..2       3           4..7                8..11               12…
///           4B 44 52   version     length of header    length of body      header, then body
///
/// Lengths are unsigned and little-endian. The header is JSON and describes the bytes in the body.
package struct Envelope: Sendable, Equatable {
    /// The protocol's version; it changes with the meaning of any byte.
    package static let version: UInt8 = 1

    /// The length of the fixed part before the header.
    package static let prefixBytes = 12

    private static let mark: [UInt8] = [0x4B, 0x44, 0x52, version]

    /// A JSON document in UTF-8.
    package var header: [UInt8]
    /// The bytes that the header describes; may be empty.
    package var body: [UInt8]

    package init(header: [UInt8], body: [UInt8]) {
        self.header = header
        self.body = body
    }

    /// The envelope as it is written to the pipe.
    package var bytes: [UInt8] {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(Self.prefixBytes + header.count + body.count)
        bytes += Self.mark
        for length in [header.count, body.count] {
            for shift in stride(from: 0, to: 32, by: 8) { bytes.append(UInt8(truncatingIfNeeded: length >> shift)) }
        }
        bytes += header
        bytes += body
        return bytes
    }

    /// The lengths in a prefix.
    fileprivate static func lengths(_ prefix: [UInt8]) throws(EnvelopeError) -> (header: Int, body: Int) {
        guard prefix[0..<3] == mark[0..<3] else { throw .notAnEnvelope }
        guard prefix[3] == version else { throw .version(prefix[3]) }
        func length(_ start: Int) -> Int {
            prefix[start..<start + 4].reversed().reduce(0) { $0 << 8 | Int($1) }
        }
        return (length(4), length(8))
    }
}

/// The reason why bytes are not an envelope.
package enum EnvelopeError: Error, Sendable, Equatable, CustomStringConvertible {
    /// The first three bytes are not the signature.
    case notAnEnvelope
    /// The other program has another version of the protocol.
    case version(UInt8)
    /// The lengths add up to more than is accepted; the value is their sum in bytes.
    case tooLarge(Int)

    package var description: String {
        switch self {
        case .notAnEnvelope: "what came is no frame"
        case .version(let version):
            "what came is of version \(version) and not \(Envelope.version): "
                + "kiatsu and kiatsu-draw must be of the same build"
        case .tooLarge(let bytes): "what came says to be of \(bytes) bytes, which is too large"
        }
    }
}

/// Assembles an envelope from the pieces that a pipe delivers.
///
/// Its memory grows with the bytes received, never with the lengths in a prefix.
package struct EnvelopeReader: Sendable {
    private let mostBytes: Int
    private var bytes: [UInt8] = []
    private var lengths: (header: Int, body: Int)?

    /// Reads one envelope of at most `mostBytes`.
    package init(mostBytes: Int) {
        self.mostBytes = mostBytes
    }

    /// The bytes missing as far as is known, so that nothing of the next envelope is read; 0 when this one is complete.
    package var missing: Int { total - bytes.count }

    private var total: Int {
        guard let lengths else { return Envelope.prefixBytes }
        return Envelope.prefixBytes + lengths.header + lengths.body
    }

    /// Takes at most ``missing`` bytes; returns the envelope once it is complete.
    package mutating func take(_ piece: ArraySlice<UInt8>) throws(EnvelopeError) -> Envelope? {
        precondition(piece.count <= missing, "bytes of the next frame")
        bytes += piece
        if lengths == nil, bytes.count == Envelope.prefixBytes {
            lengths = try Envelope.lengths(bytes)
            guard total <= mostBytes else { throw .tooLarge(total) }
        }
        guard let lengths, missing == 0 else { return nil }
        let headerEnd = Envelope.prefixBytes + lengths.header
        return Envelope(header: Array(bytes[Envelope.prefixBytes..<headerEnd]), body: Array(bytes[headerEnd...]))
    }
}
