/// What goes through the pipes between the bridge and the program that draws, one after the other in both directions.
///
///     byte  0..2       3           4..7                8..11               12…
///           4B 44 52   version     length of header    length of body      header, then body
///
/// Lengths are unsigned and little-endian. The header is JSON; the body holds the bytes that it tells of.
package struct Frame: Sendable, Equatable {
    /// Changes with the meaning of any byte.
    package static let version: UInt8 = 1

    /// Before the header.
    package static let prefixBytes = 12

    private static let mark: [UInt8] = [0x4B, 0x44, 0x52, version]

    package var header: [UInt8]
    package var body: [UInt8]

    package init(header: [UInt8], body: [UInt8]) {
        self.header = header
        self.body = body
    }

    /// As it goes through the pipe.
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

    /// The lengths that a prefix tells.
    fileprivate static func lengths(_ prefix: [UInt8]) throws(FrameError) -> (header: Int, body: Int) {
        guard prefix[0..<3] == mark[0..<3] else { throw .notAFrame }
        guard prefix[3] == version else { throw .version(prefix[3]) }
        func length(_ start: Int) -> Int {
            prefix[start..<start + 4].reversed().reduce(0) { $0 << 8 | Int($1) }
        }
        return (length(4), length(8))
    }
}

/// Why bytes are no frame.
package enum FrameError: Error, Sendable, Equatable, CustomStringConvertible {
    /// They do not begin as one.
    case notAFrame
    /// The other program is of another version.
    case version(UInt8)
    /// It says to be of so many bytes.
    case tooLarge(Int)

    package var description: String {
        switch self {
        case .notAFrame: "what came is no frame"
        case .version(let version):
            "what came is of version \(version) and not \(Frame.version): "
                + "kiatsu and kiatsu-draw must be of the same build"
        case .tooLarge(let bytes): "what came says to be of \(bytes) bytes, which is too large"
        }
    }
}

/// Puts a frame together from the pieces in which a pipe gives it.
///
/// What it holds grows with what came, never with what a prefix promises.
package struct FrameReader: Sendable {
    private let mostBytes: Int
    private var bytes: [UInt8] = []
    private var lengths: (header: Int, body: Int)?

    /// For one frame of at most so many bytes.
    package init(mostBytes: Int) {
        self.mostBytes = mostBytes
    }

    /// How many bytes are missing as far as is known, so that nothing is read that belongs to the next frame; 0 when it
    /// is whole.
    package var missing: Int { total - bytes.count }

    private var total: Int {
        guard let lengths else { return Frame.prefixBytes }
        return Frame.prefixBytes + lengths.header + lengths.body
    }

    /// The frame once it is whole, or nil; takes at most ``missing`` bytes.
    package mutating func take(_ piece: ArraySlice<UInt8>) throws(FrameError) -> Frame? {
        precondition(piece.count <= missing, "bytes of the next frame")
        bytes += piece
        if lengths == nil, bytes.count == Frame.prefixBytes {
            lengths = try Frame.lengths(bytes)
            guard total <= mostBytes else { throw .tooLarge(total) }
        }
        guard let lengths, missing == 0 else { return nil }
        let headerEnd = Frame.prefixBytes + lengths.header
        return Frame(header: Array(bytes[Frame.prefixBytes..<headerEnd]), body: Array(bytes[headerEnd...]))
    }
}
