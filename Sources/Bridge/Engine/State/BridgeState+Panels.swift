import Commands
import Configuration
import Storage
import Time
import Weather
import Widgets

/// A panel that is being added or removed, and who waits for the answer.
struct PanelRequest: Sendable, Equatable {
    enum Change: Sendable, Equatable {
        /// With the request's payload.
        case add(PanelConfiguration, definition: [UInt8])
        case remove
        /// Forget that it was once added: the file has another of its id.
        case forget
    }

    let panel: String
    let change: Change
    let requester: Requester
}

/// Panels that come and go while the bridge runs.
extension BridgeState {
    /// How many panels requests may add.
    static let mostAddedPanels = 10_000
    /// How many may wait for the disk: requests come faster than it writes.
    private static let mostPanelsUnderway = 64
    /// How many faults of a definition are told.
    private static let mostIssuesTold = 5

    // MARK: At the start

    /// Takes in the panels that were added, each unless the file has its id, or it does not check with this
    /// configuration.
    mutating func restore(_ panels: [StoredPanel]) {
        let inFile = Set(configuration.panels.map(\.id))
        // A fleet's panels mostly carry the same.
        var pool = Set(configuration.panels.map(\.widgets))
        for panel in panels { restore(panel, isInFile: inFile.contains(panel.id), &pool) }
    }

    private mutating func restore(
        _ stored: StoredPanel,
        isInFile: Bool,
        _ pool: inout Set<[WidgetConfiguration]>
    ) {
        definitions[stored.id] = stored
        let forgets = "`kiatsu panel remove \(stored.id)` forgets it"
        guard !isInFile else {
            passedOverPanels.insert(stored.id)
            notices.append("panel \(stored.id): that of the file is in force, not the one that was added; \(forgets)")
            return
        }
        do throws(RequestError) {
            var panel = try panel(from: stored.definition)
            panel.widgets = pool.insert(panel.widgets).memberAfterInsert
            guard panel.id == stored.id else { throw RequestError("its definition is of another panel") }
            configuration.panels.append(panel)
            panelIDs.append(panel.id)
            addedPanels.insert(panel.id)
        } catch {
            passedOverPanels.insert(stored.id)
            notices.append(
                "panel \(stored.id), which was added, is passed over: \(error.message); "
                    + "correct the configuration, or add it anew; \(forgets)"
            )
        }
    }

    /// Reads a request as the file's panels are read.
    private mutating func panel(from definition: [UInt8]) throws(RequestError) -> PanelConfiguration {
        let configuration = configuration
        do throws(ConfigurationErrors) {
            return try configuration.panel(fromRequest: definition) { _, id, widget, form in
                topicProblem(widget, as: form, of: id)
            }
        } catch {
            throw RequestError(error.issues.prefix(Self.mostIssuesTold).map(\.description).joined(separator: "\n"))
        }
    }

    // MARK: Adding

    mutating func addPanel(
        _ definition: [UInt8],
        _ requester: Requester,
        at now: UTCInstant
    ) throws(RequestError) -> [Effect] {
        let panel = try panel(from: definition)
        let id = panel.id
        if let known = configuration.panels.first(where: { $0.id == id }) {
            guard addedPanels.contains(id) else {
                throw RequestError("the configuration file has panel \(id): change it there")
            }
            guard known == panel else {
                throw RequestError("there is a panel \(id) already, and it is another one: remove it first")
            }
            guard !panelsUnderway.contains(id) else { throw Self.isUnderway(id) }
            return [answer(.ok(data: added(id)), to: requester)]
        }
        guard addedPanels.count + panelsUnderway.count < Self.mostAddedPanels else {
            throw RequestError(
                "\(Self.mostAddedPanels) panels are added already: remove some, or write them to the file"
            )
        }
        let change = PanelRequest.Change.add(panel, definition: definition)
        return try begin(PanelRequest(panel: id, change: change, requester: requester), at: now)
    }

    /// The panel is on disk and its place has a name: it is there from now on.
    mutating func panelAdded(
        _ panel: PanelConfiguration,
        _ request: PanelRequest,
        _ place: NamedPlace,
        at now: UTCInstant
    ) -> [Effect] {
        let id = panel.id
        panelsUnderway.remove(id)
        passedOverPanels.remove(id)
        chosen[id] = nil
        addedPanels.insert(id)
        if case .add(_, let definition) = request.change {
            definitions[id] = StoredPanel(id: id, definition: definition, addedAt: now)
        }
        panelIDs.append(id)
        configuration.panels.append(panel)
        insert(panel, at: nil, place, from: nil, now: now)
        var cache = EncodingCache()
        return [
            .manifest(.retain(ManifestState.retainedTopics(of: id, in: self))),
            commandLine("panel \(id): added, in \(place.name)", at: now),
            .publish(messages(of: id, .announced, cache: &cache, at: now) + [informationMessage]),
            .draw(panel: id),
            .subscribe,
            answer(.ok(data: added(id)), to: request.requester),
        ] + advance(to: now)
    }

    // MARK: Removing

    mutating func removePanel(
        _ request: BridgeRequest,
        _ requester: Requester,
        at now: UTCInstant
    ) throws(RequestError) -> [Effect] {
        guard let id = request.panel else { throw RequestError("name a panel, as in {\"panel\":\"kitchen\"}") }
        if addedPanels.contains(id) {
            return try begin(PanelRequest(panel: id, change: .remove, requester: requester), at: now)
        }
        let isInFile = panels[id] != nil
        if passedOverPanels.contains(id) {
            let change = isInFile ? PanelRequest.Change.forget : .remove
            return try begin(PanelRequest(panel: id, change: change, requester: requester), at: now)
        }
        guard isInFile else { throw .unknownPanel(id) }
        throw RequestError("panel \(id) is not an added one: take it out of `panels` in the configuration file")
    }

    /// The panel is no longer on disk: nothing is left of it from now on.
    mutating func panelRemoved(_ request: PanelRequest, at now: UTCInstant) -> [Effect] {
        let id = request.panel
        panelsUnderway.remove(id)
        passedOverPanels.remove(id)
        definitions[id] = nil
        var effects: [Effect] = []
        if request.change == .remove {
            let topics = ManifestState.topics(of: id, in: self)
            effects = leave(id)
            chosen[id] = nil
            effects.append(.subscribe)
            if !topics.isEmpty { effects += [.manifest(.clear(topics.sorted())), .publish([informationMessage])] }
        }
        effects.append(commandLine("panel \(id): removed", at: now))
        return effects + [answer(.ok(data: json(["panel": id])), to: request.requester)] + advance(to: now)
    }

    /// Lets go of all that a panel has, and tells those who wait for it to move.
    private mutating func leave(_ id: String) -> [Effect] {
        guard let panel = panels[id] else { return [] }
        for widget in panel.widgets {
            for subject in subjectsInUse(by: widget, of: panel) { self[widget.service].release(subject) }
        }
        panels[id] = nil
        panelIDs.removeAll { $0 == id }
        configuration.panels.removeAll { $0.id == id }
        addedPanels.remove(id)
        heldBack.remove(id)
        followed.remove(id)
        displays[id] = nil
        helloChanges[id] = nil
        let replies = panel.move?.replies ?? []
        return replies.map { reply(to: $0.address, .refused(.unknownPanel(id: $0.identifier))) }
    }

    // MARK: Both

    private mutating func begin(_ request: PanelRequest, at now: UTCInstant) throws(RequestError) -> [Effect] {
        guard panelsUnderway.count < Self.mostPanelsUnderway else {
            throw RequestError(
                "\(Self.mostPanelsUnderway) panels wait for the disk already; send it again in a moment"
            )
        }
        guard !panelsUnderway.contains(request.panel) else { throw Self.isUnderway(request.panel) }
        guard panelChanges.admit(at: now) else {
            let opening = panelChanges.nextOpening.map { "at \($0.iso8601)" } ?? "in a minute"
            throw RequestError(
                "rate_limited: \(Self.mostPanelChanges) panels were added and removed within a minute; send it again "
                    + opening
            )
        }
        panelsUnderway.insert(request.panel)
        return [.write(.panel(request))]
    }

    private static func isUnderway(_ id: String) -> RequestError {
        RequestError("panel \(id) is being added or removed; send it again in a moment")
    }

    /// It could not be written: all stays as it is.
    mutating func storingPanelFailed(_ request: PanelRequest, reason: String) -> [Effect] {
        panelsUnderway.remove(request.panel)
        let isAddition = request.change != .remove && request.change != .forget
        let what = isAddition ? "not stored, so not added" : "still stored, so not removed"
        return [answer(.error("\(what): \(reason)"), to: request.requester)]
    }
}
