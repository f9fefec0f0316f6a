import CBuild
import Support
import Text
import Upstreams
import Widgets

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// The exit codes of sysexits.h that scripts and systemd know.
enum ExitCode {
    static let failure: Int32 = 1
    static let usage: Int32 = 64
    static let badInput: Int32 = 65
    static let badConfiguration: Int32 = 78
}

@main
enum Main {
    /// The widgets and upstreams of this program, for all of its commands.
    static let catalogue = Catalogue.kiatsu

    static func main() async {
        MemoryImage.keepPrivate()
        let words = Array(CommandLine.arguments.dropFirst())
        let rest = Array(words.dropFirst())
        do {
            switch words.first {
            case "run": exit(try await RunCommand(file: configurationFile(rest, of: "run")).run())
            case "check": exit(CheckCommand(file: try configurationFile(rest, of: "check")).run())
            case "plan": exit(await (try PlanCommand(rest)).run())
            case "panel": exit(try await PanelCommand(rest).run())
            case "homeassistant": exit((try HomeAssistantCommand(rest)).run())
            case "healthcheck": exit(await (try HealthCheckCommand(rest)).run())
            case "decode": exit(try await DecodeCommand(rest).run())
            case "doctor": exit(await (try DoctorCommand(rest)).run())
            case "backup": exit((try BackupCommand(rest)).run())
            case "restore": exit((try RestoreCommand(rest)).run())
            case "remove": exit(await (try RemoveCommand(rest)).run())
            case "schema": exit(try SchemaCommand(rest).run())
            case "draw": exit(try await DrawCommand(rest).run())
            case "--version", "-V", "version": print(version)
            case "--help", "-h", "help": print(Help.text(for: rest.first))
            case nil:
                Terminal.complain(Help.text(for: nil))
                exit(ExitCode.usage)
            case let word?:
                throw UsageError("unknown command \(word)", command: "")
            }
        } catch let error as UsageError {
            let command = error.command.isEmpty ? "" : " \(error.command)"
            Terminal.complain("kiatsu\(command): \(error.problem); see kiatsu\(command) --help")
            exit(ExitCode.usage)
        } catch {
            Terminal.complain("kiatsu: \(error)")
            exit(ExitCode.failure)
        }
    }

    /// The configuration of a command that takes nothing else; ends the program when help is asked for.
    private static func configurationFile(_ words: [String], of command: String) throws(UsageError) -> ConfigurationFile
    {
        let arguments = try Arguments(
            words,
            knowing: [ConfigurationFile.option, ConfigurationFile.help],
            command: command
        )
        if arguments.options["help"] != nil { Help.show(command) }
        guard let operand = arguments.operands.first else { return ConfigurationFile(arguments) }
        throw UsageError("takes no \(operand); the configuration is named with --config", command: command)
    }

    private static var version: String {
        let build = unsafe String(cString: kiatsu_build())
        return "kiatsu \(Kiatsu.version)\(build.isEmpty ? "" : " (\(build))")\nplaces: \(GeoNames.attribution)"
    }
}

/// The terminal's output and errors.
enum Terminal {
    /// One line to standard error.
    static func complain(_ text: String) {
        let bytes = Array((text + "\n").utf8)
        _ = unsafe write(STDERR_FILENO, bytes, bytes.count)
    }

    /// Text to standard output, at once: what is shown live is not held back.
    static func show(_ text: String) {
        let bytes = Array(text.utf8)
        _ = unsafe write(STDOUT_FILENO, bytes, bytes.count)
    }

    /// The text with a space in place of each character that would control the terminal, since others may have sent it.
    static func printable(_ text: String) -> String {
        var result = String.UnicodeScalarView()
        for scalar in text.unicodeScalars {
            result.append(ForeignText.isHarmful(scalar) ? " " : scalar)
        }
        return String(result)
    }

    static var showsColor: Bool { unsafe getenv("NO_COLOR") == nil && isatty(STDOUT_FILENO) == 1 }
}
