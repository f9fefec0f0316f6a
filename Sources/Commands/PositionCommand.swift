package import Time
package import Weather

/// What a requester calls its request, echoed in the reply as it was.
///
/// At most ``maximumBytes`` long as JSON, without the quotes.
package enum RequestIdentifier: Sendable, Equatable {
    case text(String)
    case integer(Int64)

    /// A longer one makes the command malformed.
    package static let maximumBytes = 64
}

/// A position as a device or a person sent it.
package struct ReportedPosition: Sendable, Equatable {
    package var coordinate: Coordinate
    /// 0 or more.
    package var accuracyMetres: Double?
    /// When the device took it, by the device's clock (`tst`).
    package var reportedAt: UTCInstant?
    /// What the place is to be called in place of its own name; not empty.
    package var name: String?
    package var id: RequestIdentifier?

    package init(
        coordinate: Coordinate,
        accuracyMetres: Double? = nil,
        reportedAt: UTCInstant? = nil,
        name: String? = nil,
        id: RequestIdentifier? = nil
    ) {
        self.coordinate = coordinate
        self.accuracyMetres = accuracyMetres
        self.reportedAt = reportedAt
        self.name = name
        self.id = id
    }
}

/// A change of a panel's position.
package enum PositionChange: Sendable, Equatable {
    case set(ReportedPosition)
    /// Back to the configured position.
    case reset(id: RequestIdentifier?)

    /// What the requester calls the request.
    package var id: RequestIdentifier? {
        switch self {
        case .set(let position): position.id
        case .reset(let id): id
        }
    }
}

/// What a payload on `kiatsu/<panel>/location/set`, or on a followed topic, asks for.
package enum PositionCommand: Sendable, Equatable {
    case change(PositionChange)
    /// An OwnTracks message that is not a location: no reply.
    case ignored

    /// A longer payload of a command is too large.
    package static let maximumPayloadBytes = 1024
    /// A longer payload of a followed topic is too large: OwnTracks adds pictures and all of its regions.
    package static let maximumFollowedBytes = 16_384

    /// Reads a payload in any of the accepted forms.
    ///
    /// - Plain: `35.6465,139.6297`, latitude first; a number is an optional sign, digits, and optionally a point and
    ///   digits. Separated by a comma, by white space, or by both; white space at the ends does not matter.
    /// - JSON: an object with `lat` or `latitude`, and `lng`, `lon`, `long` or `longitude`; optionally `acc` (or Home
    ///   Assistant's `gps_accuracy`, or `accuracy`), `tst`, `name` and `id`. A number may stand in quotes, written as in
    ///   the plain form. No key stands there twice, and keys that mean the same have the same value. Or
    ///   `{"reset":true}`.
    /// - A `geo:` URI of RFC 5870 in WGS 84; `u` is the accuracy, the altitude is not used. Or what Android shares:
    ///   `geo:0,0?q=35.6465,139.6297(name)`.
    /// - OwnTracks: JSON with `"_type":"location"`.
    ///
    /// A byte order mark before any of them, as Windows writes it into files, does not matter.
    package static func parse(
        payload: [UInt8],
        maximumBytes: Int = maximumPayloadBytes
    ) throws(PositionError) -> PositionCommand {
        guard payload.count <= maximumBytes else { throw .tooLarge(maximumBytes: maximumBytes) }
        let payload = payload.withoutByteOrderMark
        guard let text = String(validating: payload, as: UTF8.self) else {
            throw .malformed("the payload is not UTF-8")
        }
        // Some JSON readers take NULs for the sign of UTF-16.
        guard !payload.contains(0) else { throw .malformed("the payload holds a NUL byte") }
        let trimmed = text[...].trimmed
        guard let first = trimmed.utf8.first else { throw .malformed("the payload is empty") }
        if first == UInt8(ascii: "{") { return try PositionDocument(parsing: payload).command() }
        if trimmed.utf8.prefix(4).map(\.asciiLowercased).elementsEqual("geo:".utf8) {
            return .change(.set(try geoURI(trimmed.dropFirst(4))))
        }
        return .change(.set(try plain(trimmed)))
    }
}
