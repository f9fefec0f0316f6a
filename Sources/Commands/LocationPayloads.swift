import Text
package import Time
package import Weather

/// The answer to a location command.
package enum PositionReply: Sendable, Equatable {
    /// The position is stored; `name` is what the panel will call the place.
    case accepted(Coordinate, name: String?, id: RequestIdentifier?)
    case refused(PositionError)

    /// The reply as JSON, with the position rounded to so many decimals.
    ///
    /// The name or the message gives way so that the packet keeps within its budget; the code and the id stay
    /// whole. A topic of up to 120 bytes leaves room for the longest of them at six decimals, in a packet of 255 bytes.
    /// In a smaller one the text is left out, then the position, then the id. Empty where nothing fits.
    package func payload(
        topicBytes: Int,
        privacyDecimals: Int,
        packetBytes: Int = maximumPacketBytes
    ) -> [UInt8] {
        let budget = payloadBudget(topicBytes: topicBytes, packetBytes: packetBytes)
        switch self {
        case .accepted(let coordinate, let name, let id):
            let bare = "{\"ok\":true"
            let start = "\(bare),\(degrees(coordinate, decimals: privacyDecimals))"
            let end = Self.end(id)
            let text = name.map(ForeignText.cleaned)
            let whole = fitted(start: start + ",\"n\":", text: text, end: end, budget: budget)
            return first(of: [whole, start + end, bare + end, bare + "}"], budget: budget)
        case .refused(let error):
            let start = "{\"ok\":false,\"error\":\"\(error.code.rawValue)\""
            let end = Self.end(error.id)
            let whole = fitted(start: start + ",\"message\":", text: error.message, end: end, budget: budget)
            return first(of: [whole, start + end, start + "}"], budget: budget)
        }
    }

    private static func end(_ id: RequestIdentifier?) -> String {
        id.map { ",\"id\":" + JSONText.identifier($0) + "}" } ?? "}"
    }
}

/// What `kiatsu/<panel>/location` says of where a panel is.
package struct LocationState: Sendable, Equatable {
    /// The raw value is what the payload carries as `src`.
    package enum Source: String, Sendable {
        case command
        case follow
        case config
    }

    package var coordinate: Coordinate
    package var name: String?
    /// The IANA name of the place's time zone, such as `Asia/Tokyo`.
    package var timeZone: String?
    package var source: Source
    /// Since when the panel is there.
    package var since: UTCInstant

    package init(coordinate: Coordinate, name: String?, timeZone: String?, source: Source, since: UTCInstant) {
        self.coordinate = coordinate
        self.name = name
        self.timeZone = timeZone
        self.source = source
        self.since = since
    }

    /// The state as JSON, with the position rounded to so many decimals; the name gives way to the packet's budget.
    ///
    /// In a packet of less than 255 bytes `src` and `ts` are left out first, then `tz`, and only then the name is cut.
    /// Empty where not even the position fits.
    package func payload(
        topicBytes: Int,
        privacyDecimals: Int,
        packetBytes: Int = maximumPacketBytes
    ) -> [UInt8] {
        let budget = payloadBudget(topicBytes: topicBytes, packetBytes: packetBytes)
        let zone = ",\"tz\":" + (timeZone.map(JSONText.string) ?? "null")
        let origin = ",\"src\":\"\(source.rawValue)\",\"ts\":\(since.unixSeconds)"
        let place = "{\(degrees(coordinate, decimals: privacyDecimals))"
        let name = name.map(ForeignText.cleaned)
        let start = place + ",\"n\":"
        guard packetBytes < maximumPacketBytes else {
            return Array(fitted(start: start, text: name, end: zone + origin + "}", budget: budget).utf8)
        }
        let whole = [zone + origin, zone].map { fitted(start: start, text: name, end: $0 + "}", budget: .max) }
        let cut = fitted(start: start, text: name, end: "}", budget: budget)
        return first(of: whole + [cut, place + "}"], budget: budget)
    }
}

/// The largest whole PUBLISH packet below `kiatsu/<panel>/`, which small clients can take.
package let maximumPacketBytes = 255

private func payloadBudget(topicBytes: Int, packetBytes: Int) -> Int {
    MQTTPacket.payloadBudget(topicBytes: topicBytes, packetBytes: min(packetBytes, maximumPacketBytes))
}

private func first(of candidates: [String], budget: Int) -> [UInt8] {
    candidates.first { $0.utf8.count <= budget }.map { Array($0.utf8) } ?? []
}

private func degrees(_ coordinate: Coordinate, decimals: Int) -> String {
    let latitude = JSONText.number(coordinate.latitude, decimals: decimals)
    return "\"lat\":\(latitude),\"lng\":\(JSONText.number(coordinate.longitude, decimals: decimals))"
}

/// Puts between `start` and `end` as much of the text as the budget leaves room for.
private func fitted(start: String, text: String?, end: String, budget: Int) -> String {
    let room = budget - start.utf8.count - end.utf8.count - 2
    let value = text.map { JSONText.string(JSONText.prefix(of: $0, bytes: room)) } ?? "null"
    return start + value + end
}
