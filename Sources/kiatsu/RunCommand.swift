import Configuration
import Daemon
import PictureProgram
import Support

/// `kiatsu run`.
struct RunCommand {
    private let file: ConfigurationFile

    init(_ words: [String]) throws(UsageError) {
        let arguments = try Arguments(
            words,
            knowing: [ConfigurationFile.option, ConfigurationFile.help],
            command: "run"
        )
        if arguments.options["help"] != nil { Help.show("run") }
        file = ConfigurationFile(arguments)
        guard let operand = arguments.operands.first else { return }
        let problem = "takes no \(Terminal.printable(operand)); the configuration is named with --config"
        throw UsageError(problem, command: "run")
    }

    func run() async throws -> Int32 {
        Heap.share()
        let signals = ControlSignals()
        guard let (configuration, warnings) = file.loadOrComplain(isForLog: true) else {
            return ExitCode.badConfiguration
        }
        let log = Logger(
            level: configuration.log.level,
            forJournal: Logger.isJournal(environment: file.environment)
        )
        for warning in warnings { log.warning(warning) }
        let file = file
        let drawer = PictureProgram(path: PictureProgram.installedPath, log: log)
        defer { drawer.shutDown() }
        let daemon = Daemon(
            load: { () throws(ConfigurationErrors) in
                let (configuration, warnings) = try file.load()
                for warning in warnings { log.warning(warning) }
                return configuration
            },
            drawer: drawer,
            manager: ServiceManager(environment: file.environment),
            log: log
        )
        do throws(DaemonError) {
            try await daemon.run(configuration, signals: signals.stream)
            return 0
        } catch {
            log.error(error.description)
            return ExitCode.failure
        }
    }
}
