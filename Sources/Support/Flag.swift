import Synchronization

/// A flag that one task waits for and anybody sets; setting it twice before it is seen counts once.
package final class Flag: Sendable {
    private struct State {
        var isSet = false
        var isCancelled = false
        var waiter: CheckedContinuation<Void, Never>?
    }

    // A lock, not an actor: `set` is called from libmosquitto's thread, which cannot await.
    private let state = Mutex(State())

    package init() {}

    /// Sets the flag, and resumes the task that waits for it.
    package func set() {
        let waiter = state.withLock { state -> CheckedContinuation<Void, Never>? in
            guard let waiter = state.waiter else {
                state.isSet = true
                return nil
            }
            state.waiter = nil
            return waiter
        }
        waiter?.resume()
    }

    /// Returns once the flag is set, and clears it; or when the task is cancelled.
    ///
    /// One waiter at a time.
    package func wait() async {
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let isOver = state.withLock { state in
                    if state.isSet || state.isCancelled {
                        state.isSet = false
                        state.isCancelled = false
                        return true
                    }
                    state.waiter = continuation
                    return false
                }
                if isOver { continuation.resume() }
            }
        } onCancel: {
            let waiter = state.withLock { state -> CheckedContinuation<Void, Never>? in
                guard let waiter = state.waiter else {
                    state.isCancelled = true
                    return nil
                }
                state.waiter = nil
                return waiter
            }
            waiter?.resume()
        }
    }
}
