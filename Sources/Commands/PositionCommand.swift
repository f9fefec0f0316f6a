package import Time
package import Weather

/// A requester's identifier of a request, echoed unchanged in the response.
///
/// At most ``maximumBytes`` long as JSON, without the quotes.
package enum RequestIdentifier: Sendable, Equatable {
    /// A string.
    case text(String)
    /// A whole number.
    case integer(Int64)

    /// The longest identifier in bytes; a longer one makes the command malformed.
    package static let maximumBytes = 64
}

/// A position as a device or a person sent it.
package struct ReportedPosition: Sendable, Equatable {
    /// The position.
    package var coordinate: Coordinate
    /// The accuracy in metres, 0 or more; nil where the sender gave none.
    package var accuracyMetres: Double?
    /// The moment of the fix by the device's clock (`tst`); nil where the sender gave none.
    package var reportedAt: UTCInstant?
    /// The sender's name for the place, not empty; nil for the place's own.
    package var name: String?
    /// The request's identifier; nil where the sender gave none.
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
    /// A new position.
    case set(ReportedPosition)
    /// A return to the configured position.
    case reset(id: RequestIdentifier?)

    /// The request's identifier; nil where the sender gave none.
    package var id: RequestIdentifier? {
        switch self {
        case .set(let position): position.id
        case .reset(let id): id
        }
    }
}

/// The command in a payload on `kiatsu/<panel>/location/set` or on a followed topic.
package enum PositionCommand: Sendable, Equatable {
    /// A change of the position.
    case change(PositionChange)
    /// An OwnTracks message other than a location; it gets no response.
    case ignored

    /// The longest payload of a command, in bytes.
    package static let maximumPayloadBytes = 1024
    /// The longest payload on a followed topic, in bytes: OwnTracks adds pictures and its regions.
    package static let maximumFollowedBytes = 16_384
    /// The members that may hold the latitude.
    package static let latitudeNames = PositionDocument.latitudeNames
    /// The members that may hold the longitude.
    package static let longitudeNames = PositionDocument.longitudeNames
    /// The members that may hold the accuracy.
    package static let accuracyNames = PositionDocument.accuracyNames

    /// The command in a payload of any accepted form.
    ///
    /// - Plain: `35.6465,139.6297`, latitude first; a number is an optional sign, digits, and optionally a point and
    ///   digits. Separated by a comma, by white space, or by both; white space at the ends does not matter.
    /// - JSON: an object with `lat` or `latitude`, and `lng`, `lon`, `long` or `longitude`; optionally `acc` (or Home
    ///   Assistant's `gps_accuracy`, or `accuracy`), `tst`, `name` and `id`. A number may stand in quotes, written as
    ///   in the plain form. A key may occur once, and keys with the same meaning must have the same value. Or
    ///   `{"reset":true}`.
    /// - A `geo:` URI of RFC 5870 in WGS 84; `u` is the accuracy, the altitude is not used. Or what Android shares:
    ///   `geo:0,0?q=35.6465,139.6297(name)`.
    /// - OwnTracks: JSON with `"_type":"location"`.
    ///
    /// A byte order mark before any of them, as Windows writes it into files, is ignored.
    package static func parse(
        payload: [UInt8],
        maximumBytes: Int = maximumPayloadBytes
    ) throws(PositionError) -> PositionCommand {
        guard payload.count <= maximumBytes else { throw .tooLarge(maximumBytes: maximumBytes) }
        let payload = payload.withoutByteOrderMark
        guard let text = String(validating: payload, as: UTF8.self) else {
            throw .malformed("the payload is not UTF-8")
        }
        // Some JSON readers take NULs for UTF-16.
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
