import Configuration
import Payloads

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
    let environment: [String: String]

    init(_ arguments: Arguments) {
        var environment = Self.environment
        let named = environment.removeValue(forKey: "KIATSU_CONFIG")
        path = arguments.options["config"] ?? named ?? "/etc/kiatsu/kiatsu.yaml"
        self.environment = environment
    }

    func load() throws(ConfigurationErrors) -> (configuration: Configuration, warnings: [String]) {
        try Configuration.load(path: path, environment: environment) { base, panel, encoding in
            WeatherEncoding(rawValue: encoding.rawValue).flatMap {
                WeatherEncoding.topicRoom(baseTopic: base, panelID: panel, encoding: $0)
            }
        }
    }

    /// Loads it, or prints every error and gives nil.
    func loadOrComplain() -> (configuration: Configuration, warnings: [String])? {
        do throws(ConfigurationErrors) {
            return try load()
        } catch {
            Terminal.complain(error.description)
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
