import Configuration
import Daemon
import PictureProgram
import Support

/// `kiatsu run`.
struct RunCommand {
    let file: ConfigurationFile

    func run() async throws -> Int32 {
        Heap.share()
        let signals = ControlSignals()
        guard let (configuration, warnings) = file.loadOrComplain() else { return ExitCode.badConfiguration }
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
