#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// Runs what blocks on a thread of its own until the process ends.
enum Thread {
    private final class Body {
        let run: @Sendable () -> Void
        init(_ run: @escaping @Sendable () -> Void) { self.run = run }
    }

    static func start(_ run: @escaping @Sendable () -> Void) throws(BenchmarkError) {
        // Given to the thread, which releases it; taken back when there is none.
        let body = unsafe Unmanaged.passRetained(Body(run))
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
            throw BenchmarkError("pthread_create: \(System.words(for: code))")
        }
        pthread_detach(identifier)
    }

    private static func main(_ argument: UnsafeMutableRawPointer?) {
        guard let argument = unsafe argument else { return }
        unsafe Unmanaged<Body>.fromOpaque(argument).takeRetainedValue().run()
    }
}

/// Calls of the operating system in Swift's words.
enum System {
    static func words(for code: Int32) -> String {
        guard let words = unsafe strerror(code) else { return "error \(code)" }
        return unsafe String(cString: words)
    }

    /// The whole of a file, such as one of `/proc`.
    static func contents(of path: String) throws(BenchmarkError) -> String {
        let descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw BenchmarkError("\(path): \(words(for: errno))") }
        defer { close(descriptor) }
        return readAll(descriptor)
    }

    /// All that comes until the other end closes.
    static func readAll(_ descriptor: Int32) -> String {
        var bytes: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 65_536)
        while true {
            let count = unsafe read(descriptor, &buffer, buffer.count)
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { return String(decoding: bytes, as: UTF8.self) }
            bytes += buffer[..<count]
        }
    }
}
