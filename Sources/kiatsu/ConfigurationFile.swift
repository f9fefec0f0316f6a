import Configuration
import Pictures
import Widgets

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// The configuration that a command works with.
struct ConfigurationFile: Sendable {
    static let option = Arguments.Option(name: "config", letter: "c", takesValue: true)
    static let help = Arguments.Option(name: "help", letter: "h", takesValue: false)

    let path: String
    /// True if the file was named on the command line; otherwise it is at the usual place.
    let isNamed: Bool
    let environment: [String: String]

    /// `operand` names the file in place of the option.
    init(_ arguments: Arguments, named operand: String? = nil) {
        var environment = Self.environment
        let variable = environment.removeValue(forKey: "KIATSU_CONFIG")
        let named = operand ?? arguments.options["config"] ?? variable
        path = named ?? "/etc/kiatsu/kiatsu.yaml"
        isNamed = named != nil
        self.environment = environment
    }

    var exists: Bool { unsafe access(path, F_OK) == 0 }

    func load() throws(ConfigurationErrors) -> (configuration: Configuration, warnings: [String]) {
        var check = TopicCheck(Main.catalogue)
        return try Configuration.load(path: path, environment: environment, catalogue: Main.catalogue) {
            check.problem(baseTopic: $0, panelID: $1, widget: $2, form: $3)
        }
    }

    /// Loads it, or prints every error and gives nil.
    ///
    /// Each is shown with its line of the file, but in a log, which others may read; `inJSON` makes one document of
    /// them.
    func loadOrComplain(
        inJSON: Bool = false,
        isForLog: Bool = false
    ) -> (configuration: Configuration, warnings: [String])? {
        do throws(ConfigurationErrors) {
            return try load()
        } catch {
            if inJSON {
                JSONOutput.show(ConfigurationDocument(path, error))
            } else {
                Terminal.complain(isForLog ? error.description : error.descriptionWithLines)
            }
            return nil
        }
    }

    private static var environment: [String: String] {
        var result: [String: String] = [:]
        var entry = unsafe environ
        while let text = unsafe entry.pointee {
            let parts = unsafe String(cString: text).split(
                separator: "=",
                maxSplits: 1,
                omittingEmptySubsequences: false
            )
            if parts.count == 2 { result[String(parts[0])] = String(parts[1]) }
            unsafe entry += 1
        }
        return result
    }
}
