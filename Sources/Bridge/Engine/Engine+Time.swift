import Faults
import Support
import Time

/// The schedule: what is due is done, by whatever the clock shows.
extension Engine {
    func keepTime() async {
        while !Task.isCancelled {
            let (deadline, clock, wakeup) = (state.nextDeadline(), dependencies.clock, time.wakeup)
            time.sleeps(until: deadline)
            await withDiscardingTaskGroup { group in
                group.addTask {
                    guard (try? await clock.sleep(until: deadline, tolerance: nil)) != nil else { return }
                    wakeup.set()
                }
                await wakeup.wait()
                group.cancelAll()
            }
            carryOut(state.advance(to: currentTime()))
            lookForFlood()
            supervision.advanced()
        }
    }

    /// Returns what the clock shows, and has what is remembered moved along where it was set.
    func currentTime() -> UTCInstant {
        let (now, elapsed) = (dependencies.clock.now, dependencies.clock.elapsed)
        if let step = time.takeStep(now: now, elapsed: elapsed) {
            health.clockStepped(by: step)
            carryOut(state.clockStepped(by: step, to: now))
        }
        return now
    }
}
