import Bridge
import Configuration
import Payloads
import Time
import Topics
import Widgets

/// `kiatsu plan`.
struct PlanCommand {
    static let snapshot = Arguments.Option(name: "snapshot", letter: "s", takesValue: false)

    let file: ConfigurationFile
    /// True if samples are wanted, of the named widgets or of all that the configuration has.
    var showsSnapshot = false
    var widgets: [String] = []

    init(_ words: [String]) throws(UsageError) {
        let arguments = try Arguments(
            words,
            knowing: [Self.snapshot, ConfigurationFile.option, ConfigurationFile.help],
            command: "plan"
        )
        if arguments.options["help"] != nil { Help.show("plan") }
        file = ConfigurationFile(arguments)
        showsSnapshot = arguments.options["snapshot"] != nil
        widgets = arguments.operands
        let names = Main.catalogue.widgets.map(\.name)
        guard let stranger = showsSnapshot ? widgets.first(where: { !names.contains($0) }) : widgets.first else {
            return
        }
        let problem =
            showsSnapshot
            ? "there is no widget \(stranger), but \(names.joined(separator: ", "))"
            : "takes no \(stranger); the configuration is named with --config"
        throw UsageError(problem, command: "plan")
    }

    func run() async -> Int32 {
        if showsSnapshot { return showSnapshots() }
        guard let (configuration, _) = file.loadOrComplain() else { return ExitCode.badConfiguration }
        let plan = await Plan(configuration, now: SystemWallClock().now)
        let rows = plan.panels.flatMap(\.self)
        let width = rows.map(\.topic.count).max() ?? 0
        let sizes = rows.map { row in row.largestPacketBytes.map { "\($0) B" } ?? "-  " }
        let sizeWidth = max("largest".count, sizes.map(\.count).max() ?? 0)
        print("\(Self.pad("topic", width))  \(Self.padLeft("largest", sizeWidth))  fits clients of  next")
        for (row, size) in zip(rows, sizes) {
            let fits = Plan.clientDefaults.map { row.fits.contains($0) ? Self.padLeft("\($0)", 5) : "     " }.joined()
            let next = row.nextAt.map(\.iso8601) ?? "when it changes"
            print("\(Self.pad(row.topic, width))  \(Self.padLeft(size, sizeWidth)) \(fits)  \(next)")
        }
        for kind in plan.kinds { print("\(kind.widget): \(kind.title). \(kind.about)") }
        for set in plan.timelineSets {
            print(
                "\(set.title): \(set.timelineCount) timeline(s), next reload at \(set.nextReloadAt.iso8601)"
            )
        }
        return 0
    }

    // MARK: Snapshots

    /// Prints a sample of each widget: the named ones with their defaults, otherwise the panels' own, or all if there
    /// is no configuration.
    private func showSnapshots() -> Int32 {
        let now = SystemWallClock().now
        guard widgets.isEmpty, file.isNamed || file.exists else {
            for widget in Main.catalogue.widgets where widgets.isEmpty || widgets.contains(widget.name) {
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
            print("\(topic)\(payload.topicSuffix) \(text)")
        }
    }

    private static func pad(_ text: String, _ width: Int) -> String {
        text + String(repeating: " ", count: max(0, width - text.count))
    }

    private static func padLeft(_ text: String, _ width: Int) -> String {
        String(repeating: " ", count: max(0, width - text.count)) + text
    }
}
