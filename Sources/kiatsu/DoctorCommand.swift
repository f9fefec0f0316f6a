import Configuration
import Doctor
import JSON
import PictureProgram
import Support
import Synchronization

/// `kiatsu doctor`.
struct DoctorCommand {
    private let file: ConfigurationFile
    private let showsJSON: Bool

    init(_ words: [String]) throws(UsageError) {
        let arguments = try Arguments(
            words,
            knowing: [JSONOutput.option, ConfigurationFile.option, ConfigurationFile.help],
            command: "doctor"
        )
        if arguments.options["help"] != nil { Help.show("doctor") }
        file = ConfigurationFile(arguments)
        showsJSON = arguments.options["json"] != nil
        guard let operand = arguments.operands.first else { return }
        throw UsageError(
            "takes no \(Terminal.printable(operand)); the configuration is named with --config",
            command: "doctor"
        )
    }

    func run() async -> Int32 {
        let found = Found(showsJSON: showsJSON)
        let configuration: Configuration
        do throws(ConfigurationErrors) {
            let warnings: [String]
            (configuration, warnings) = try file.load()
            found.take(.finding(.configuration(file.path, warnings: warnings, panels: configuration.panels.count)))
        } catch {
            Terminal.complain(error.descriptionWithLines)
            return ExitCode.badConfiguration
        }
        let path = PictureProgram.installedPath
        let drawer = PictureProgram(path: path, log: .command(.error))
        defer { drawer.shutDown() }
        await Doctor(configuration, drawer: drawer, drawingProgram: path).examine { found.take($0) }
        return found.finish() ? 0 : ExitCode.failure
    }
}

/// The findings, printed as they arrive, one a line, or as one JSON document at the end.
private final class Found: Sendable {
    private let showsJSON: Bool
    // A lock: findings come from tasks.
    private let findings = Mutex<[Finding]>([])

    init(showsJSON: Bool) { self.showsJSON = showsJSON }

    func take(_ report: Doctor.Report) {
        switch report {
        case .progress(let text): if !showsJSON { Terminal.complain("… \(text)") }
        case .finding(let finding):
            findings.withLock { $0.append(finding) }
            if !showsJSON { Terminal.show(Self.text(of: finding, usesColor: Terminal.showsColor)) }
        }
    }

    /// Prints what is left to be printed; returns true if nothing is wrong.
    func finish() -> Bool {
        let all = findings.withLock { $0 }
        func count(_ outcome: Finding.Outcome) -> Int { all.count { $0.result == outcome } }
        if showsJSON {
            let json = (try? all.encoded(isSlashEscaped: false)).map { String(decoding: $0, as: UTF8.self) } ?? "[]"
            Terminal.show(json + "\n")
        } else {
            let counts = "\(count(.ok)) ok, \(count(.warning)) warning(s), \(count(.fault)) fault(s)"
            Terminal.show("\(counts), \(count(.unknown)) that cannot be told from here\n")
        }
        return count(.fault) == 0
    }

    private static func text(of finding: Finding, usesColor: Bool) -> String {
        let (word, color) =
            switch finding.result {
            case .ok: ("ok     ", "32")
            case .warning: ("warning", "33")
            case .fault: ("FAULT  ", "31")
            case .unknown: ("?      ", "36")
            }
        let mark = usesColor ? "\u{1B}[\(color)m\(word)\u{1B}[0m" : word
        let remedy = finding.remedy.map { "        → \(Terminal.printable($0))\n" } ?? ""
        return "\(mark) \(finding.check): \(Terminal.printable(finding.detail))\n\(remedy)"
    }
}
