import CGetopt
import Configuration

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// A command line as `getopt_long` reads it: options anywhere, `--` ends them.
struct Arguments {
    /// An option that a command knows.
    struct Option {
        var name: String
        var letter: Character
        var takesValue: Bool

        fileprivate var code: Int32 { Int32(letter.asciiValue ?? 0) }
    }

    /// The values of the options given, by name; an empty string for one without a value.
    var options: [String: String] = [:]
    /// The arguments that are not options, in order.
    var operands: [String] = []

    /// Reads `arguments`, which begin after the program's and the command's names.
    init(_ arguments: [String], knowing known: [Option], command: String) throws(UsageError) {
        // getopt reorders an array of C strings; they live until this initialiser returns.
        var words = unsafe (["kiatsu"] + arguments).map { unsafe strdup($0) }
        let names = unsafe known.map { unsafe strdup($0.name) }
        let owned = unsafe words + names
        defer { for index in unsafe owned.indices { unsafe free(owned[index]) } }
        var table = unsafe zip(known, names).map { known, name in
            unsafe option(
                name: name,
                has_arg: known.takesValue ? required_argument : no_argument,
                flag: nil,
                val: known.code
            )
        }
        unsafe table.append(option())
        // The colon in front asks for `:` where a value is missing.
        let letters = ":" + known.map { String($0.letter) + ($0.takesValue ? ":" : "") }.joined()
        getopt_restart()
        while true {
            let found = unsafe getopt_long(Int32(words.count), &words, letters, table, nil)
            guard found != -1 else { break }
            guard let option = known.first(where: { $0.code == found }) else {
                let word = unsafe words[Int(getopt_index()) - 1].map { unsafe String(cString: $0) } ?? ""
                let needsValue = found == Int32(UInt8(ascii: ":"))
                if needsValue { throw UsageError("\(word) needs a value", command: command) }
                throw UsageError("option", unknown: word, among: known.map { "--" + $0.name }, command: command)
            }
            options[option.name] = unsafe getopt_value().map { unsafe String(cString: $0) } ?? ""
        }
        operands = unsafe words[Int(getopt_index())...].compactMap { word in
            unsafe word.map { unsafe String(cString: $0) }
        }
    }
}

/// An invalid command line.
struct UsageError: Error {
    var problem: String
    var command: String

    init(_ problem: String, command: String) {
        self.problem = problem
        self.command = command
    }

    /// A word that nothing has as its name, with the one that was most likely meant.
    init(_ kind: String, unknown word: String, among known: [String], command: String) {
        let near = suggestion(for: word, among: known).map { "; did you mean \($0)?" } ?? ""
        self.init("unknown \(kind) \(Terminal.printable(word))\(near)", command: command)
    }

    /// One line that ends with where help is.
    var message: String {
        let name = command.isEmpty ? "kiatsu" : "kiatsu \(command)"
        return "\(name): \(problem)\(problem.hasSuffix("?") ? " See" : "; see") \(name) --help"
    }
}
