import Commands
import Configuration
import Payloads
import Pictures
import Storage
import Time
import Widgets

/// The options of panels' widgets that were chosen at run time, by requests and by panels' own hellos.
struct Choices: Sendable {
    /// The most choices that wait for the disk: requests arrive faster than it writes.
    static let mostUnderway = 64
    /// The most ways of showing a widget that are remembered.
    private static let mostWays = 4096
    /// Each hello that changes something is written to disk, published and drawn.
    private static let mostHelloChangesPerMinute = 10
    private static let mostIdleWindows = 64

    /// A way of showing a widget.
    private struct Way: Hashable {
        var widget: String
        var display: DisplaySettings
        var encodings: [Encoding]
    }

    let setup: Setup
    /// By panel, widget and option.
    private(set) var chosen: [String: [String: [String: String]]]
    /// The panels' announcements in their hellos.
    private(set) var displays: [String: StoredDisplay]
    /// The choices that make no sense any more, a line each.
    private(set) var notices: [String] = []
    /// The number of choices on their way to the disk.
    private var underwayCount = 0
    /// The recent changes of panels' hellos, for those that changed within the minute and a few more.
    private var helloChanges: [String: RateWindow] = [:]
    private var boundsByWay: [Way: [EncodingBounds]] = [:]

    init(
        _ setup: Setup,
        chosen: [String: [String: [String: String]]] = [:],
        displays: [String: StoredDisplay] = [:]
    ) {
        self.setup = setup
        self.chosen = chosen
        self.displays = displays
    }

    /// The choices for a widget of a panel, by option; nil where there are none.
    func chosen(for widget: String, of panel: String) -> [String: String]? { chosen[panel]?[widget] }

    /// Forgets a panel.
    mutating func forget(_ panel: String) {
        chosen[panel] = nil
        displays[panel] = nil
        helloChanges[panel] = nil
    }

    /// Forgets the options that were chosen for a panel; what the panel said of itself stays.
    mutating func forgetOptions(of panel: String) { chosen[panel] = nil }

    // MARK: On the way to the disk

    /// Counts a choice that goes to the disk; false where too many wait for it already.
    mutating func begin() -> Bool {
        guard underwayCount < Self.mostUnderway else { return false }
        underwayCount += 1
        return true
    }

    /// Takes in that a choice is on disk, or did not get there.
    mutating func end() { underwayCount -= 1 }

    /// Puts a choice for a widget in the place of those before, and gives all that is chosen for it now.
    mutating func put(_ request: OptionsRequest) -> [String: String] {
        put(
            request.chosen(after: chosen(for: request.widget, of: request.panel)),
            for: request.widget,
            of: request.panel
        )
    }

    /// Puts what a panel's hello chose for one of its widgets into the place of what was chosen before, and gives all
    /// that is chosen for it now.
    mutating func put(_ choice: HelloChoice, for widget: String) -> [String: String] {
        put(choice.chosen(for: widget, after: chosen(for: widget, of: choice.panel)), for: widget, of: choice.panel)
    }

    private mutating func put(_ all: [String: String], for widget: String, of panel: String) -> [String: String] {
        chosen[panel, default: [:]][widget] = all.isEmpty ? nil : all
        return all
    }

    /// Takes in what a panel says of itself.
    mutating func put(_ display: StoredDisplay, of panel: String) { displays[panel] = display }

    /// The reason why a choice cannot take effect once it is on disk, because of an earlier one; nil if it can.
    mutating func problem(with request: OptionsRequest, on panel: PanelConfiguration?) -> String? {
        do throws(RequestError) {
            let all = request.chosen(after: chosen(for: request.widget, of: request.panel))
            _ = try settings(of: request.panel, panel, widget: request.widget, with: all)
            return nil
        } catch {
            return error.message
        }
    }

    /// The reason that keeps a hello's choices from coming into force once they are on disk; nil for none.
    mutating func problem(with choice: HelloChoice, on panel: PanelConfiguration?) -> String? {
        let id = choice.panel
        // The pictures must fit the display with the new settings.
        let before = displays[id]
        displays[id] = choice.display
        defer { displays[id] = before }
        for widget in choice.options.keys.sorted() {
            let all = choice.chosen(for: widget, after: chosen(for: widget, of: id))
            do throws(RequestError) {
                _ = try settings(of: id, panel, widget: widget, with: all)
            } catch {
                return "\(widget): \(error.message)"
            }
        }
        return nil
    }

    /// Counts a hello that changes something; throws where a panel changes too often.
    mutating func admitHello(of panel: String, _ request: HelloRequest, at now: UTCInstant) throws(HelloError) {
        if helloChanges.count >= Self.mostIdleWindows {
            helloChanges = helloChanges.filter { !$0.value.isIdle(at: now) }
        }
        let limit = Self.mostHelloChangesPerMinute
        guard helloChanges[panel, default: RateWindow(limit: limit)].admit(at: now) else {
            throw HelloError(
                .rateLimited,
                "over \(limit) changes a minute; say it again in a minute",
                id: request.id
            )
        }
    }

    // MARK: In force

    /// A panel of the configuration with what was chosen for its widgets; choices that make no sense any more are
    /// passed over and noticed.
    mutating func applied(to panel: PanelConfiguration) -> PanelConfiguration {
        var panel = panel
        applyOptions(to: &panel)
        // The panel's hello is newer than the configuration.
        for index in panel.widgets.indices where !panel.widgets[index].picture.formats.isEmpty {
            var settings = panel.widgets[index]
            let problems = leaveOutPictures(of: &settings, of: panel.id)
            // Assigned only if it differs: panels share the list of widgets until one of them changes it.
            guard !problems.isEmpty else { continue }
            panel.widgets[index] = settings
            notices += problems.map {
                "panel \(panel.id): of the pictures of \(settings.widget) one is left out: \($0)"
            }
        }
        return panel
    }

    private mutating func applyOptions(to panel: inout PanelConfiguration) {
        guard let choices = chosen[panel.id] else { return }
        for (index, widget) in panel.widgets.enumerated() {
            guard let choices = choices[widget.widget] else { continue }
            // First together, as they were chosen: an encoding may fit only in the family that was chosen with it.
            if let together = try? settings(widget, with: choices, on: panel.id) {
                panel.widgets[index] = together
                continue
            }
            for (option, text) in choices.sorted(by: { $0.key < $1.key }) {
                do throws(RequestError) {
                    panel.widgets[index] = try settings(panel.widgets[index], with: [option: text], on: panel.id)
                } catch {
                    let name = "\(widget.widget).\(option)"
                    notices.append("panel \(panel.id): \(name) as chosen is passed over: \(error.message)")
                }
            }
        }
    }

    /// The settings of a widget of a panel with these choices on top; `panel` is its configuration without choices, nil
    /// where there is no such panel.
    mutating func settings(
        of id: String,
        _ panel: PanelConfiguration?,
        widget: String,
        with choices: [String: String]
    ) throws(RequestError) -> WidgetConfiguration {
        guard let settings = panel?.widgets.first(where: { $0.widget == widget }) else {
            throw RequestError("panel \(id) has no widget “\(widget)”")
        }
        return try self.settings(settings, with: choices, on: id)
    }

    /// Settings with these choices on top, for a widget of a panel.
    ///
    /// Pictures that the panel has no room for are left out, unless somebody chose how they are to be.
    private mutating func settings(
        _ configured: WidgetConfiguration,
        with choices: [String: String],
        on id: String
    ) throws(RequestError) -> WidgetConfiguration {
        var settings = configured
        for (option, text) in choices.sorted(by: { $0.key < $1.key }) {
            try setup.set(option, to: text, in: &settings)
        }
        let areChosen = choices.keys.compactMap(PictureOption.init).contains(where: \.decidesSpace)
        if !areChosen { leaveOutPictures(of: &settings, of: id) }
        if let problem = check(settings, of: id) { throw RequestError(problem) }
        return settings
    }

    /// Leaves out the pictures that the panel has no room for, and gives the reasons.
    @discardableResult
    private func leaveOutPictures(of settings: inout WidgetConfiguration, of id: String) -> [String] {
        guard !settings.picture.formats.isEmpty else { return [] }
        let room = pictureRoom(of: id, settings)
        let problems = settings.picture.formats.compactMap { room.problem(of: $0) }
        settings.picture.formats.removeAll { room.problem(of: $0) != nil }
        return problems
    }

    // MARK: Room

    /// The reason why a panel's widget cannot work with such settings; nil if it can.
    private mutating func check(_ settings: WidgetConfiguration, of id: String) -> String? {
        if let problem = setup.configuration.problems(of: settings, catalogue: setup.catalogue).first { return problem }
        for form in settings.publishedForms {
            guard let problem = topicProblem(settings, as: form, of: id) else { continue }
            if case .encoding = form { return problem }
            return "no room for \(form.name): \(problem); \(form.remedy)"
        }
        return nil
    }

    /// The reason why a widget's payloads do not fit their packets, one sentence of arithmetic; nil if they fit.
    mutating func topicProblem(_ settings: WidgetConfiguration, as form: PublishedForm, of id: String) -> String? {
        switch form {
        case .picture(let format): return pictureRoom(of: id, settings).problem(of: format)
        case .encoding(let encoding):
            var settings = settings
            settings.encodings = [encoding]
            do throws(TopicTooLong) {
                for bounds in bounds(of: settings) {
                    _ = try TopicRoom(bounds, baseTopic: setup.configuration.mqtt.baseTopic, panelID: id)
                }
                return nil
            } catch {
                return error.description
            }
        }
    }

    /// The limits of the payloads of a widget with these settings, one per encoding.
    mutating func bounds(of settings: WidgetConfiguration) -> [EncodingBounds] {
        let way = Way(widget: settings.widget, display: settings.display, encodings: settings.encodings)
        if let known = boundsByWay[way] { return known }
        guard let widget = setup.catalogue.widget(settings.widget) else { return [] }
        let made = settings.encodings.map { EncodingBounds(of: widget, display: settings.display, encoding: $0) }
        if boundsByWay.count >= Self.mostWays { boundsByWay.removeAll() }
        boundsByWay[way] = made
        return made
    }

    /// The topics and limits of a widget's pictures on a panel.
    func pictureRoom(of panel: String, _ settings: WidgetConfiguration) -> PictureRoom {
        PictureRoom(
            settings,
            baseTopic: setup.configuration.mqtt.baseTopic,
            panelID: panel,
            display: displays[panel]
        )
    }
}
