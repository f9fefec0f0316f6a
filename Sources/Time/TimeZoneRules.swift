/// The offsets from UTC of one time zone, past and future, as a TZif file gives them.
///
/// Source: RFC 9636. Files of version 1 and later are read, fat or slim. Leap seconds are ignored, as in Unix time.
package struct TimeZoneRules: Sendable, Hashable {
    /// The moments of a change of offset, in Unix seconds, ascending.
    private let transitions: [Int64]
    /// For each transition the index in `offsets` of the offset that holds from it on.
    private let kinds: [UInt8]
    /// Offsets in seconds east of Greenwich; the first one holds before the first transition.
    private let offsets: [Int32]
    /// The rule that holds from the last transition on; nil where the last offset holds for ever.
    private let footer: POSIXTimeZone?

    /// A zone with one fixed offset, in seconds east of Greenwich.
    package init(fixedOffsetSeconds: Int32) {
        transitions = []
        kinds = []
        offsets = [fixedOffsetSeconds]
        footer = nil
    }

    /// The zone in a TZif file's bytes; throws where they are none.
    package init(tzif bytes: [UInt8]) throws(TimeZoneDataError) {
        var reader = TZifReader(bytes)
        let block = try reader.readFile()
        transitions = block.transitions
        kinds = block.kinds
        offsets = block.offsets
        footer = block.footer
    }

    /// The seconds that local time is ahead of UTC at `instant`; negative west of Greenwich.
    package func utcOffsetSeconds(at instant: UTCInstant) -> Int {
        let seconds = Int64(instant.unixSeconds)
        guard let last = transitions.last, seconds < last else {
            return footer?.utcOffsetSeconds(atUnixSeconds: Int(seconds)) ?? offset(kinds.last ?? 0)
        }
        // The first transition after the moment; the one before it applies.
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

/// The reason why bytes are not a time zone.
package enum TimeZoneDataError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The bytes do not start with `TZif`.
    case notTZif
    /// The bytes end before what the header announces.
    case truncated
    /// A number is outside the range of RFC 9636; the field's name.
    case invalid(String)
    /// The footer is not a TZ string; its text.
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
