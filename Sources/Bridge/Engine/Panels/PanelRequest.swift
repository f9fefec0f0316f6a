import Commands
import Configuration

/// A panel that is being added or removed, and the requester that waits for the answer.
struct PanelRequest: Sendable, Equatable {
    enum Change: Sendable, Equatable {
        /// Add the panel; `definition` is the request's payload.
        case add(PanelConfiguration, definition: [UInt8])
        case remove
        /// Forget that the panel was once added: the configuration file has another one of its id.
        case forget
    }

    let panel: String
    let change: Change
    let requester: Requester

    /// True for a panel that is to be added.
    var isAddition: Bool {
        guard case .add = change else { return false }
        return true
    }
}
