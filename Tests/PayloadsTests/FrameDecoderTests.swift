import TestSupport
import Testing

@testable import Payloads
@testable import Widgets

@Suite struct FrameDecoderTests {
    @Test func `the CRC has the catalogue's check value`() {
        #expect(CyclicRedundancyCheck.ccittFalse("123456789".utf8) == 0x29B1)
    }

    @Test(arguments: Sample.all)
    func `every truncation is refused`(sample: Sample) throws {
        let frame = try #require(sample.payloads(.frame).first).bytes
        for count in 0..<frame.count {
            #expect(throws: FrameError.self) { try FrameDecoder.decode(Array(frame.prefix(count))) }
        }
        #expect(throws: FrameError.length(byteCount: frame.count + 1, expected: frame.count)) {
            try FrameDecoder.decode(frame + [0])
        }
    }

    @Test(arguments: Sample.all)
    func `every flipped bit is refused`(sample: Sample) throws {
        let frame = try #require(sample.payloads(.frame).first).bytes
        for bit in 0..<frame.count * 8 {
            var flipped = frame
            flipped[bit / 8] ^= 1 << UInt8(bit % 8)
            #expect(throws: FrameError.self) { try FrameDecoder.decode(flipped) }
        }
    }

    @Test(arguments: UInt64(0)..<200)
    func `random bytes never trap even when the check is right`(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        let nameBytes = Int.random(in: 0...60, using: &random)
        var bytes = (0..<75 + nameBytes).map { _ in UInt8.random(in: 0...255, using: &random) }
        _ = try? FrameDecoder.decode(bytes)
        bytes[0] = 1
        bytes[74] = UInt8(nameBytes)
        if Bool.random(using: &random) {
            // Into range, so that the rest is read too.
            bytes.replaceSubrange(8...11, with: [0, 0, 0x10, 0x27])
        }
        let check = CyclicRedundancyCheck.ccittFalse(bytes)
        bytes += [UInt8(check & 0xFF), UInt8(check >> 8)]
        do throws(FrameError) {
            _ = try FrameDecoder.decode(bytes)
        } catch {
            switch error {
            case .nameNotUTF8, .valueOutOfRange: break
            default: Issue.record("\(error)")
            }
        }
    }

    @Test func `each fault has its error`() throws {
        let frame = try #require(Sample.setagaya.payloads(.frame).first).bytes
        expect(.tooShort(byteCount: 3, atLeast: 77), [1, 0, 0])
        expect(.version(2), changing(frame) { $0[0] = 2 })
        expect(.nameNotUTF8, changing(frame) { $0[75] = 0xFF })
        expect(.valueOutOfRange(offset: 8), changing(frame) { $0[9] = 0x7F })
        expect(.valueOutOfRange(offset: 10), changing(frame) { $0[10...11] = [1, 0] })
        expect(.valueOutOfRange(offset: 35), changing(frame) { $0[35] = 101 })
        let step = changing(frame) { $0.replaceSubrange(12..<35, with: Array(repeating: 127, count: 23)) }
        // 1005.3 + 12 · 12.7 hPa is past 1150.
        expect(.valueOutOfRange(offset: 23), step)
        let damaged = FrameError.check(computed: 0x00AB, found: 0x29B1)
        #expect(
            damaged.description
                == "the check bytes say 0x29B1, the frame's content gives 0x00AB: it is damaged"
        )
    }

    private func expect(_ expected: FrameError, _ bytes: [UInt8], _ location: SourceLocation = #_sourceLocation) {
        #expect(throws: expected, sourceLocation: location) { try FrameDecoder.decode(bytes) }
    }

    /// The frame with other content and the right check bytes for it.
    private func changing(_ frame: [UInt8], _ change: (inout [UInt8]) -> Void) -> [UInt8] {
        var content = Array(frame.dropLast(2))
        change(&content)
        let check = CyclicRedundancyCheck.ccittFalse(content)
        return content + [UInt8(check & 0xFF), UInt8(check >> 8)]
    }
}
