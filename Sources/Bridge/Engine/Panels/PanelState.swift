import Commands
import Configuration
import Payloads
import Storage
import Time
import Weather
import Widgets

/// What the bridge knows of one panel.
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

    /// On the heap: few panels move at a time, and thousands would each keep the room for a move.
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

    /// Where the panel is.
    var coordinate: Coordinate { position?.coordinate ?? configuration.location }

    /// What a widget is to show, with timelines of this kind.
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
    let service: TimelineSetID
    /// What its topics show: what it is to show once there is a timeline for that.
    var shown: TimelineSubject
    /// What the place is called there.
    var name: String
    /// How long its payloads may get, an element an encoding; shared by all widgets that are wanted in the same way.
    var bounds: [EncodingBounds]
}

/// A place with its name in each language that somebody asked for.
struct NamedPlace: Sendable, Equatable {
    /// The IANA name of its time zone.
    var timeZone: String
    /// In the panel's language.
    var name: String
    /// In the other languages of its widgets.
    var otherNames: [String: String] = [:]
    /// Whether its names may be kept on disk.
    var mayBeStored = true

    /// In a widget's language.
    func name(in language: String) -> String { otherNames[language] ?? name }
}

extension PanelState {
    /// The subjects that a widget has in use: what it shows, what it is to show where the panel is, and what it is to show
    /// where the panel is on its way to; each once, unless two of these are one and the same place.
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
