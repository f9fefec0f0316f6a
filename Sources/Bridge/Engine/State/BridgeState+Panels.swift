import Commands
import Configuration
import Places
import Storage
import Time
import Weather
import Widgets

/// Panels that come and go while the bridge runs.
extension BridgeState {
    /// The most faults of a definition that are reported.
    private static let mostIssuesTold = 5

    // MARK: At the start

    /// Takes in the panels that were added, and gives those that are in force: each unless the file has its id, or it
    /// does not check with this configuration.
    mutating func restore(_ stored: [StoredPanel], beside file: [PanelConfiguration]) -> [PanelConfiguration] {
        let inFile = Set(file.map(\.id))
        // The panels of a fleet mostly have the same widgets.
        var pool = Set(file.map(\.widgets))
        return stored.compactMap { stored in
            let panel = inFile.contains(stored.id) ? nil : restoredPanel(stored, &pool)
            return panels.restore(stored, as: panel)
        }
    }

    private mutating func restoredPanel(
        _ stored: StoredPanel,
        _ pool: inout Set<[WidgetConfiguration]>
    ) -> Result<PanelConfiguration, RequestError> {
        do throws(RequestError) {
            var panel = try panel(from: stored.definition)
            panel.widgets = pool.insert(panel.widgets).memberAfterInsert
            guard panel.id == stored.id else { throw RequestError("its definition is of another panel") }
            return .success(panel)
        } catch {
            return .failure(error)
        }
    }

    /// Reads a request as the file's panels are read.
    private mutating func panel(from definition: [UInt8]) throws(RequestError) -> PanelConfiguration {
        do throws(ConfigurationErrors) {
            return try configuration.panel(fromRequest: definition) { _, id, widget, form in
                choices.topicProblem(widget, as: form, of: id)
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
        let request = try panels.beginAdding(panel, definition: definition, requester, at: now)
        guard let request else { return [answer(.ok(data: presenter.added(panel.id)), to: requester)] }
        return [.write(.panel(request))]
    }

    /// The panel is on disk and its place has a name: it is there from now on.
    mutating func panelAdded(
        _ panel: PanelConfiguration,
        _ request: PanelRequest,
        _ place: NamedPlace,
        at now: UTCInstant
    ) -> [Effect] {
        let id = panel.id
        panels.finish(request, at: now)
        choices.forgetOptions(of: id)
        insert(panel, configured: panel, at: nil, place, from: nil, now: now)
        var cache = EncodingCache()
        return [
            .manifest(.retain(ManifestState.retainedTopics(of: id, in: presenter))),
            commandLine("panel \(id): added, in \(place.name)", at: now),
            .publish(presenter.messages(of: id, .announced, cache: &cache, at: now) + [presenter.informationMessage]),
            .draw(panel: id),
            .subscribe,
            answer(.ok(data: presenter.added(id)), to: request.requester),
        ] + advance(to: now)
    }

    // MARK: Removing

    mutating func removePanel(
        _ request: BridgeRequest,
        _ requester: Requester,
        at now: UTCInstant
    ) throws(RequestError) -> [Effect] {
        guard let id = request.panel else { throw RequestError("name a panel, as in {\"panel\":\"kitchen\"}") }
        return [.write(.panel(try panels.beginRemoving(id, requester, at: now)))]
    }

    /// The panel is no longer on disk: nothing is left of it from now on.
    mutating func panelRemoved(_ request: PanelRequest, at now: UTCInstant) -> [Effect] {
        let id = request.panel
        panels.finish(request, at: now)
        var effects: [Effect] = []
        if request.change == .remove {
            let topics = ManifestState.topics(of: id, in: presenter)
            effects = leave(id)
            effects.append(.subscribe)
            if !topics.isEmpty {
                effects += [.manifest(.clear(topics.sorted())), .publish([presenter.informationMessage])]
            }
        }
        effects.append(commandLine("panel \(id): removed", at: now))
        return effects + [answer(.ok(data: Requests.json(["panel": id])), to: request.requester)] + advance(to: now)
    }

    /// Lets go of all that a panel has, and tells those who wait for it to move.
    private mutating func leave(_ id: String) -> [Effect] {
        choices.forget(id)
        moves.forget(id)
        faults.forget(id)
        guard let panel = panels.forget(id) else { return [] }
        timelines.releaseAll(of: panel)
        let replies = panel.move?.replies ?? []
        return replies.map { reply(to: $0.address, .refused(.unknownPanel(id: $0.identifier))) }
    }

    /// It could not be written: all stays as it is.
    mutating func storingPanelFailed(_ request: PanelRequest, reason: String) -> [Effect] {
        panels.giveUp(request)
        let what = request.isAddition ? "not stored, so not added" : "still stored, so not removed"
        return [answer(.error("\(what): \(reason)"), to: request.requester)]
    }
}
