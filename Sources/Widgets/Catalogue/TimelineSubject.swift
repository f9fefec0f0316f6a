import Timelines
package import Weather

/// The thing that a timeline is made for: panels with equal subjects and timeline settings share one timeline.
package enum TimelineSubject: Sendable, Hashable {
    /// A place, as the cell of a grid of two decimals.
    case place(GridCell)
    /// A time zone by its IANA name.
    case timeZone(String)
    /// A panel by its id.
    case panel(String)

    /// The kind of subject that a widget's timelines have.
    package enum Kind: Sendable, Hashable {
        /// Timelines by place.
        case place
        /// Timelines by time zone.
        case timeZone
        /// Timelines by panel.
        case panel
    }

    /// The subject as text, unique within its kind and equal on each run.
    package var text: String {
        switch self {
        case .place(let cell): "\(cell.latitudeHundredths),\(cell.longitudeHundredths)"
        case .timeZone(let name): name
        case .panel(let id): id
        }
    }

    /// A number that is equal on each run, to spread or shuffle by.
    package var stableSeed: UInt64 {
        switch self {
        case .place(let cell):
            SplitMix64.mix(
                UInt64(UInt32(bitPattern: cell.latitudeHundredths)) << 32
                    | UInt64(UInt32(bitPattern: cell.longitudeHundredths))
            )
        case .timeZone(let text), .panel(let text): SplitMix64.mix(text)
        }
    }
}
