import Support
import Testing

struct WorkerThreadTests {
    private enum Failure: Error { case shutDown, full, cancelled, unavailable, notMade }
    private typealias Doubling = WorkerThread<SerialQueue<Int>, Int, Failure>

    private static let failures = Doubling.Failures(
        isShutDown: .shutDown,
        isFull: .full,
        isCancelled: .cancelled,
        unavailable: { _ in .unavailable }
    )

    /// A worker that doubles numbers, and keeps negative ones until their task is cancelled.
    private static func doubling(limit: Int = 100) -> Doubling {
        WorkerThread(name: "test-doubling", queue: SerialQueue(limit: limit), failures: failures) {
            wakeup throws(Failure) in
            { worker in
                while let work = worker.takeWork() {
                    for (identifier, number) in work.starts where number >= 0 {
                        worker.finish(identifier, with: .success(2 * number))
                    }
                    for identifier in work.cancelled { worker.finish(identifier, with: .failure(.cancelled)) }
                    guard work.starts.isEmpty, work.cancelled.isEmpty else { continue }
                    _ = wakeup.wait(until: .now + .seconds(3600))
                    wakeup.lower()
                }
            }
        }
    }

    @Test func `each of many requests gets its own answer`() async {
        let worker = Self.doubling()
        let answers = await withTaskGroup(of: Bool.self) { group in
            for number in 0..<100 {
                group.addTask {
                    guard case .success(2 * number) = await worker.perform(number) else { return false }
                    return true
                }
            }
            return await group.reduce(into: 0) { $0 += $1 ? 1 : 0 }
        }
        #expect(answers == 100)
        worker.shutDown()
    }

    @Test func `a full queue refuses, and a cancelled request leaves its place`() async {
        let worker = Self.doubling(limit: 0)
        #expect(await worker.perform(1) == .failure(.full))
        worker.shutDown()

        let other = Self.doubling(limit: 1)
        let held = Task { await other.perform(-1) }
        held.cancel()
        #expect(await held.value == .failure(.cancelled))
        #expect(await other.perform(4) == .success(8))
        other.shutDown()
    }

    @Test func `the thread is alive before, while and after it runs`() async {
        let worker = Self.doubling()
        #expect(await worker.isAlive())
        #expect(await worker.perform(1) == .success(2))
        #expect(await worker.isAlive())
        worker.shutDown()
        #expect(await worker.isAlive())
    }

    @Test func `the end ends what is on its way, and what comes later`() async {
        let worker = Self.doubling()
        let held = Task { await worker.perform(-1) }
        worker.shutDown()
        #expect(await held.value == .failure(.shutDown))
        #expect(await worker.perform(1) == .failure(.shutDown))
        worker.shutDown()
    }

    @Test func `a worker that cannot be made fails the request, and is made for the next one`() async {
        let worker = Doubling(name: "test-none", queue: SerialQueue(limit: 1), failures: Self.failures) {
            _ throws(Failure) in throw .notMade
        }
        for _ in 0..<2 { #expect(await worker.perform(1) == .failure(.notMade)) }
        worker.shutDown()
    }
}
