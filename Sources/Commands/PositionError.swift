import Text
import Topics

/// Why a location command was not carried out, in words for whoever sent it.
///
/// No message holds a position.
package struct PositionError: Error, Sendable, Equatable {
    /// The raw value is what replies carry as `error`.
    package enum Code: String, Sendable, CaseIterable {
        case malformed
        case outOfRange = "out_of_range"
        case tooLarge = "too_large"
        case unknownPanel = "unknown_panel"
        case retained
        case nullIsland = "null_island"
        case inaccurate
        case stale
        case tooFast = "too_fast"
        case tooNear = "too_near"
        case tooSoon = "too_soon"
        case rateLimited = "rate_limited"
        case upstream
        /// Not stored, so not carried out: the disk is full or cannot be written.
        case storage
    }

    package var code: Code
    /// What was wrong, and what would be right.
    package var message: String
    /// The request's identifier, where one could be read.
    package var id: RequestIdentifier?

    init(_ code: Code, _ message: String, id: RequestIdentifier? = nil) {
        self.code = code
        self.message = ForeignText.cleaned(message)
        self.id = id
    }
}

extension PositionError {
    /// `what` is a sentence's beginning, such as “the payload is empty”.
    static func malformed(_ what: String, id: RequestIdentifier? = nil) -> PositionError {
        PositionError(.malformed, "\(what); send 35.6465,139.6297 or {\"lat\":35.6465,\"lng\":139.6297}", id: id)
    }

    /// For a message of OwnTracks that is encrypted.
    package static let encrypted = PositionError(
        .malformed,
        "OwnTracks encrypts its messages; to have them read, empty the encryption key in its settings (Preferences, "
            + "Connection)"
    )

    static func resetIsNotTrue(id: RequestIdentifier?) -> PositionError {
        PositionError(.malformed, "reset is true, without quotation marks; send {\"reset\":true}", id: id)
    }

    static func outOfRange(id: RequestIdentifier?) -> PositionError {
        PositionError(
            .outOfRange,
            "latitude is -90 to 90 and comes first, longitude is -180 to 180, as in 35.6465,139.6297",
            id: id
        )
    }

    static func tooLarge(maximumBytes: Int) -> PositionError {
        PositionError(.tooLarge, "the payload is over \(maximumBytes) bytes; 35.6465,139.6297 is enough")
    }

    static func nullIsland(id: RequestIdentifier?) -> PositionError {
        PositionError(
            .nullIsland,
            "0,0 is what a device without a fix reports; wait for its fix, or set location.null_island: accept",
            id: id
        )
    }

    static func stale(id: RequestIdentifier?) -> PositionError {
        PositionError(.stale, "tst is older than that of the newest fix known; send the latest one", id: id)
    }

    static func inaccurate(limitMetres: Double, id: RequestIdentifier?) -> PositionError {
        let limit = JSONText.number(limitMetres, decimals: 1)
        return PositionError(
            .inaccurate,
            "acc is worse than this panel's limit; send a fix of \(limit) m or better",
            id: id
        )
    }

    static func tooFast(limitKmh: Double, id: RequestIdentifier?) -> PositionError {
        let limit = JSONText.number(limitKmh, decimals: 1)
        return PositionError(
            .tooFast,
            "over \(limit) km/h since the last fix; if it is right, send the next one: two that agree are believed",
            id: id
        )
    }

    static func tooNear(limitMetres: Double, id: RequestIdentifier?) -> PositionError {
        let limit = JSONText.number(limitMetres, decimals: 1)
        return PositionError(
            .tooNear,
            "a fix within \(limit) m of the position in use changes nothing; to set it all the same, send it without tst",
            id: id
        )
    }

    static func tooSoon(interval: Duration, id: RequestIdentifier?) -> PositionError {
        PositionError(
            .tooSoon,
            "under \(interval.components.seconds) s after the last position; the newest is kept and applied by itself then, "
                + "no need to send it again",
            id: id
        )
    }

    static func rateLimited(commandsPerMinute: Int, id: RequestIdentifier?) -> PositionError {
        PositionError(
            .rateLimited,
            "over \(commandsPerMinute) commands a minute; the newest is kept and applied by itself, no need to send it again",
            id: id
        )
    }

    /// For a command to a panel that there is not.
    package static func unknownPanel(id: RequestIdentifier? = nil) -> PositionError {
        PositionError(
            .unknownPanel,
            "no panel has this id; send to <base topic>/\(Topic.Kind.locationCommand.path) with an id of `kiatsu panel list`",
            id: id
        )
    }

    /// For a command that the broker had retained.
    package static func retained(id: RequestIdentifier? = nil) -> PositionError {
        PositionError(
            .retained,
            "a retained command would run again at each reconnect; clear it and send without retain (no -r)",
            id: id
        )
    }

    /// For a retained message of a followed topic while a command holds.
    static func retainedFix(id: RequestIdentifier?) -> PositionError {
        PositionError(
            .retained,
            "a retained fix without tst may be older than the command in force; send it anew, or with tst",
            id: id
        )
    }

    /// For a command that was carried out, though the weather there is not known yet.
    package static func upstream(id: RequestIdentifier? = nil) -> PositionError {
        PositionError(
            .upstream,
            "the position is stored, but its weather could not be fetched yet; the retry goes on, no need to send it again",
            id: id
        )
    }

    /// For a command that could not be written to disk; `advice` tells what the operator can do.
    package static func notStored(_ advice: String, id: RequestIdentifier? = nil) -> PositionError {
        PositionError(.storage, "the position could not be stored, the panel stays where it was: \(advice)", id: id)
    }
}
