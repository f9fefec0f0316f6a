import Commands
import Configuration
import Payloads
import Time
import Widgets

/// A choice for a widget that is being written to disk, and who waits for the answer.
struct OptionsRequest: Sendable, Equatable {
    let panel: String
    let widget: String
    let request: BridgeRequest
    let requester: Requester

    /// All that is chosen for the widget then, by option; `before` is what is chosen when it is written.
    func chosen(after before: [String: String]?) -> [String: String] {
        request.options.reduce(into: request.isReset ? [:] : before ?? [:]) { $0[$1.key] = $1.value }
    }
}

/// What is chosen for panels' widgets at run time.
extension BridgeState {
    /// How many choices may wait for the disk: requests come faster than it writes.
    static let mostChoicesUnderway = 64

    /// Lists what can be chosen for a widget of a panel, and sets what the request chooses.
    mutating func panelOptions(
        _ request: BridgeRequest,
        _ requester: Requester,
        at now: UTCInstant
    ) throws(RequestError) -> [Effect] {
        guard let id = request.panel else { throw RequestError("name a panel, as in {\"panel\":\"kitchen\"}") }
        guard let panel = panels[id] else { throw .unknownPanel(id) }
        let index = try widgetIndex(request, in: panel)
        let name = panel.configuration.widgets[index].widget
        guard request.isReset || !request.options.isEmpty else {
            return [answer(.ok(data: options(of: id, index)), to: requester)]
        }
        let choice = OptionsRequest(
            panel: id,
            widget: name,
            request: request,
            requester: requester
        )
        _ = try settings(of: id, widget: name, with: choice.chosen(after: chosen[id]?[name]))
        guard choicesUnderway < Self.mostChoicesUnderway else {
            throw RequestError(
                "\(Self.mostChoicesUnderway) choices wait for the disk already; send it again in a moment"
            )
        }
        choicesUnderway += 1
        return [.write(.options(choice))]
    }

    /// What was chosen is on disk: it is in force from now on.
    mutating func optionsStored(_ request: OptionsRequest, at now: UTCInstant) -> [Effect] {
        choicesUnderway -= 1
        let all = request.chosen(after: chosen[request.panel]?[request.widget])
        chosen[request.panel, default: [:]][request.widget] = all.isEmpty ? nil : all
        guard let panel = panels[request.panel],
            let index = panel.configuration.widgets.firstIndex(where: { $0.widget == request.widget })
        else { return [answer(.error(RequestError.unknownPanel(request.panel).message), to: request.requester)] }
        do throws(RequestError) {
            let settings = try settings(of: request.panel, widget: request.widget, with: all)
            let effects = reconfigure(index, of: request.panel, to: settings, at: now)
            let data = options(of: request.panel, index)
            return effects + [answer(.ok(data: data), to: request.requester)]
        } catch {
            return [answer(.error(error.message), to: request.requester)]
        }
    }

    /// What keeps a choice from being in force once it is on disk, as another one came before it; nil where nothing does.
    mutating func problem(with request: OptionsRequest) -> String? {
        do throws(RequestError) {
            let all = request.chosen(after: chosen[request.panel]?[request.widget])
            _ = try settings(of: request.panel, widget: request.widget, with: all)
            return nil
        } catch {
            return error.message
        }
    }

    /// What was chosen could not be written: all stays as it is.
    mutating func storingOptionsFailed(_ request: OptionsRequest, reason: String) -> [Effect] {
        choicesUnderway -= 1
        let error = BridgeReply.error("not stored, so not in force: \(reason)")
        return [answer(error, to: request.requester)]
    }

    /// The panel of the configuration with what was chosen for its widgets at run time; what makes no sense any more
    /// is passed over and noticed.
    mutating func withChoices(_ panel: PanelConfiguration) -> PanelConfiguration {
        var panel = panel
        applyChoices(to: &panel)
        // What the panel said of itself came later than what is configured.
        for index in panel.widgets.indices where !panel.widgets[index].picture.formats.isEmpty {
            var settings = panel.widgets[index]
            let problems = leaveOutPictures(of: &settings, of: panel.id)
            // Only then: panels share the lists of their widgets.
            guard !problems.isEmpty else { continue }
            panel.widgets[index] = settings
            choiceNotices += problems.map {
                "panel \(panel.id): of the pictures of \(settings.widget) one is left out: \($0)"
            }
        }
        return panel
    }

    private mutating func applyChoices(to panel: inout PanelConfiguration) {
        guard let choices = chosen[panel.id] else { return }
        for (index, widget) in panel.widgets.enumerated() {
            guard let choices = choices[widget.widget] else { continue }
            // Together first, as they were chosen: an encoding may have room in the family alone that came with it.
            if let together = try? settings(widget, with: choices, on: panel.id) {
                panel.widgets[index] = together
                continue
            }
            for (option, text) in choices.sorted(by: { $0.key < $1.key }) {
                do throws(RequestError) {
                    panel.widgets[index] = try settings(panel.widgets[index], with: [option: text], on: panel.id)
                } catch {
                    let name = "\(widget.widget).\(option)"
                    choiceNotices.append("panel \(panel.id): \(name) as chosen is passed over: \(error.message)")
                }
            }
        }
    }

    /// The configured settings of a panel's widget with these choices on top.
    mutating func settings(
        of id: String,
        widget: String,
        with choices: [String: String]
    ) throws(RequestError) -> WidgetConfiguration {
        guard let configured = panels[id]?.configured,
            let settings = configured.widgets.first(where: { $0.widget == widget })
        else { throw RequestError("panel \(id) has no widget “\(widget)”") }
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
        for (option, text) in choices.sorted(by: { $0.key < $1.key }) { try set(option, to: text, in: &settings) }
        let areChosen = choices.keys.compactMap(PictureOption.init).contains(where: \.decidesSpace)
        if !areChosen { leaveOutPictures(of: &settings, of: id) }
        if let problem = check(settings, of: id) { throw RequestError(problem) }
        return settings
    }

    /// Leaves out the pictures that the panel has no room for, and gives the reasons.
    @discardableResult
    func leaveOutPictures(of settings: inout WidgetConfiguration, of id: String) -> [String] {
        guard !settings.picture.formats.isEmpty else { return [] }
        let room = pictureRoom(of: id, settings)
        let problems = settings.picture.formats.compactMap { room.problem(of: $0) }
        settings.picture.formats.removeAll { room.problem(of: $0) != nil }
        return problems
    }

    func set(
        _ option: String,
        to text: String,
        in settings: inout WidgetConfiguration
    ) throws(RequestError) {
        do throws(OptionError) {
            try catalogue.set(option, to: text, in: &settings, iconThemes: configuration.iconThemes)
        } catch {
            throw RequestError(error.description)
        }
    }

    /// What keeps a panel's widget from working with such settings, nil where nothing does.
    private mutating func check(_ settings: WidgetConfiguration, of id: String) -> String? {
        if let problem = configuration.problems(of: settings, catalogue: catalogue).first { return problem }
        for form in settings.publishedForms {
            guard let problem = topicProblem(settings, as: form, of: id) else { continue }
            if case .encoding = form { return problem }
            return "no room for \(form.name): \(problem); \(form.remedy)"
        }
        return nil
    }

    /// Why what is published of a widget does not fit its packets, one sentence of arithmetic; nil where it fits.
    mutating func topicProblem(_ settings: WidgetConfiguration, as form: PublishedForm, of id: String) -> String? {
        switch form {
        case .picture(let format): return pictureRoom(of: id, settings).problem(of: format)
        case .encoding(let encoding):
            var settings = settings
            settings.encodings = [encoding]
            do throws(TopicTooLong) {
                for bounds in bounds(of: settings) {
                    _ = try TopicRoom(bounds, baseTopic: configuration.mqtt.baseTopic, panelID: id)
                }
                return nil
            } catch {
                return error.description
            }
        }
    }
}
