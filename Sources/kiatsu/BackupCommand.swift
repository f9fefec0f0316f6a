import Configuration
import Storage

/// `kiatsu backup`.
struct BackupCommand {
    private static let force = Arguments.Option(name: "force", letter: "f", takesValue: false)

    private let location: StoreLocation
    private let file: String
    private let isReplacing: Bool

    init(_ words: [String]) throws(UsageError) {
        let arguments = try Arguments(
            words,
            knowing: [Self.force, StoreLocation.option, ConfigurationFile.option, ConfigurationFile.help],
            command: "backup"
        )
        if arguments.options["help"] != nil { Help.show("backup") }
        guard arguments.operands.count == 1, let file = arguments.operands.first else {
            throw UsageError("takes one file, which the backup is written to", command: "backup")
        }
        self.file = file
        isReplacing = arguments.options["force"] != nil
        location = StoreLocation(arguments)
    }

    func run() -> Int32 {
        guard let store = location.pathOrComplain() else { return ExitCode.badConfiguration }
        do throws(BackupError) {
            let summary = try StoreBackup(of: store, to: file).write(replacing: isReplacing)
            Terminal.showLine("\(file): a backup of \(store), \(summary)")
            return 0
        } catch {
            Terminal.say("\(error)")
            return ExitCode.failure
        }
    }
}

/// The store that a command works with: one that is named, or that of the configuration.
struct StoreLocation {
    static let option = Arguments.Option(name: "store", letter: "S", takesValue: true)

    private let named: String?
    private let file: ConfigurationFile

    init(_ arguments: Arguments) {
        named = arguments.options["store"]
        file = ConfigurationFile(arguments)
    }

    /// The path; prints every error of the configuration and gives nil where that is needed and does not check.
    func pathOrComplain() -> String? {
        if let named { return named }
        return file.loadOrComplain()?.configuration.store.path
    }
}
