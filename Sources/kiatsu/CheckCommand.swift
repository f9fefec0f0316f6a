import Configuration

/// `kiatsu check`.
struct CheckCommand {
    private let file: ConfigurationFile
    private let showsJSON: Bool

    init(_ words: [String]) throws(UsageError) {
        let arguments = try Arguments(
            words,
            knowing: [JSONOutput.option, ConfigurationFile.option, ConfigurationFile.help],
            command: "check"
        )
        if arguments.options["help"] != nil { Help.show("check") }
        guard arguments.operands.count <= 1 else { throw UsageError("takes one file at a time", command: "check") }
        if arguments.options["config"] != nil, let operand = arguments.operands.first {
            let problem = "\(Terminal.printable(operand)) and --config name two files: leave out one of them"
            throw UsageError(problem, command: "check")
        }
        file = ConfigurationFile(arguments, named: arguments.operands.first)
        showsJSON = arguments.options["json"] != nil
    }

    func run() -> Int32 {
        guard let (configuration, warnings) = file.loadOrComplain(inJSON: showsJSON) else {
            return ExitCode.badConfiguration
        }
        let count = configuration.panels.count
        if showsJSON {
            JSONOutput.show(ConfigurationDocument(file.path, panels: count, warnings: warnings))
        } else {
            for warning in warnings { Terminal.say("warning: \(warning)") }
            Terminal.showLine("\(file.path): \(count) panel(s), no errors")
        }
        return 0
    }
}
