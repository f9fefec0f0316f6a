#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// A call of the operating system that failed.
package struct SystemError: Error, Sendable, Equatable {
    /// The name of the call.
    package let call: String

    /// The `errno` value.
    package let code: Int32

    package init(call: String, code: Int32) {
        self.call = call
        self.code = code
    }
}

extension SystemError: CustomStringConvertible {
    /// The call and the system's message.
    package var description: String { "\(call): \(Self.words(for: code))" }

    /// True where the host or the process is out of descriptors or memory.
    static func isOfResources(_ code: Int32) -> Bool { [EMFILE, ENFILE, ENOBUFS, ENOMEM].contains(code) }

    static func words(for code: Int32) -> String {
        guard let words = unsafe strerror(code) else { return "error \(code)" }
        return unsafe String(cString: words)
    }
}
