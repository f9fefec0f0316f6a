import Pictures
import TestSupport
import Testing

struct FrameTests {
    private static let frame = Envelope(header: Array(#"{"a":1}"#.utf8), body: [1, 2, 3, 0, 255])

    @Test func `a frame is a mark, its version, both lengths, the header and the body`() {
        let bytes: [UInt8] =
            [0x4B, 0x44, 0x52, 1, 7, 0, 0, 0, 5, 0, 0, 0] + Array(#"{"a":1}"#.utf8) + [1, 2, 3, 0, 255]
        #expect(Self.frame.bytes == bytes)
    }

    @Test func `lengths beyond a byte are little-endian`() {
        let frame = Envelope(
            header: [UInt8](repeating: 32, count: 0x0102),
            body: [UInt8](repeating: 7, count: 0x01_0203)
        )
        #expect(Array(frame.bytes[4..<12]) == [2, 1, 0, 0, 3, 2, 1, 0])
    }

    @Test(arguments: UInt64(0)..<100)
    func `a frame that comes in pieces is the frame that was sent, and what follows is left`(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        let frames = (0..<3).map { _ in
            Envelope(header: .random(upTo: 300, using: &random), body: .random(upTo: 3_000, using: &random))
        }
        var rest = frames.flatMap(\.bytes)[...]
        for frame in frames {
            var reader = EnvelopeReader(mostBytes: 4_000)
            var read: Envelope?
            while read == nil {
                #expect(reader.missing > 0)
                let count = min(Int.random(in: 0...700, using: &random), reader.missing)
                read = try reader.take(rest.prefix(count))
                rest = rest.dropFirst(count)
            }
            #expect(read == frame)
            #expect(reader.missing == 0)
        }
        #expect(rest.isEmpty)
    }

    @Test(arguments: 0..<24)
    func `no frame comes of one that is cut off`(count: Int) throws {
        var reader = EnvelopeReader(mostBytes: 100)
        for byte in Self.frame.bytes[..<count] { #expect(try reader.take([byte]) == nil) }
        #expect(reader.missing > 0)
        #expect(Self.frame.bytes.count == 24)
    }

    @Test func `a frame without header and body is whole with its prefix`() throws {
        var reader = EnvelopeReader(mostBytes: 12)
        let empty = Envelope(header: [], body: [])
        #expect(try reader.take(empty.bytes[...]) == empty)
    }

    @Test(arguments: 0..<3)
    func `what does not begin as a frame is refused`(position: Int) {
        var bytes = Self.frame.bytes
        bytes[position] ^= 1
        #expect(throws: EnvelopeError.notAnEnvelope) {
            var reader = EnvelopeReader(mostBytes: 100)
            _ = try reader.take(bytes[..<12])
        }
    }

    @Test func `another version is refused by its number`() {
        var bytes = Self.frame.bytes
        bytes[3] = 9
        let error = #expect(throws: EnvelopeError.version(9)) {
            var reader = EnvelopeReader(mostBytes: 100)
            _ = try reader.take(bytes[..<12])
        }
        #expect(error?.description.contains("same build") == true)
    }

    @Test(arguments: [
        [9, 0, 0, 0, 80, 0, 0, 0], [0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF], [0, 0, 0, 0x80, 0, 0, 0, 0],
    ])
    func `a frame that says to be too large is refused before it is read`(lengths: [UInt8]) {
        let prefix: [UInt8] = [0x4B, 0x44, 0x52, 1] + lengths
        #expect(throws: EnvelopeError.self) {
            var reader = EnvelopeReader(mostBytes: 100)
            _ = try reader.take(prefix[...])
        }
    }

    @Test func `a frame may be exactly as large as is allowed`() throws {
        let prefix: [UInt8] = [0x4B, 0x44, 0x52, 1, 8, 0, 0, 0, 80, 0, 0, 0]
        var reader = EnvelopeReader(mostBytes: 100)
        #expect(try reader.take(prefix[...]) == nil)
        #expect(reader.missing == 88)
    }

    @Test(arguments: UInt64(0)..<200)
    func `garbage is refused or waits for more, whatever it is`(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        var bytes = [UInt8].random(upTo: 400, using: &random)
        // Half of it begins well.
        if seed.isMultiple(of: 2), bytes.count >= 12 { bytes.replaceSubrange(0..<12, with: Self.frame.bytes[..<12]) }
        var reader = EnvelopeReader(mostBytes: 200)
        var rest = bytes[...]
        do throws(EnvelopeError) {
            while !rest.isEmpty, reader.missing > 0 {
                let count = min(rest.count, reader.missing)
                if let frame = try reader.take(rest.prefix(count)) {
                    #expect(frame.bytes[...] == bytes[..<frame.bytes.count])
                }
                rest = rest.dropFirst(count)
            }
        } catch {
            #expect(bytes[..<3] != Self.frame.bytes[..<3] || error != .notAnEnvelope)
        }
    }
}

extension [UInt8] {
    static func random(upTo most: Int, using random: inout SeededGenerator) -> [UInt8] {
        (0..<Int.random(in: 0...most, using: &random)).map { _ in .random(in: 0...255, using: &random) }
    }
}
