import Testing

/// Tests that draw, one at a time in the whole program.
///
/// Cairo keeps ten faces of fonts open for all threads, and closes one for an eleventh while another thread may be
/// reading it (`_cairo_ft_unscaled_font_lock_face` in cairo 1.16). `.serialized` keeps apart the tests of one suite
/// only.
struct OneAtATime: SuiteTrait, TestTrait, TestScoping {
    let isRecursive = true

    func provideScope(
        for test: Test,
        testCase: Test.Case?,
        performing function: @concurrent @Sendable () async throws -> Void
    ) async throws {
        await Turns.shared.wait()
        do {
            try await function()
        } catch {
            await Turns.shared.leave()
            throw error
        }
        await Turns.shared.leave()
    }
}

extension Trait where Self == OneAtATime {
    static var oneAtATime: OneAtATime { OneAtATime() }
}

private actor Turns {
    static let shared = Turns()
    private var isTaken = false
    private var waiting: [CheckedContinuation<Void, Never>] = []

    func wait() async {
        guard isTaken else {
            isTaken = true
            return
        }
        await withCheckedContinuation { waiting.append($0) }
    }

    /// Hands the turn to who has waited longest.
    func leave() {
        if waiting.isEmpty { isTaken = false } else { waiting.removeFirst().resume() }
    }
}
