import Commands
import Configuration
import Payloads
import Time
import Widgets

/// Choices for panels' widgets at run time.
extension BridgeState {
    /// Lists what can be chosen for a widget of a panel, and sets what the request chooses.
    mutating func panelOptions(
        _ request: BridgeRequest,
        _ requester: Requester,
        at now: UTCInstant
    ) throws(RequestError) -> [Effect] {
        guard let id = request.panel else { throw RequestError("name a panel, as in {\"panel\":\"kitchen\"}") }
        guard let panel = panels[id] else { throw .unknownPanel(id) }
        let index = try panel.widgetIndex(request)
        let name = panel.configuration.widgets[index].widget
        guard request.isReset || !request.options.isEmpty else {
            return [answer(.ok(data: presenter.options(of: id, index)), to: requester)]
        }
        let choice = OptionsRequest(
            panel: id,
            widget: name,
            request: request,
            requester: requester
        )
        let all = choice.chosen(after: choices.chosen(for: name, of: id))
        _ = try choices.settings(of: id, panel.configured, widget: name, with: all)
        guard choices.begin() else {
            throw RequestError(
                "\(Choices.mostUnderway) choices wait for the disk already; send it again in a moment"
            )
        }
        return [.write(.options(choice))]
    }

    /// The choice is on disk and takes effect.
    mutating func optionsStored(_ request: OptionsRequest, at now: UTCInstant) -> [Effect] {
        choices.end()
        let all = choices.put(request)
        guard let panel = panels[request.panel],
            let index = panel.configuration.widgets.firstIndex(where: { $0.widget == request.widget })
        else { return [answer(.error(RequestError.unknownPanel(request.panel).message), to: request.requester)] }
        do throws(RequestError) {
            let settings = try choices.settings(
                of: request.panel,
                panel.configured,
                widget: request.widget,
                with: all
            )
            let effects = reconfigure(index, of: request.panel, to: settings, at: now)
            let data = presenter.options(of: request.panel, index)
            return effects + [answer(.ok(data: data), to: request.requester)]
        } catch {
            return [answer(.error(error.message), to: request.requester)]
        }
    }

    /// The reason that keeps a choice from coming into force once it is on disk; nil for none.
    mutating func problem(with request: OptionsRequest) -> String? {
        choices.problem(with: request, on: panels[request.panel]?.configured)
    }

    /// The choice could not be written: everything stays as it is.
    mutating func storingOptionsFailed(_ request: OptionsRequest, reason: String) -> [Effect] {
        choices.end()
        let error = BridgeReply.error("not stored, so not in force: \(reason)")
        return [answer(error, to: request.requester)]
    }
}
