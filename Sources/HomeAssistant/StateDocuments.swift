import JSON
package import Time
package import Weather
package import Widgets

/// The retained JSON document that a panel's entities read; it always has every key.
package enum PanelStateDocument {
    /// The readings of a widget as JSON, by name.
    package static func written(_ readings: [String: Reading]) -> [String: [UInt8]] {
        readings.mapValues { reading in
            var writer = ByteWriter(capacity: 16)
            writer.append(JSONValue(reading))
            return writer.finish()
        }
    }

    /// The document.
    ///
    /// `values` are the widgets' readings by name, as ``written(_:)`` gives them; a missing one becomes null, Home
    /// Assistant's "unknown".
    ///
    /// `readings` are those of all widgets in the catalogue: the entities of a widget that was just removed exist a
    /// moment longer and must find their keys. The position is rounded to `decimals` of a degree.
    package static func payload(
        place: String,
        position: Coordinate,
        decimals: Int,
        readings: [ReadingDescription],
        values: [String: [UInt8]],
        isProblem: Bool
    ) -> [UInt8] {
        let own: [JSONValue.Member] = [
            .init("place", .text(place.stateText)), .init("latitude", .degrees(position.latitude, decimals: decimals)),
            .init("longitude", .degrees(position.longitude, decimals: decimals)), .init("problem", .boolean(isProblem)),
        ]
        return JSONValue.object(own + members(of: readings, values)).bytes
    }

    /// The document of a panel or bridge that is gone, for the entities that exist a moment longer: every value is
    /// null.
    package static func unknown(readings: [ReadingDescription]) -> [UInt8] {
        let own = ["place", "latitude", "longitude", "problem", "version", "last_error", "last_error_at"]
        return JSONValue.object(own.map { JSONValue.Member($0, .null) } + members(of: readings, [:])).bytes
    }

    private static func members(of readings: [ReadingDescription], _ values: [String: [UInt8]]) -> [JSONValue.Member] {
        var seen: Set<String> = []
        return readings.filter { seen.insert($0.name).inserted }.map { reading in
            JSONValue.Member(reading.name, values[reading.name].map(JSONValue.written) ?? .null)
        }
    }
}

/// The retained JSON document that the bridge's own entities read.
package enum BridgeStateDocument {
    /// The document; `lastError` is a line of the log and its time, nil for none.
    package static func payload(version: String, lastError: (text: String, at: UTCInstant)?) -> [UInt8] {
        let document: JSONValue = [
            "version": .text(version),
            "last_error": lastError.map { .text($0.text.stateText) } ?? "none",
            "last_error_at": lastError.map { .text($0.at.iso8601) } ?? .null,
        ]
        return document.bytes
    }
}

extension JSONValue {
    fileprivate static func degrees(_ degrees: Double, decimals: Int) -> JSONValue {
        let scale = (0..<decimals).reduce(1.0) { power, _ in power * 10 }
        return .number(Int((degrees * scale).rounded()), digits: decimals)
    }

    fileprivate init(_ reading: Reading) {
        self =
            switch reading {
            case .number(let value, let digits): .number(value, digits: digits)
            case .text(let text): .text(text.stateText)
            case .moment(let moment): .text(moment.iso8601)
            case .forecasts(let forecasts): .array(forecasts.map(JSONValue.init))
            }
    }

    /// A forecast in the form that `weather` entities expect.
    private init(_ forecast: Reading.Forecast) {
        func tenths(_ value: Int?) -> JSONValue { value.map { .number($0, digits: 1) } ?? .null }
        var members = [
            Member("datetime", .text(forecast.start.iso8601)),
            Member("condition", forecast.condition == "unknown" ? .null : .text(forecast.condition)),
            Member("temperature", tenths(forecast.temperatureTenths)),
        ]
        if let lowest = forecast.lowestTemperatureTenths { members.append(.init("templow", tenths(lowest))) }
        if let pressure = forecast.pressureTenths { members.append(.init("pressure", tenths(pressure))) }
        self = .object(members)
    }
}

extension String {
    /// The text cut to the 255 Unicode scalars that Home Assistant accepts as a state.
    fileprivate var stateText: String {
        let clean = DisplayText(self).text
        guard clean.unicodeScalars.count > 255 else { return clean }
        var text = ""
        var count = 1
        for character in clean {
            count += character.unicodeScalars.count
            guard count <= 255 else { break }
            text.append(character)
        }
        return text + "…"
    }
}
