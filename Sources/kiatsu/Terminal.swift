import Support
import Text

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// The terminal's output and errors.
enum Terminal {
    /// The command in whose name the program speaks: `kiatsu check`, or `kiatsu` without one.
    static var speaker: String {
        let word = CommandLine.arguments.dropFirst().first ?? ""
        return Help.commands.contains(word) ? "kiatsu \(word)" : "kiatsu"
    }

    /// One line to standard error, as it is.
    static func complain(_ text: String) {
        let bytes = Array((text + "\n").utf8)
        _ = unsafe write(STDERR_FILENO, bytes, bytes.count)
    }

    /// One line to standard error in the command's name.
    static func say(_ text: String) { complain("\(speaker): \(text)") }

    /// Text to standard output, at once: what is shown live is not held back.
    ///
    /// Ends the program if it is not taken, as on a full disk.
    static func show(_ text: String) {
        do throws(FileError) {
            try WholeFile.write(Array(text.utf8), to: STDOUT_FILENO)
        } catch {
            say("standard output cannot be written: \(error)")
            exit(ExitCode.failure)
        }
    }

    /// One line to standard output.
    static func showLine(_ text: String) { show(text + "\n") }

    /// The text with a space in place of each character that would control the terminal, since others may have sent it.
    static func printable(_ text: String) -> String {
        var result = String.UnicodeScalarView()
        for scalar in text.unicodeScalars {
            result.append(ForeignText.isHarmful(scalar) ? " " : scalar)
        }
        return String(result)
    }

    /// True for a terminal, unless NO_COLOR is set and not empty (https://no-color.org).
    static var showsColor: Bool {
        guard let refusal = unsafe getenv("NO_COLOR"), unsafe refusal.pointee != 0 else {
            return isatty(STDOUT_FILENO) == 1
        }
        return false
    }
}
