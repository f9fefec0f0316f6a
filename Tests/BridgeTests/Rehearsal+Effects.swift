import Commands
import Configuration
import Foundation
import Messaging
import Payloads
import Storage
import Support
import TestSupport
import Testing
import Time
import Timelines
import Upstreams
import Weather
import Widgets

@testable import Bridge
@testable import Places

/// The effects of the bridge, carried out at once unless a test says otherwise.
extension Rehearsal {
    mutating func carryOut(_ effects: [Effect]) {
        for effect in effects {
            switch effect {
            case .publish(let messages): published += messages
            case .round(let round):
                if case .panels = round { hourMarks.append(now) }
                roundCount += 1
                var caches = EncodingCaches()
                for id in state.panelIDs {
                    published += state.presenter.messages(of: id, in: round, caches: &caches, at: now)
                }
            case .draw(let panel): drawn.insert(panel)
            case .work(let work): carryOut(work)
            case .write(let write): carryOut(write)
            case .manifest(.clear(let topics)):
                published += topics.map { OutgoingMessage(topic: $0, payload: [], isRetained: true) }
            case .manifest, .subscribe: break
            case .forgetRefusals: forgottenCount += 1
            case .log(let level, let text):
                logged.append(text)
                if level <= .warning { warned.append(text) }
            }
        }
    }

    private mutating func carryOut(_ work: Work) {
        switch work {
        case .reload(let set, let subjects): reload(set, subjects)
        case .name(let coordinate, let panel, let generation):
            let place =
                GeoNames().place(near: coordinate, language: state.panels[panel]?.configuration.language ?? "en")
                ?? Place(name: "sea", timeZone: "UTC")
            let named = NamedPlace(timeZone: place.timeZone, name: place.name)
            if storesAtOnce { carryOut(state.placed(panel: panel, generation: generation, named, at: now)) }
        case .nameAgain(let panel): namedAgain.append(panel)
        case .findNames: break
        }
    }

    private mutating func carryOut(_ write: Write) {
        switch write {
        case .position(_, let panel, let generation):
            if storesAtOnce { carryOut(state.stored(panel: panel, generation: generation, at: now)) }
        case .shown(let place, let panel, let widget):
            shown[panel] = place
            shownByWidget[panel, default: [:]][widget] = place
        case .timelines(let timelines): stored.merge(timelines) { $1 }
        case .options(let request):
            guard storesOptionsAtOnce else { return optionsToStore.append(request) }
            carryOut(state.optionsStored(request, at: now))
        case .panel(let request):
            guard storesPanelsAtOnce else { return panelsToStore.append(request) }
            settle(request)
        case .hello(let choice): carryOut(state.helloStored(choice, at: now))
        case .addToManifest, .setManifest, .repair, .checkpoint: break
        }
    }

    /// The last request to store a panel.
    mutating func nextPanelToStore() throws -> PanelRequest {
        let request = panelsToStore.popLast()
        return try #require(request)
    }

    /// The disk has a panel, or has it no longer.
    mutating func settle(_ request: PanelRequest) {
        added.removeAll { $0.id == request.panel }
        guard case .add(let panel, let definition) = request.change else {
            carryOut(state.panelRemoved(request, at: now))
            return
        }
        added.append(StoredPanel(id: panel.id, definition: definition, addedAt: now))
        let found = GeoNames().place(near: panel.location, language: panel.language)
        let place = NamedPlace(timeZone: found?.timeZone ?? "UTC", name: found?.name ?? "sea")
        carryOut(state.panelAdded(panel, request, place, at: now))
    }

    private mutating func reload(_ set: TimelineSetID, _ subjects: [TimelineSubject]) {
        var cells: [GridCell] = []
        var answers: AnyProvider.Answers = [:]
        for subject in subjects {
            guard case .place(let cell) = subject else {
                answers[subject] = state[set].provider.timeline(from: [], for: subject, at: now).map {
                    .success(ReloadedTimeline(timeline: $0, archive: []))
                }
                continue
            }
            if state[set].widget == "weather" {
                cells.append(cell)
                answers[subject] = upstream(cell, now).map { forecast in
                    let timeline = WeatherTimeline.make(from: forecast, at: cell.center, zones: zones)
                    return AnyProvider.reloaded(timeline, from: forecast)
                }
            } else {
                answers[subject] = conditions(cell, now).map { report in
                    let timeline = ConditionsTimeline.make(from: report, at: cell.center, zones: zones)
                    return AnyProvider.reloaded(timeline, from: report)
                }
            }
        }
        if !cells.isEmpty { reloads.append((now, cells)) }
        stored.merge(state.timelines.arrivals(set, answers)) { $1 }
        carryOut(state.finishReload(set, answers, at: now))
    }
}

extension AnyProvider {
    /// A timeline as a reload gives it, with the archive that the widget's own provider would make.
    fileprivate static func reloaded<Entry: WidgetEntry>(
        _ timeline: Timeline<Entry>,
        from answer: some Encodable
    ) -> ReloadedTimeline<AnyEntry> {
        let entries = timeline.entries.map { AnyEntry(base: $0) }
        return ReloadedTimeline(
            timeline: Timeline(entries: entries, obtained: timeline.obtained),
            archive: (try? JSONEncoder().encode(answer)).map(Array.init) ?? [],
            asked: [SourceOutcome(source: "open-meteo", failure: nil)]
        )
    }
}
