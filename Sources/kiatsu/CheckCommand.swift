import Configuration

/// `kiatsu check`.
struct CheckCommand {
    let file: ConfigurationFile

    func run() -> Int32 {
        guard let (configuration, warnings) = file.loadOrComplain() else { return ExitCode.badConfiguration }
        for warning in warnings { Terminal.complain("warning: \(warning)") }
        print("\(file.path): \(configuration.panels.count) panel(s), no errors")
        return 0
    }
}
