import Storage
import Time

/// `kiatsu restore`.
struct RestoreCommand {
    private let location: StoreLocation
    private let file: String

    init(_ words: [String]) throws(UsageError) {
        let arguments = try Arguments(
            words,
            knowing: [StoreLocation.option, ConfigurationFile.option, ConfigurationFile.help],
            command: "restore"
        )
        if arguments.options["help"] != nil { Help.show("restore") }
        guard arguments.operands.count == 1, let file = arguments.operands.first else {
            throw UsageError("takes one file, which `kiatsu backup` wrote", command: "restore")
        }
        self.file = file
        location = StoreLocation(arguments)
    }

    func run() -> Int32 {
        guard let store = location.pathOrComplain() else { return ExitCode.badConfiguration }
        do throws(BackupError) {
            let outcome = try StoreRestoration(of: store, from: file).run(at: SystemWallClock().now)
            if outcome.lacksLog {
                Terminal.say(
                    "warning: \(file) was copied from a running bridge without \(file)-wal, and may lack changes"
                )
            }
            Terminal.showLine("\(store): restored from \(file), \(outcome.summary)")
            if let former = outcome.former { Terminal.showLine("The store before is kept as \(former)") }
            return 0
        } catch {
            Terminal.say("\(error)")
            return ExitCode.failure
        }
    }
}
