import Testing

@testable import Daemon

@Suite(.timeLimit(.minutes(1)))
struct HeapTests {
    /// In a process of its own, as other tests change what is in memory meanwhile.
    @Test
    func `pages that nothing is left on go back, also from the middle of the heap`() async {
        await #expect(processExitsWith: .success) {
            Heap.share()
            let blockBytes = 16_384
            var blocks = (0..<4096).map { [UInt8](repeating: UInt8(truncatingIfNeeded: $0), count: blockBytes) }
            // One in 64 stays where it is, up to the end of the heap.
            for index in blocks.indices where index % 64 != 63 { blocks[index] = [] }
            let before = try #require(ResidentMemory.bytes())
            Heap.trim()
            let after = try #require(ResidentMemory.bytes())
            #expect(before - after > 4096 * blockBytes * 3 / 4)
            #expect(blocks.count { $0.count == blockBytes } == 64)
        }
    }
}
