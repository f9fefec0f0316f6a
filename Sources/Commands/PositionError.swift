import Text
import Topics

/// The reason why a location command was not carried out, in words for its sender.
///
/// No message holds a position.
package struct PositionError: Error, Sendable, Equatable {
    /// The kind of error; the raw value is `error` in the response.
    package enum Code: String, Sendable, CaseIterable {
        /// The payload has none of the accepted forms.
        case malformed
        /// Latitude or longitude is out of range.
        case outOfRange = "out_of_range"
        /// The payload is too long.
        case tooLarge = "too_large"
        /// No panel has this id.
        case unknownPanel = "unknown_panel"
        /// The command was a retained message.
        case retained
        /// The position is 0,0, which devices without a fix report.
        case nullIsland = "null_island"
        /// The accuracy is worse than the panel's limit.
        case inaccurate
        /// The fix is older than the newest one known.
        case stale
        /// The fix implies a speed above the panel's limit.
        case tooFast = "too_fast"
        /// The fix is too near to the position in use to change anything.
        case tooNear = "too_near"
        /// The fix came too soon after the last position; it is pending.
        case tooSoon = "too_soon"
        /// The panel's rate of commands is exceeded; the newest one is pending.
        case rateLimited = "rate_limited"
        /// The position is stored, but its weather could not be fetched yet.
        case upstream
        /// The position could not be stored: the disk is full or cannot be written.
        case storage
    }

    /// The kind of error.
    package var code: Code
    /// The problem and its remedy.
    package var message: String
    /// The request's identifier, where it was readable.
    package var id: RequestIdentifier?

    init(_ code: Code, _ message: String, id: RequestIdentifier? = nil) {
        self.code = code
        self.message = ForeignText.cleaned(message)
        self.id = id
    }
}

extension PositionError {
    /// `what` is the beginning of a sentence, such as “the payload is empty”.
    static func malformed(_ what: String, id: RequestIdentifier? = nil) -> PositionError {
        PositionError(.malformed, "\(what); send 35.6465,139.6297 or {\"lat\":35.6465,\"lng\":139.6297}", id: id)
    }

    /// The error for an encrypted message of OwnTracks.
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
            "a fix within \(limit) m of the position in use changes nothing; to set it all the same, send it without "
                + "tst",
            id: id
        )
    }

    static func tooSoon(interval: Duration, id: RequestIdentifier?) -> PositionError {
        PositionError(
            .tooSoon,
            "under \(interval.components.seconds) s after the last position; the newest is kept and applied by itself "
                + "then, no need to send it again",
            id: id
        )
    }

    static func rateLimited(commandsPerMinute: Int, id: RequestIdentifier?) -> PositionError {
        PositionError(
            .rateLimited,
            "over \(commandsPerMinute) commands a minute; the newest is kept and applied by itself, no need to send it "
                + "again",
            id: id
        )
    }

    /// The error for a command to an unknown panel.
    package static func unknownPanel(id: RequestIdentifier? = nil) -> PositionError {
        PositionError(
            .unknownPanel,
            "no panel has this id; send to <base topic>/\(Topic.Kind.locationCommand.path) with an id of "
                + "`kiatsu panel list`",
            id: id
        )
    }

    /// The error for a retained command.
    package static func retained(id: RequestIdentifier? = nil) -> PositionError {
        PositionError(
            .retained,
            "a retained command would run again at each reconnect; clear it and send without retain (no -r)",
            id: id
        )
    }

    /// The error for a retained message of a followed topic while a command is in force.
    static func retainedFix(id: RequestIdentifier?) -> PositionError {
        PositionError(
            .retained,
            "a retained fix without tst may be older than the command in force; send it anew, or with tst",
            id: id
        )
    }

    /// The report that a command was carried out, though the weather of the place is not known yet.
    package static func upstream(id: RequestIdentifier? = nil) -> PositionError {
        PositionError(
            .upstream,
            "the position is stored, but its weather could not be fetched yet; the retry goes on, no need to send it "
                + "again",
            id: id
        )
    }

    /// The error for a position that could not be written to disk; `advice` is the operator's remedy.
    package static func notStored(_ advice: String, id: RequestIdentifier? = nil) -> PositionError {
        PositionError(.storage, "the position could not be stored, the panel stays where it was: \(advice)", id: id)
    }
}
