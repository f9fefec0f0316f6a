import Testing

@testable import PictureProgram

struct RunningTimeTests {
    @Test func `time in which the bridge itself stood still is nobody's fault`() {
        let start = ContinuousClock.now
        var time = RunningTime(.seconds(20), at: start)
        #expect(time.nextLook == start + .seconds(1))
        // Stopped for an hour from the first second on.
        for second in [1, 3601] + Array(3602...3617) {
            let isOver = time.isOver(at: start + .seconds(second))
            #expect(!isOver, "after \(second) s")
        }
        let isOver = time.isOver(at: start + .seconds(3618))
        #expect(isOver)
    }
}
