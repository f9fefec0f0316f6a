import CBuild
import Support
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
            case "run": exit(try await RunCommand(rest).run())
            case "check": exit((try CheckCommand(rest)).run())
            case "plan": exit(try await PlanCommand(rest).run())
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
            case "--version", "-V", "version": Terminal.showLine(version)
            case "--help", "-h", "help": Terminal.showLine(Help.text(for: rest.first))
            case nil:
                Terminal.complain(Help.text(for: nil))
                exit(ExitCode.usage)
            case let word?:
                let known = Help.commands + ["help", "version"]
                throw UsageError("command", unknown: word, among: known, command: "")
            }
        } catch let error as UsageError {
            Terminal.complain(error.message)
            exit(ExitCode.usage)
        } catch {
            Terminal.say("\(error)")
            exit(ExitCode.failure)
        }
    }

    private static var version: String {
        let build = unsafe String(cString: kiatsu_build())
        return "kiatsu \(Kiatsu.version)\(build.isEmpty ? "" : " (\(build))")\nplaces: \(GeoNames.attribution)"
    }
}
