import Timelines
import Widgets

/// Better names for places, from an upstream that is asked beside everything else.
extension Engine {
    func missName(of panel: String) {
        guard services.names.online != nil else { return }
        missingNames.formUnion(state.nameKeys(of: panel))
    }

    /// Asks for the names that are missing; what fails is asked for again with the next hour.
    func findNames() {
        guard !missingNames.isEmpty, !isFindingNames else { return }
        isFindingNames = true
        jobs.continuation.yield(.findNames(missingNames))
        missingNames = []
    }

    /// Asks for names, and gives those that the upstream had no answer for.
    func findNames(_ keys: Set<NameKey>) async -> Set<NameKey> {
        guard let online = services.names.online else { return [] }
        var failed: Set<NameKey> = []
        var reasons: [String: Int] = [:]
        for key in keys where !Task.isCancelled {
            do throws(ReloadFailure) {
                guard let name = try await online.name(for: key) else { continue }
                carryOut(state.named(key, name, mayBeStored: online.mayBeStored, at: services.clock.now))
            } catch {
                failed.insert(key)
                reasons[error.reason, default: 0] += 1
            }
        }
        guard !Task.isCancelled else { return failed }
        carryOut(state.noteNames(from: online.namer.name, failures: reasons, at: services.clock.now))
        return failed
    }
}
