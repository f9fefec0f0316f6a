import Time
import Weather

extension FollowedTopics {
    /// An attribute of a fix.
    enum Attribute: Sendable, Equatable {
        case latitude
        case longitude
        case accuracy

        /// The names are those that the members of a JSON position have.
        init?(_ name: String) {
            if PositionDocument.latitudeNames.contains(name) {
                self = .latitude
            } else if PositionDocument.longitudeNames.contains(name) {
                self = .longitude
            } else if PositionDocument.accuracyNames.contains(name) {
                self = .accuracy
            } else {
                return nil
            }
        }
    }

    struct Part: Sendable, Equatable {
        let attribute: Attribute
        let value: Double
        let isRetained: Bool
        let arrivedAt: UTCInstant
    }

    /// A complete fix, whose accuracy may still arrive.
    struct Whole: Sendable, Equatable {
        let coordinate: Coordinate
        var accuracyMetres: Double?
        let isRetained: Bool
        let completedAt: UTCInstant
    }

    /// The attributes received under one parent topic.
    struct Parent: Sendable, Equatable {
        private(set) var touchedAt: UTCInstant
        private var latitude: Part?
        private var longitude: Part?
        private var accuracy: Part?
        private var whole: Whole?
        /// The moment the oldest fix was completed that was not yet returned.
        private var waitingSince: UTCInstant?

        init(touchedAt: UTCInstant) {
            self.touchedAt = touchedAt
        }

        /// The moment to return the fix; nil where there is none.
        var deadline: UTCInstant? {
            waitingSince.map { min(touchedAt + FollowedTopics.settlingTime, $0 + FollowedTopics.longestWait) }
        }

        func isDue(at now: UTCInstant) -> Bool {
            // A deadline further ahead was computed before the clock was set back.
            deadline.map { $0 <= now || $0 - now > FollowedTopics.longestWait } ?? false
        }

        /// Adds an attribute; false where latitude and longitude are no position on Earth.
        mutating func add(_ part: Part) -> Bool {
            touchedAt = part.arrivedAt
            forgetOldParts(at: part.arrivedAt)
            switch part.attribute {
            case .latitude: latitude = part
            case .longitude: longitude = part
            case .accuracy:
                // After a complete fix it belongs to that fix.
                if latitude == nil, longitude == nil, whole != nil {
                    whole?.accuracyMetres = part.value
                    return true
                }
                accuracy = part
            }
            guard let latitude, let longitude else { return true }
            defer {
                self.latitude = nil
                self.longitude = nil
                accuracy = nil
            }
            guard let coordinate = Coordinate(latitude: latitude.value, longitude: longitude.value) else {
                return false
            }
            whole = Whole(
                coordinate: coordinate,
                accuracyMetres: accuracy?.value,
                isRetained: latitude.isRetained || longitude.isRetained,
                completedAt: part.arrivedAt
            )
            waitingSince = waitingSince ?? part.arrivedAt
            return true
        }

        mutating func takeFix() -> Whole? {
            defer {
                whole = nil
                waitingSince = nil
            }
            return whole
        }

        /// Drops halves of different fixes, which are no position: the other half was lost with a connection.
        private mutating func forgetOldParts(at now: UTCInstant) {
            func isOld(_ part: Part?) -> Bool {
                part.map { $0.arrivedAt > now || now - $0.arrivedAt > FollowedTopics.longestWait } ?? false
            }
            if isOld(latitude) { latitude = nil }
            if isOld(longitude) { longitude = nil }
            if isOld(accuracy) { accuracy = nil }
        }
    }

    /// A payload that is a JSON number, also in quotes, or null.
    enum JSONScalar: Equatable {
        case null
        case number(Double)

        init?(_ payload: [UInt8]) {
            guard payload.count <= 64, let whole = String(validating: payload, as: UTF8.self) else { return nil }
            var text = whole[...].trimmed
            if text == "null" {
                self = .null
                return
            }
            if text.utf8.count > 2, text.utf8.first == UInt8(ascii: "\""), text.utf8.last == UInt8(ascii: "\"") {
                text = text.dropFirst().dropLast()
            }
            // Python writes small numbers as 1e-05.
            guard text.utf8.allSatisfy({ "0123456789+-.eE".utf8.contains($0) }), let number = Double(text),
                number.isFinite
            else { return nil }
            self = .number(number)
        }
    }
}
