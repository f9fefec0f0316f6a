import Timelines
package import Weather

/// What a timeline is made for: panels with the same subject and options share one.
package enum TimelineSubject: Sendable, Hashable {
    case place(GridCell)
    /// The IANA name.
    case timeZone(String)
    /// The panel's id.
    case panel(String)

    /// What subjects there are.
    package enum Kind: Sendable, Hashable {
        case place
        case timeZone
        case panel
    }

    /// The same text on each run, that of no other subject of its kind.
    package var text: String {
        switch self {
        case .place(let cell): "\(cell.latitudeHundredths),\(cell.longitudeHundredths)"
        case .timeZone(let name): name
        case .panel(let id): id
        }
    }

    /// The same number on each run.
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
