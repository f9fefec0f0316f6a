import Support
import Testing

struct FlagTests {
    @Test func `what was set before somebody waits is not lost, and counts once`() async {
        let flag = Flag()
        flag.set()
        flag.set()
        await flag.wait()
        let second = Task { await flag.wait() }
        flag.set()
        await second.value
    }

    @Test func `a cancelled task does not wait`() async {
        let flag = Flag()
        let task = Task { await flag.wait() }
        task.cancel()
        await task.value
    }
}
