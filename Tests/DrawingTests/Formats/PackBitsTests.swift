import Drawing
import TestSupport
import Testing

struct PackBitsTests {
    @Test func `the example of TIFF's appendix is packed as it says`() {
        let bytes: [UInt8] = [
            0xAA, 0xAA, 0xAA, 0x80, 0x00, 0x2A, 0xAA, 0xAA, 0xAA, 0xAA, 0x80, 0x00, 0x2A, 0x22, 0xAA, 0xAA, 0xAA, 0xAA,
            0xAA, 0xAA, 0xAA, 0xAA, 0xAA, 0xAA,
        ]
        #expect(
            PackBits.encoded(bytes, bytesPerRow: bytes.count) == [
                0xFE, 0xAA, 0x02, 0x80, 0x00, 0x2A, 0xFD, 0xAA, 0x03, 0x80, 0x00, 0x2A, 0x22, 0xF7, 0xAA,
            ]
        )
    }

    @Test(
        arguments: [
            ([7], [0, 7]),
            ([7, 7], [255, 7]),
            ([1, 7, 7], [2, 1, 7, 7]),
            ([7, 7, 1], [255, 7, 0, 1]),
            ([1, 7, 7, 2], [3, 1, 7, 7, 2]),
            ([7, 7, 7], [254, 7]),
        ] as [([UInt8], [UInt8])]
    )
    func `two alike are a run only where that is shorter`(bytes: [UInt8], packed: [UInt8]) {
        #expect(PackBits.encoded(bytes, bytesPerRow: bytes.count) == packed)
    }

    @Test func `long runs and long literals are split`() throws {
        let run = [UInt8](repeating: 0, count: 300)
        #expect(PackBits.encoded(run, bytesPerRow: 300) == [129, 0, 129, 0, 213, 0])
        let literal = (0..<300).map { UInt8($0 % 251) }
        let packed = PackBits.encoded(literal, bytesPerRow: 300)
        #expect(packed.count == 303)
        #expect(try PackBitsReader.unpacked(packed) == literal)
    }

    @Test(arguments: UInt64(0)..<200)
    func `a row can be unpacked by itself`(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        let width = Int.random(in: 1...400, using: &random)
        let values = UInt8.random(in: 1...3, using: &random)
        let rows = (0..<5).map { _ in (0..<width).map { _ in UInt8.random(in: 0...values, using: &random) } }
        let packed = PackBits.encoded(rows.flatMap(\.self), bytesPerRow: width)
        #expect(packed == rows.flatMap { PackBits.encoded($0, bytesPerRow: width) })
        #expect(try PackBitsReader.unpacked(packed) == rows.flatMap(\.self))
    }

    @Test(arguments: UInt64(0)..<100)
    func `nothing grows by more than one byte in 128`(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        let bytes = (0..<Int.random(in: 1...2000, using: &random)).map { _ in UInt8.random(in: 0...2, using: &random) }
        let packed = PackBits.encoded(bytes, bytesPerRow: bytes.count)
        #expect(packed.count <= bytes.count + (bytes.count + 127) / 128)
    }
}
