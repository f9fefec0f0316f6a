import Commands
import Configuration
import Storage
import Time
import Weather
import Widgets

/// Panels that come and go while the bridge runs.
extension BridgeState {
    /// How many faults of a definition are told.
    private static let mostIssuesTold = 5

    // MARK: At the start

    /// Takes in the panels that were added, and gives those that are in force: each unless the file has its id, or it
    /// does not check with this configuration.
    mutating func restore(_ stored: [StoredPanel], beside file: [PanelConfiguration]) -> [PanelConfiguration] {
        let inFile = Set(file.map(\.id))
        // A fleet's panels mostly carry the same.
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
        let request = try panels.beginAdding(panel, definition: definition, requester, at: now)
        guard let request else { return [answer(.ok(data: added(panel.id)), to: requester)] }
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
        chosen[id] = nil
        insert(panel, configured: panel, at: nil, place, from: nil, now: now)
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
        return [.write(.panel(try panels.beginRemoving(id, requester, at: now)))]
    }

    /// The panel is no longer on disk: nothing is left of it from now on.
    mutating func panelRemoved(_ request: PanelRequest, at now: UTCInstant) -> [Effect] {
        let id = request.panel
        panels.finish(request, at: now)
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
        guard let panel = panels.forget(id) else { return [] }
        for widget in panel.widgets {
            for subject in panel.subjectsInUse(by: widget, self[widget.service].subject) {
                timelines[widget.service].release(subject)
            }
        }
        heldBack.remove(id)
        followed.remove(id)
        displays[id] = nil
        helloChanges[id] = nil
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
