import Commands
import Configuration
import Storage
import Time

/// The panels of a running bridge: those of the configuration file, and those that requests added.
struct PanelRegistry: Sendable {
    /// The largest number of panels that requests may add.
    static let mostAddedPanels = 10_000
    /// Each change is written to disk, published and announced.
    static let mostChangesPerMinute = 300
    /// Requests come faster than the disk writes.
    private static let mostUnderway = 64

    private var states: [String: PanelState] = [:]
    /// The ids of all panels: those of the configuration file in its order, then the added ones, the oldest first.
    private(set) var ids: [String] = []
    /// The panels in force that requests added.
    private(set) var added: Set<String> = []
    /// The added panels on disk, in force or not, by id.
    private(set) var definitions: [String: StoredPanel] = [:]
    /// The added panels on disk that are not in force: they do not check any more, or the configuration file has a panel
    /// of their id.
    private(set) var passedOver: Set<String> = []
    /// The panels that are being written to disk, or removed from it.
    private(set) var underway: Set<String> = []
    /// A line for each added panel that was passed over at the start.
    private(set) var notices: [String] = []
    private var changes = RateWindow(limit: mostChangesPerMinute)

    /// The state of a panel; nil where there is no such panel.
    subscript(id: String) -> PanelState? {
        get { states[id] }
        _modify { yield &states[id] }
    }

    /// The states of all panels, in no order.
    var values: Dictionary<String, PanelState>.Values { states.values }

    var count: Int { ids.count }

    /// The configurations of all panels without what was chosen at run time, in the order of ``ids``.
    var configured: [PanelConfiguration] { ids.compactMap { states[$0]?.configured } }

    /// Puts a panel behind the others.
    mutating func insert(_ panel: PanelState) {
        let id = panel.configuration.id
        if states.updateValue(panel, forKey: id) == nil { ids.append(id) }
    }

    /// Forgets a panel, and gives its last state; nil where there is no such panel.
    mutating func forget(_ id: String) -> PanelState? {
        added.remove(id)
        definitions[id] = nil
        passedOver.remove(id)
        underway.remove(id)
        guard let panel = states.removeValue(forKey: id) else { return nil }
        ids.removeAll { $0 == id }
        return panel
    }

    // MARK: At the start

    /// Takes in a panel that was added before the restart, and gives its configuration if it is in force.
    ///
    /// `panel` is what its definition reads as now; nil where the configuration file has a panel of its id.
    mutating func restore(
        _ stored: StoredPanel,
        as panel: Result<PanelConfiguration, RequestError>?
    ) -> PanelConfiguration? {
        let id = stored.id
        definitions[id] = stored
        let forgets = "`kiatsu panel remove \(id)` forgets it"
        switch panel {
        case .success(let panel):
            added.insert(id)
            return panel
        case .failure(let error):
            passedOver.insert(id)
            notices.append(
                "panel \(id), which was added, is passed over: \(error.message); "
                    + "correct the configuration, or add it anew; \(forgets)"
            )
        case nil:
            passedOver.insert(id)
            notices.append("panel \(id): that of the file is in force, not the one that was added; \(forgets)")
        }
        return nil
    }

    // MARK: Adding and removing

    /// Begins to add a panel, and gives what is to be written to disk; nil where the same panel is there already.
    mutating func beginAdding(
        _ panel: PanelConfiguration,
        definition: [UInt8],
        _ requester: Requester,
        at now: UTCInstant
    ) throws(RequestError) -> PanelRequest? {
        let id = panel.id
        if let known = states[id] {
            guard added.contains(id) else {
                throw RequestError("the configuration file has panel \(id): change it there")
            }
            guard known.configured == panel else {
                throw RequestError("there is a panel \(id) already, and it is another one: remove it first")
            }
            guard !underway.contains(id) else { throw Self.isUnderway(id) }
            return nil
        }
        guard added.count + underway.count < Self.mostAddedPanels else {
            throw RequestError(
                "\(Self.mostAddedPanels) panels are added already: remove some, or write them to the file"
            )
        }
        let change = PanelRequest.Change.add(panel, definition: definition)
        return try begin(PanelRequest(panel: id, change: change, requester: requester), at: now)
    }

    /// Begins to remove a panel that was added, and gives what is to be removed from the disk.
    mutating func beginRemoving(
        _ id: String,
        _ requester: Requester,
        at now: UTCInstant
    ) throws(RequestError) -> PanelRequest {
        if added.contains(id) {
            return try begin(PanelRequest(panel: id, change: .remove, requester: requester), at: now)
        }
        let isInFile = states[id] != nil
        if passedOver.contains(id) {
            let change = isInFile ? PanelRequest.Change.forget : .remove
            return try begin(PanelRequest(panel: id, change: change, requester: requester), at: now)
        }
        guard isInFile else { throw .unknownPanel(id) }
        throw RequestError("panel \(id) is not an added one: take it out of `panels` in the configuration file")
    }

    private mutating func begin(_ request: PanelRequest, at now: UTCInstant) throws(RequestError) -> PanelRequest {
        guard underway.count < Self.mostUnderway else {
            throw RequestError("\(Self.mostUnderway) panels wait for the disk already; send it again in a moment")
        }
        guard !underway.contains(request.panel) else { throw Self.isUnderway(request.panel) }
        guard changes.admit(at: now) else {
            let opening = changes.nextOpening.map { "at \($0.iso8601)" } ?? "in a minute"
            throw RequestError(
                "rate_limited: \(Self.mostChangesPerMinute) panels were added and removed within a minute; send it "
                    + "again \(opening)"
            )
        }
        underway.insert(request.panel)
        return request
    }

    private static func isUnderway(_ id: String) -> RequestError {
        RequestError("panel \(id) is being added or removed; send it again in a moment")
    }

    /// Takes in that the disk has what was begun: an added panel counts as one from now on.
    mutating func finish(_ request: PanelRequest, at now: UTCInstant) {
        let id = request.panel
        underway.remove(id)
        passedOver.remove(id)
        definitions[id] = nil
        guard case .add(_, let definition) = request.change else { return }
        added.insert(id)
        definitions[id] = StoredPanel(id: id, definition: definition, addedAt: now)
    }

    /// Takes in that the disk did not take what was begun: all stays as it is.
    mutating func giveUp(_ request: PanelRequest) { underway.remove(request.panel) }
}
