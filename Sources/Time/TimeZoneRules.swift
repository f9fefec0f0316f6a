/// The offsets from UTC of one time zone, past and future, as a TZif file tells them.
///
/// Source: RFC 9636. Version 1 files and later ones are read, fat or slim. Leap seconds are left out, as Unix time does.
package struct TimeZoneRules: Sendable, Hashable {
    /// When the offset changes, in Unix seconds, ascending.
    private let transitions: [Int64]
    /// For each transition the index in `offsets` of what holds from it on.
    private let kinds: [UInt8]
    /// Offsets in seconds east of Greenwich; the first holds before the first transition.
    private let offsets: [Int32]
    /// What holds from the last transition on; nil: what held last.
    private let footer: POSIXTimeZone?

    /// The zone that always has the same offset, in seconds east of Greenwich.
    package init(fixedOffsetSeconds: Int32) {
        transitions = []
        kinds = []
        offsets = [fixedOffsetSeconds]
        footer = nil
    }

    /// Reads a TZif file.
    package init(tzif bytes: [UInt8]) throws(TimeZoneDataError) {
        var reader = TZifReader(bytes)
        let block = try reader.readFile()
        transitions = block.transitions
        kinds = block.kinds
        offsets = block.offsets
        footer = block.footer
    }

    /// How many seconds local time is ahead of UTC at `instant`; negative west of Greenwich.
    package func utcOffsetSeconds(at instant: UTCInstant) -> Int {
        let seconds = Int64(instant.unixSeconds)
        guard let last = transitions.last, seconds < last else {
            return footer?.utcOffsetSeconds(atUnixSeconds: Int(seconds)) ?? offset(kinds.last ?? 0)
        }
        // The first transition after the moment; the one before it holds.
        var low = 0
        var high = transitions.count
        while low < high {
            let middle = (low + high) / 2
            if transitions[middle] <= seconds { low = middle + 1 } else { high = middle }
        }
        return offset(low == 0 ? 0 : kinds[low - 1])
    }

    private func offset(_ kind: UInt8) -> Int { Int(offsets[Int(kind)]) }
}

/// Why bytes are not a time zone.
package enum TimeZoneDataError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The bytes do not start with `TZif`.
    case notTZif
    /// The bytes end before what the header announces.
    case truncated
    /// A number is outside what RFC 9636 allows; the field's name.
    case invalid(String)
    /// The footer is no TZ string; the text.
    case footer(String)

    package var description: String {
        switch self {
        case .notTZif: "not a TZif file"
        case .truncated: "the TZif file ends too early"
        case .invalid(let field): "the TZif file has a bad \(field)"
        case .footer(let text): "the TZif file's footer “\(text)” is not a TZ string"
        }
    }
}
