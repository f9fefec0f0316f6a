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

    /// `code` is the value of `errno`, or what the call returned in its place.
    package init(call: String, code: Int32) {
        self.call = call
        self.code = code
    }
}

extension SystemError: CustomStringConvertible {
    /// The call and the system's message.
    package var description: String { "\(call): \(Self.words(for: code))" }

    /// True where the host or the process is out of descriptors or memory.
    package static func isOfResources(_ code: Int32) -> Bool { [EMFILE, ENFILE, ENOBUFS, ENOMEM].contains(code) }

    /// The system's words for an `errno` value.
    package static func words(for code: Int32) -> String {
        guard let words = unsafe strerror(code) else { return "error \(code)" }
        return unsafe String(cString: words)
    }
}
