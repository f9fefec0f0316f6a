import Foundation
import Glibc
import Synchronization

/// One thread of a child that stands still while the others go on, as if it hung in a call; needs x86-64 or arm64.
package final class HaltedThread: Sendable {
    package struct Failure: Error {}

    private typealias Trace = @convention(c) (Int, Int, Int, Int) -> Int
    private static let seize = 0x4206
    private static let interrupt = 0x4207
    private static let detach = 17

    private let release = DispatchSemaphore(value: 0)
    private let ended = DispatchSemaphore(value: 0)

    /// Halts the thread of that number; `nil` where the system does not let us.
    package init?(_ thread: Int32) {
        guard let symbol = dlsym(nil, "ptrace") else { return nil }
        let trace = unsafeBitCast(symbol, to: Trace.self)
        let isHalted = Box(false)
        let tried = DispatchSemaphore(value: 0)
        // Whoever traces a thread is the one that has to let it go.
        Thread.detachNewThread { [release, ended] in
            defer { ended.signal() }
            var status: Int32 = 0
            guard trace(Self.seize, Int(thread), 0, 0) == 0, trace(Self.interrupt, Int(thread), 0, 0) == 0,
                waitpid(thread, &status, 0x4000_0000) == thread
            else {
                tried.signal()
                return
            }
            isHalted.value.withLock { $0 = true }
            tried.signal()
            release.wait()
            _ = trace(Self.detach, Int(thread), 0, 0)
        }
        tried.wait()
        guard isHalted.value.withLock({ $0 }) else { return nil }
    }

    deinit { release.signal() }

    /// Lets it go on; returns when it does.
    package func letGo() {
        release.signal()
        ended.wait()
    }

    /// A box for a value that a closure can hold.
    private final class Box: Sendable {
        let value: Mutex<Bool>
        init(_ value: Bool) { self.value = Mutex(value) }
    }
}
