import Text
package import Time
package import Weather

/// The response to a location command.
package enum PositionReply: Sendable, Equatable {
    /// The position is stored; `name` is the name that the panel will show.
    case accepted(Coordinate, name: String?, id: RequestIdentifier?)
    /// The position was refused.
    case refused(PositionError)

    /// The response as JSON, with the position rounded to `decimals` places.
    ///
    /// The name or the message is cut to the packet's budget; code and id stay whole. With a topic of up to 120 bytes,
    /// the longest of them fit a packet of 255 bytes at six decimals. In a smaller packet the text is left out, then
    /// the position, then the id. Empty where nothing fits.
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

/// A panel's present position, published on `kiatsu/<panel>/location`.
package struct LocationState: Sendable, Equatable {
    /// The origin of the position; the raw value is `src` in the payload.
    package enum Source: String, Sendable {
        /// A command on the panel's own topic.
        case command
        /// A message on a topic that the panel follows.
        case follow
        /// The configuration.
        case config
    }

    /// The position.
    package var coordinate: Coordinate
    /// The name of the place; nil where none is known.
    package var name: String?
    /// The IANA name of the place's time zone, such as `Asia/Tokyo`.
    package var timeZone: String?
    /// The origin of the position.
    package var source: Source
    /// The moment since which the panel is there.
    package var since: UTCInstant

    package init(coordinate: Coordinate, name: String?, timeZone: String?, source: Source, since: UTCInstant) {
        self.coordinate = coordinate
        self.name = name
        self.timeZone = timeZone
        self.source = source
        self.since = since
    }

    /// The state as JSON, with the position rounded to `decimals` places; the name is cut to the packet's budget.
    ///
    /// In a packet of less than 255 bytes `src` and `ts` are left out first, then `tz`, before the name is cut. Empty
    /// where not even the position fits.
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

/// The largest PUBLISH packet below `kiatsu/<panel>/`, in bytes: small clients can receive it.
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

/// The text, cut to the budget, between `start` and `end`.
private func fitted(start: String, text: String?, end: String, budget: Int) -> String {
    let room = budget - start.utf8.count - end.utf8.count - 2
    let value = text.map { JSONText.string(JSONText.prefix(of: $0, bytes: room)) } ?? "null"
    return start + value + end
}
