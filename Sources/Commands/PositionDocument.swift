import JSON
import Text
import Time
import Weather

/// A JSON object that may be a location command: Kiatsu's own form, OwnTracks' or Home Assistant's.
struct PositionDocument {
    /// The value of a member; only scalars matter.
    private enum Value: Decodable {
        case null
        case integer(Int64)
        case number(Double)
        case text(String)
        case bool(Bool)
        case other

        init(from decoder: any Decoder) throws {
            let container = try decoder.singleValueContainer()
            // A value that no type fits, such as 1e999, matters only where it is read.
            self =
                if container.decodeNil() { .null } else if let integer = try? container.decode(Int64.self) {
                    .integer(integer)
                } else if let number = try? container.decode(Double.self) {
                    .number(number)
                } else if let text = try? container.decode(String.self) {
                    .text(text)
                } else if let bool = try? container.decode(Bool.self) { .bool(bool) } else { .other }
        }
    }

    private let members: [String: Value]
    /// The first repeated key of the document; nil where there is none.
    private let double: String?

    init(parsing payload: [UInt8]) throws(PositionError) {
        guard let members = [String: Value](json: payload) else {
            throw .malformed("the payload begins as JSON, but is not valid JSON")
        }
        self.members = members
        double = JSONKeys.firstDouble(in: payload, onlyAtTop: true)
    }

    func command() throws(PositionError) -> PositionCommand {
        if let type = members["_type"] {
            guard case .text(let text) = type else { throw .malformed("_type is not a string") }
            if double == "_type" { throw .malformed("_type stands there twice") }
            if text == "encrypted" { throw .encrypted }
            guard text == "location" else { return .ignored }
        }
        let id = try identifier()
        if let double { throw .malformed("\(double) stands there twice", id: id) }
        switch members["reset"] {
        case nil, .null, .bool(false): return .change(.set(try position(id: id)))
        case .bool(true):
            guard !(Self.latitudeNames + Self.longitudeNames).contains(where: members.keys.contains) else {
                throw .malformed("both a reset and a position", id: id)
            }
            return .change(.reset(id: id))
        default: throw .resetIsNotTrue(id: id)
        }
    }

    /// True for a payload that is no position but seems intended as one: an object with a latitude or a longitude, or
    /// one of OwnTracks.
    static func isMeant(_ payload: [UInt8]) -> Bool {
        guard payload.first == UInt8(ascii: "{"), let document = try? PositionDocument(parsing: payload) else {
            return false
        }
        return (latitudeNames + longitudeNames + ["_type"]).contains(where: document.members.keys.contains)
    }

    /// True where the beginning of an overlong payload shows an OwnTracks message other than a location, such as a card
    /// with a picture.
    static func isOfAnotherType(_ payload: [UInt8]) -> Bool {
        let key = Array("\"_type\"".utf8)
        guard let start = payload.indices.first(where: { payload[$0...].starts(with: key) }) else { return false }
        let value = payload[(start + key.count)...].drop { $0 == UInt8(ascii: ":") || $0 <= UInt8(ascii: " ") }
        return value.first == UInt8(ascii: "\"") && !value.starts(with: Array("\"location\"".utf8))
    }

    static let latitudeNames = ["lat", "latitude"]
    static let longitudeNames = ["lng", "lon", "long", "longitude"]
    static let accuracyNames = ["acc", "gps_accuracy", "accuracy"]

    private func position(id: RequestIdentifier?) throws(PositionError) -> ReportedPosition {
        guard let latitude = try number(Self.latitudeNames, id: id) else { throw .malformed("lat is missing", id: id) }
        guard let longitude = try number(Self.longitudeNames, id: id) else {
            throw .malformed("lng is missing", id: id)
        }
        guard let coordinate = Coordinate(latitude: latitude, longitude: longitude) else {
            throw .outOfRange(id: id)
        }
        let accuracy = try number(Self.accuracyNames, id: id)
        if let accuracy, accuracy < 0 { throw .malformed("acc is negative: it is a number of metres", id: id) }
        return ReportedPosition(
            coordinate: coordinate,
            accuracyMetres: accuracy,
            reportedAt: try reportedAt(id: id),
            name: try name(id: id),
            id: id
        )
    }

    /// The common value of the members that are present and not null.
    private func number(_ names: [String], id: RequestIdentifier?) throws(PositionError) -> Double? {
        var first: (name: String, number: Double)?
        for name in names {
            let number: Double
            switch members[name] {
            case nil, .null: continue
            case .integer(let integer): number = Double(integer)
            case .number(let value): number = value
            case .text(let text):
                // Templates put quotes around everything.
                guard let value = PositionCommand.number(text[...].trimmed, signs: "+-"), value.isFinite else {
                    fallthrough
                }
                number = value
            default: throw .malformed("\(name) is not a number", id: id)
            }
            if let first, first.number != number {
                throw .malformed("\(first.name) and \(name) are not the same", id: id)
            }
            first = first ?? (name, number)
        }
        return first?.number
    }

    private func reportedAt(id: RequestIdentifier?) throws(PositionError) -> UTCInstant? {
        guard let seconds = try number(["tst"], id: id) else { return nil }
        // Up to the year 2255; larger numbers are milliseconds.
        guard 0...9_000_000_000 ~= seconds else {
            throw .malformed("tst is not a time in Unix seconds (not milliseconds)", id: id)
        }
        let whole = seconds.rounded(.down)
        return UTCInstant(unixSeconds: Int(whole)) + .nanoseconds(Int64((seconds - whole) * 1_000_000_000))
    }

    private func name(id: RequestIdentifier?) throws(PositionError) -> String? {
        switch members["name"] {
        case nil, .null: return nil
        case .text(let text):
            if text[...].trimmed.isEmpty { return nil }
            guard let name = ForeignText.name(text) else {
                throw .malformed("name has nothing in it that can be seen", id: id)
            }
            return name
        default: throw .malformed("name is not a string", id: id)
        }
    }

    private func identifier() throws(PositionError) -> RequestIdentifier? {
        let id: RequestIdentifier
        switch members["id"] {
        case nil, .null: return nil
        case .integer(let integer): id = .integer(integer)
        case .text(let text): id = .text(text)
        default: throw .malformed("id is not a string or a whole number")
        }
        guard JSONText.identifier(id).utf8.count <= RequestIdentifier.maximumBytes + 2 else {
            throw .malformed("id is over \(RequestIdentifier.maximumBytes) bytes")
        }
        return id
    }
}
