import Timelines
import Widgets

/// Better names for places, from an upstream that is asked beside everything else.
extension Engine {
    func missName(of panel: String) {
        guard dependencies.names.online != nil else { return }
        names.insert(state.nameKeys(of: panel))
    }

    /// Asks for the names that are missing; what fails is asked for again within half an hour.
    func findNames() {
        if names.begins() { begin(.findNames) }
    }

    /// Asks for the missing names that some panel still wants.
    func findWantedNames() {
        names.keep { state.wanted($0) }
        findNames()
    }

    /// Asks for names, and gives those that the upstream had no answer for.
    func findNames(_ keys: Set<NameKey>) async -> Set<NameKey> {
        guard let online = dependencies.names.online else { return [] }
        var named: Set<NameKey> = []
        var isAnswered = false
        var failures: [String: Set<NameKey>] = [:]
        for key in keys where !Task.isCancelled {
            do throws(ReloadFailure) {
                let answer = try await online.name(for: key)
                named.insert(key)
                if answer.isNew { isAnswered = true }
                guard let name = answer.name else { continue }
                carryOut(state.named(key, name, mayBeStored: online.mayBeStored, at: dependencies.clock.now))
            } catch {
                failures[error.reason, default: []].insert(key)
            }
        }
        let failed = failures.values.reduce(into: Set()) { $0.formUnion($1) }
        guard !Task.isCancelled else { return failed }
        carryOut(
            state.noteNames(
                from: online.namer.name,
                named: named,
                isAnswered: isAnswered,
                failures: failures,
                at: dependencies.clock.now
            )
        )
        return failed
    }
}
