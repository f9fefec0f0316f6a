import BridgeClient
import Configuration
import Faults

/// `kiatsu healthcheck`.
struct HealthCheckCommand {
    private let file: ConfigurationFile
    private let timeout: Int
    private let isOfLifeAlone: Bool
    private let showsJSON: Bool

    /// The result as `--json` has it.
    private struct Document: Encodable {
        var ok: Bool
        /// Without one if the bridge does not tell.
        var panels: Int?
        /// In seconds.
        var uptime: Int?
        /// The reasons why it is not well, a sentence each.
        var reasons: [String]
    }

    private static let timeouts = 1...300

    init(_ words: [String]) throws(UsageError) {
        let arguments = try Arguments(
            words,
            knowing: [
                Arguments.Option(name: "timeout", letter: "t", takesValue: true),
                Arguments.Option(name: "alive", letter: "a", takesValue: false), JSONOutput.option,
                ConfigurationFile.option, ConfigurationFile.help,
            ],
            command: "healthcheck"
        )
        if arguments.options["help"] != nil { Help.show("healthcheck") }
        if let operand = arguments.operands.first {
            throw UsageError("takes no \(Terminal.printable(operand))", command: "healthcheck")
        }
        let seconds = arguments.options["timeout"].map { Int($0) } ?? 10
        guard let seconds, Self.timeouts ~= seconds else {
            throw UsageError("--timeout needs whole seconds, 1 to 300", command: "healthcheck")
        }
        file = ConfigurationFile(arguments)
        timeout = seconds
        isOfLifeAlone = arguments.options["alive"] != nil
        showsJSON = arguments.options["json"] != nil
    }

    func run() async -> Int32 {
        guard let (configuration, _) = file.loadOrComplain(inJSON: showsJSON) else { return ExitCode.badConfiguration }
        do throws(HealthProblems) {
            let check = HealthCheck(
                configuration.mqtt,
                patience: .seconds(timeout),
                isOfLifeAlone: isOfLifeAlone
            )
            let report = try await check.run()
            guard !showsJSON else {
                JSONOutput.show(Document(ok: true, panels: report.panels, uptime: report.uptime, reasons: []))
                return 0
            }
            let facts = [report.panels.map { "\($0) panel(s)" }, report.uptime.map { "up for \($0) s" }]
            Terminal.showLine(
                ([isOfLifeAlone ? "alive" : "healthy"] + facts.compactMap(\.self)).joined(separator: ", ")
            )
            return 0
        } catch {
            if showsJSON {
                JSONOutput.show(Document(ok: false, reasons: error.reasons))
            } else {
                for reason in error.reasons { Terminal.say(Terminal.printable(reason)) }
            }
            return ExitCode.failure
        }
    }
}
