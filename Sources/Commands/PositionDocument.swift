import JSONReading
import Time
import Weather

/// A JSON object that may be a location command: our own form, OwnTracks' or Home Assistant's.
struct PositionDocument {
    /// A member's value, of which only the scalar ones matter.
    private enum Value: Decodable {
        case null
        case integer(Int64)
        case number(Double)
        case text(String)
        case bool(Bool)
        case other

        init(from decoder: any Decoder) throws {
            let container = try decoder.singleValueContainer()
            // What fits nothing, 1e999 among it, is nonsense only where it is needed.
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

    init(parsing payload: [UInt8]) throws(PositionError) {
        guard let members = [String: Value](json: payload) else {
            throw .malformed("the payload begins as JSON, but is not valid JSON")
        }
        self.members = members
    }

    func command() throws(PositionError) -> PositionCommand {
        if let type = members["_type"] {
            guard case .text(let text) = type else { throw .malformed("_type is not a string") }
            guard text == "location" else { return .ignored }
        }
        let id = try identifier()
        if case .bool(true) = members["reset"] {
            guard !Self.latitudeNames.contains(where: members.keys.contains) else {
                throw .malformed("both a reset and a position", id: id)
            }
            return .change(.reset(id: id))
        }
        return .change(.set(try position(id: id)))
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

    /// The first of the members that is there and not null.
    private func number(_ names: [String], id: RequestIdentifier?) throws(PositionError) -> Double? {
        for name in names {
            switch members[name] {
            case nil, .null: continue
            case .integer(let integer): return Double(integer)
            case .number(let number): return number
            case .text(let text):
                // Templates put quotes around everything.
                guard let number = PositionCommand.number(text[...].trimmed, signs: "+-"), number.isFinite else {
                    fallthrough
                }
                return number
            default: throw .malformed("\(name) is not a number", id: id)
            }
        }
        return nil
    }

    private func reportedAt(id: RequestIdentifier?) throws(PositionError) -> UTCInstant? {
        guard let seconds = try number(["tst"], id: id) else { return nil }
        // Up to the year 2255: well above it are milliseconds.
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
            let name = text[...].trimmed
            return name.isEmpty ? nil : String(name)
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
