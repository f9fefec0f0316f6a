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
        return [.storeOptions(choice)]
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

    /// What was chosen could not be written: all stays as it is.
    mutating func storingOptionsFailed(_ request: OptionsRequest, reason: String) -> [Effect] {
        choicesUnderway -= 1
        let error = BridgeReply.error("not stored, so not in force: \(reason)")
        return [answer(error, to: request.requester)]
    }

    /// The panel of the configuration with what was chosen for its widgets at run time; what makes no sense any more
    /// is passed over and noticed.
    mutating func withChoices(_ panel: PanelConfiguration) -> PanelConfiguration {
        guard let choices = chosen[panel.id] else { return panel }
        var panel = panel
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
                    notices.append("panel \(panel.id): \(name) as chosen is passed over: \(error.message)")
                }
            }
        }
        return panel
    }

    /// The configured settings of a panel's widget with these choices on top.
    mutating func settings(
        of id: String,
        widget: String,
        with choices: [String: String]
    ) throws(RequestError) -> WidgetConfiguration {
        guard let configured = configuration.panels.first(where: { $0.id == id }),
            let settings = configured.widgets.first(where: { $0.widget == widget })
        else { throw RequestError("panel \(id) has no widget “\(widget)”") }
        return try self.settings(settings, with: choices, on: id)
    }

    /// Settings with these choices on top, for a widget of a panel.
    private mutating func settings(
        _ configured: WidgetConfiguration,
        with choices: [String: String],
        on id: String
    ) throws(RequestError) -> WidgetConfiguration {
        var settings = configured
        for (option, text) in choices.sorted(by: { $0.key < $1.key }) { try set(option, to: text, in: &settings) }
        if let problem = check(settings, of: id) { throw RequestError(problem) }
        return settings
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
        return topicProblem(settings, of: id)
    }

    /// Why what is published of a widget does not fit its packets, one sentence of arithmetic; nil where it fits.
    mutating func topicProblem(_ settings: WidgetConfiguration, of id: String) -> String? {
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
