import CProcess

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// A thread for blocking work, outside Swift's pool.
package struct Thread: Sendable {
    private let identifier: pthread_t

    private final class Body {
        let name: String
        let run: @Sendable () -> Void

        init(name: String, _ run: @escaping @Sendable () -> Void) {
            self.name = name
            self.run = run
        }
    }

    /// Starts a thread named `name` in the system, at most 15 bytes.
    package init(name: String, _ run: @escaping @Sendable () -> Void) throws(SystemError) {
        // Passed to the thread, which releases it; released here where no thread starts.
        let body = unsafe Unmanaged.passRetained(Body(name: name, run))
        var identifier = pthread_t()
        let code = unsafe pthread_create(
            &identifier,
            nil,
            { argument in
                unsafe Thread.main(argument)
                return nil
            },
            body.toOpaque()
        )
        guard code == 0 else {
            unsafe body.release()
            throw SystemError(call: "pthread_create", code: code)
        }
        self.identifier = identifier
    }

    private static func main(_ argument: UnsafeMutableRawPointer?) {
        // Signals are for the program's own threads.
        var all = sigset_t()
        unsafe sigfillset(&all)
        unsafe pthread_sigmask(SIG_BLOCK, &all, nil)
        guard let argument = unsafe argument else { return }
        let body = unsafe Unmanaged<Body>.fromOpaque(argument).takeRetainedValue()
        _ = unsafe process_name_thread(body.name)
        body.run()
    }

    /// Waits for the end of a thread that is about to end; call it or `abandon` once.
    package func join() { pthread_join(identifier, nil) }

    /// Lets the thread run until the process ends.
    package func abandon() { pthread_detach(identifier) }
}
