import Commands
import Time
import Timelines

/// The outcome of asking for a widget again.
private enum RefreshOutcome {
    case asked
    /// Its source asked for a pause.
    case waits(until: UTCInstant)
    /// It was asked for within the last minute.
    case tooSoon(until: UTCInstant)
}

/// Panels that are asked for again before their time.
extension BridgeState {
    /// Handles a message on `<panel>/refresh`, whatever its payload.
    mutating func refresh(_ id: String, at now: UTCInstant) -> [Effect] {
        let outcomes = requestReloads(of: id, at: now)
        var effects: [Effect] = []
        var ignored: [String] = []
        for (widget, outcome) in outcomes {
            switch outcome {
            case .asked: break
            case .tooSoon: ignored.append(widget)
            case .waits(let next):
                let text = "panel \(id): refresh of \(widget) waits until \(next.iso8601), as its source asked for it"
                effects.append(commandLine(text, at: now))
            }
        }
        if !ignored.isEmpty {
            let widgets = ignored.joined(separator: ", ")
            let text = "panel \(id): refresh of \(widgets) ignored, made anew within the last minute"
            effects.append(commandLine(text, at: now))
        }
        return effects + refusalsForgotten(by: outcomes.map(\.outcome)) + advance(to: now)
    }

    /// Somebody asks on purpose, and so what was refused is asked for, too.
    private func refusalsForgotten(by outcomes: [RefreshOutcome]) -> [Effect] {
        outcomes.contains { if case .asked = $0 { true } else { false } } ? [.forgetRefusals] : []
    }

    /// Answers `refresh`, for one panel or for all of them.
    mutating func refresh(
        _ request: BridgeRequest,
        _ requester: Requester,
        at now: UTCInstant
    ) throws(RequestError) -> [Effect] {
        let data: [UInt8]
        var all: [RefreshOutcome] = []
        if let id = request.panel {
            guard panels[id] != nil else { throw .unknownPanel(id) }
            let outcomes = requestReloads(of: id, at: now)
            all = outcomes.map(\.outcome)
            let widgets = Dictionary(outcomes.map { ($0.widget, WidgetRefresh($0.outcome)) }) { first, _ in first }
            data = Requests.json(PanelRefresh(panel: id, widgets: widgets))
        } else {
            for id in panelIDs { all += requestReloads(of: id, at: now).map(\.outcome) }
            var fleet = FleetRefresh(panels: panelIDs.count)
            for outcome in all { fleet.count(outcome) }
            data = Requests.json(fleet)
        }
        return refusalsForgotten(by: all) + advance(to: now) + [answer(.ok(data: data), to: requester)]
    }

    /// Makes a panel's timelines due that were not asked for within the last minute.
    private mutating func requestReloads(
        of id: String,
        at now: UTCInstant
    ) -> [(widget: String, outcome: RefreshOutcome)] {
        guard let panel = panels[id] else { return [] }
        return panel.widgets.map { widget in
            let set = timelines[widget.timelineSet]
            let wanted = panel.wantedSubject(set.subject)
            if let askedAt = set.scheduler.asking(of: wanted)?.askedAt, now - askedAt < .seconds(60), askedAt <= now {
                return (set.widget, .tooSoon(until: askedAt + .seconds(60)))
            }
            let next = timelines[widget.timelineSet].scheduler.requestReload(of: wanted, at: now)
            return (set.widget, next > now ? .waits(until: next) : .asked)
        }
    }
}

private struct PanelRefresh: Encodable {
    var panel: String
    var widgets: [String: WidgetRefresh]
}

private struct WidgetRefresh: Encodable {
    var result: String
    /// The time of the next request, or the earliest one; Unix seconds.
    var at: Int?

    init(_ outcome: RefreshOutcome) {
        switch outcome {
        case .asked: result = "asked"
        case .waits(let until): (result, at) = ("waits", until.unixSeconds)
        case .tooSoon(let until): (result, at) = ("too_soon", until.unixSeconds)
        }
    }
}

/// Counts widgets.
private struct FleetRefresh: Encodable {
    var panels: Int
    var asked = 0
    var waits = 0
    var tooSoon = 0

    init(panels: Int) { self.panels = panels }

    enum CodingKeys: String, CodingKey {
        case panels
        case asked
        case waits
        case tooSoon = "too_soon"
    }

    mutating func count(_ outcome: RefreshOutcome) {
        switch outcome {
        case .asked: asked += 1
        case .waits: waits += 1
        case .tooSoon: tooSoon += 1
        }
    }
}
