import Testing

@testable import Bridge

struct RunningTimeTests {
    @Test func `time in which the bridge itself stood still is nobody's fault`() {
        let start = ContinuousClock.now
        var time = RunningTime(.seconds(20), at: start)
        #expect(time.nextLook == start + .seconds(1))
        #expect(!time.isOver(at: start + .seconds(1)))
        // Stopped for an hour.
        #expect(!time.isOver(at: start + .seconds(3601)))
        #expect((3602...3617).allSatisfy { !time.isOver(at: start + .seconds($0)) })
        #expect(time.isOver(at: start + .seconds(3618)))
    }
}
