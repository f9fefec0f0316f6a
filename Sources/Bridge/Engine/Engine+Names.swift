import Places
import Timelines
import Widgets

/// Better names for places, from an upstream that is asked beside everything else.
extension Engine {
    func requestNames(of panel: String) {
        guard dependencies.names.online != nil else { return }
        names.insert((state.panels[panel]?.nameKeys ?? []))
    }

    /// Asks for the names that are missing; what fails is asked for again within half an hour.
    func findNames() {
        if names.begins() { begin(.findNames) }
    }

    /// Asks for the missing names that some panel still wants.
    func findWantedNames() {
        names.keep { state.panels.wanted($0) }
        findNames()
    }

    /// Asks for names, and gives those that the upstream had no answer for.
    func findNames(_ keys: Set<NameKey>) async -> Set<NameKey> {
        guard let online = dependencies.names.online else { return [] }
        var round = NameRound(source: online.namer.name)
        for key in keys where !Task.isCancelled {
            do throws(ReloadFailure) {
                let answer = try await online.name(for: key)
                round.named.insert(key)
                if answer.isNew { round.isAnswered = true }
                guard let name = answer.name else { continue }
                carryOut(state.named(key, name, mayBeStored: online.mayBeStored, at: dependencies.clock.now))
            } catch {
                round.failures[error.reason, default: []].insert(key)
            }
        }
        let failed = round.failures.values.reduce(into: Set()) { $0.formUnion($1) }
        guard !Task.isCancelled else { return failed }
        carryOut(state.noteNames(round, at: dependencies.clock.now))
        return failed
    }
}
