import Commands
import Configuration
import Payloads
import Places
import Storage
import Time
import Weather
import Widgets

/// The bridge's knowledge of one panel.
struct PanelState: Sendable {
    /// The panel's configuration without what was chosen at run time.
    let configured: PanelConfiguration
    /// The configuration in force: as configured, with what was chosen at run time.
    var configuration: PanelConfiguration
    /// Nil at the configured position.
    var position: StoredPosition?
    /// The place at the position.
    var place: NamedPlace
    /// In the order of the configuration.
    var widgets: [WidgetState]
    var rules: PanelPositionState
    private var storedMove = StoredMove.none

    /// On the heap: few panels move at a time, and thousands would each keep the space for a move.
    private indirect enum StoredMove: Sendable {
        case none
        case some(Move)
    }

    /// A move that is not yet whole.
    var move: Move? {
        get {
            guard case .some(let move) = storedMove else { return nil }
            return move
        }
        set { storedMove = newValue.map(StoredMove.some) ?? .none }
    }

    init(
        configured: PanelConfiguration,
        configuration: PanelConfiguration,
        position: StoredPosition?,
        place: NamedPlace,
        widgets: [WidgetState],
        rules: PanelPositionState
    ) {
        self.configured = configured
        self.configuration = configuration
        self.position = position
        self.place = place
        self.widgets = widgets
        self.rules = rules
    }

    /// The cell that the panel wants weather for.
    var wantedCell: GridCell { move?.cell ?? GridCell(containing: coordinate) }

    /// The position of the panel.
    var coordinate: Coordinate { position?.coordinate ?? configuration.location }

    /// True for a panel that goes places: it follows something, or somebody has moved it.
    var isTracked: Bool { !configuration.follow.isEmpty || position != nil }

    /// The subject that a widget should show, with timelines of this kind.
    func wantedSubject(_ kind: TimelineSubject.Kind) -> TimelineSubject {
        switch kind {
        case .place: .place(wantedCell)
        case .timeZone: .timeZone(place.timeZone)
        case .panel: .panel(configuration.id)
        }
    }
}

/// One widget of a panel.
struct WidgetState: Sendable {
    /// The set of its timelines.
    let timelineSet: TimelineSetID
    /// The subject on its topics: the wanted one as soon as it has a timeline.
    var shown: TimelineSubject
    /// The place's name on the panel.
    var name: String
    /// The limits of its payloads, one per encoding; shared by all widgets with the same settings.
    var bounds: [EncodingBounds]
}

extension PanelState {
    /// The index of the widget that a request is about: the one that it names, or the only one of the panel.
    func widgetIndex(_ request: BridgeRequest) throws(RequestError) -> Int {
        let names = configuration.widgets.map(\.widget)
        guard let name = request.widget ?? (names.count == 1 ? names.first : nil) else {
            throw RequestError("name a widget: \(names.joined(separator: ", "))")
        }
        guard let index = names.firstIndex(of: name) else {
            throw RequestError(
                "panel \(configuration.id) has no widget “\(name)”, but \(names.joined(separator: ", "))"
            )
        }
        return index
    }

    /// The subjects that a widget has in use: what it shows, what it is to show where the panel is, and what it is to
    /// show where the panel is on its way to; each once, unless two of these are one and the same place.
    ///
    /// `kind` is that of the widget's timelines.
    func subjectsInUse(by widget: WidgetState, _ kind: TimelineSubject.Kind) -> [TimelineSubject] {
        var subjects = [widget.shown]
        let resting = kind == .place ? .place(GridCell(containing: coordinate)) : wantedSubject(kind)
        if resting != widget.shown { subjects.append(resting) }
        if kind == .place, let move { subjects.append(.place(move.cell)) }
        return subjects
    }
}
