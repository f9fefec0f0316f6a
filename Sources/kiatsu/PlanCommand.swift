import Bridge
import Configuration
import Payloads
import Time
import Topics
import Widgets

/// `kiatsu plan`.
struct PlanCommand {
    private static let snapshot = Arguments.Option(name: "snapshot", letter: "s", takesValue: false)

    private let file: ConfigurationFile
    /// True if samples are wanted, of the widgets in `names` or of all that the configuration has.
    private let showsSnapshot: Bool
    private let showsJSON: Bool
    /// Panels, or widgets for a snapshot.
    private let names: [String]

    init(_ words: [String]) throws(UsageError) {
        let arguments = try Arguments(
            words,
            knowing: [Self.snapshot, JSONOutput.option, ConfigurationFile.option, ConfigurationFile.help],
            command: "plan"
        )
        if arguments.options["help"] != nil { Help.show("plan") }
        file = ConfigurationFile(arguments)
        showsSnapshot = arguments.options["snapshot"] != nil
        showsJSON = arguments.options["json"] != nil
        names = arguments.operands
        guard showsSnapshot else { return }
        if showsJSON { throw UsageError("a snapshot is no JSON: leave out --json or --snapshot", command: "plan") }
        let widgets = Main.catalogue.widgets.map(\.name)
        guard let stranger = names.first(where: { !widgets.contains($0) }) else { return }
        let problem = "there is no widget \(Terminal.printable(stranger)), but \(widgets.joined(separator: ", "))"
        throw UsageError(problem, command: "plan")
    }

    func run() async throws(UsageError) -> Int32 {
        if showsSnapshot { return showSnapshots() }
        guard let (configuration, warnings) = file.loadOrComplain(inJSON: showsJSON) else {
            return ExitCode.badConfiguration
        }
        try Self.checkNames(names, in: configuration, file)
        let plan = await Plan(configuration, now: SystemWallClock().now)
        let shortages = plan.sourceCalls.compactMap(\.warning)
        if showsJSON {
            JSONOutput.show(PlanDocument(plan, of: configuration, only: names, warnings: warnings + shortages))
            return 0
        }
        for line in PlanText(plan, of: configuration, only: names).lines { Terminal.showLine(line) }
        for shortage in shortages { Terminal.say("warning: \(shortage)") }
        return 0
    }

    private static func checkNames(
        _ names: [String],
        in configuration: Configuration,
        _ file: ConfigurationFile
    ) throws(UsageError) {
        let known = configuration.panels.map(\.id)
        guard let stranger = names.first(where: { !known.contains($0) }) else { return }
        let remedy =
            suggestion(for: stranger, among: known).map { "did you mean \($0)?" }
            ?? "they are \(known.prefix(10).joined(separator: ", "))\(known.count > 10 ? ", …" : "")"
        throw UsageError("\(file.path) has no panel \(Terminal.printable(stranger)); \(remedy)", command: "plan")
    }

    // MARK: Snapshots

    /// Prints a sample of each widget: the named ones with their defaults, otherwise the panels' own, or all if there
    /// is no configuration.
    private func showSnapshots() -> Int32 {
        let now = SystemWallClock().now
        guard names.isEmpty, file.isNamed || file.exists else {
            for widget in Main.catalogue.widgets where names.isEmpty || names.contains(widget.name) {
                Self.show(widget, Main.catalogue.defaults(for: widget), at: now, topic: widget.name)
            }
            return 0
        }
        guard let (configuration, _) = file.loadOrComplain() else { return ExitCode.badConfiguration }
        for panel in configuration.panels {
            for settings in panel.widgets {
                guard let widget = configuration.catalogue.widget(settings.widget) else { continue }
                let topic = configuration.mqtt.topics.entry(of: settings.widget, panel: panel.id).name
                Self.show(widget, settings, at: now, topic: topic)
            }
        }
        return 0
    }

    private static func show(_ widget: any Widget, _ settings: WidgetConfiguration, at now: UTCInstant, topic: String) {
        for (encoding, payload) in Snapshot(of: widget, settings, at: now).payloads {
            let text =
                encoding == .frame
                ? "(\(payload.bytes.count) bytes, see kiatsu decode)"
                : Terminal.printable(String(decoding: payload.bytes, as: UTF8.self))
            Terminal.showLine("\(topic)\(payload.topicSuffix) \(text)")
        }
    }
}
