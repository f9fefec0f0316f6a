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
    /// whole. A topic of up to 120 bytes leaves room for the longest of them at six decimals.
    package func payload(topicBytes: Int, privacyDecimals: Int) -> [UInt8] {
        let budget = payloadBudget(topicBytes: topicBytes)
        switch self {
        case .accepted(let coordinate, let name, let id):
            let start = "{\"ok\":true,\(degrees(coordinate, decimals: privacyDecimals)),\"n\":"
            return fitted(start: start, text: name.map(ForeignText.cleaned), end: Self.end(id), budget: budget)
        case .refused(let error):
            let start = "{\"ok\":false,\"error\":\"\(error.code.rawValue)\",\"message\":"
            return fitted(start: start, text: error.message, end: Self.end(error.id), budget: budget)
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
    package func payload(topicBytes: Int, privacyDecimals: Int) -> [UInt8] {
        let zone = timeZone.map(JSONText.string) ?? "null"
        return fitted(
            start: "{\(degrees(coordinate, decimals: privacyDecimals)),\"n\":",
            text: name.map(ForeignText.cleaned),
            end: ",\"tz\":\(zone),\"src\":\"\(source.rawValue)\",\"ts\":\(since.unixSeconds)}",
            budget: payloadBudget(topicBytes: topicBytes)
        )
    }
}

/// The largest whole PUBLISH packet below `kiatsu/<panel>/`, which small clients can take.
private let maximumPacketBytes = 255

private func payloadBudget(topicBytes: Int) -> Int {
    MQTTPacket.payloadBudget(topicBytes: topicBytes, packetBytes: maximumPacketBytes)
}

private func degrees(_ coordinate: Coordinate, decimals: Int) -> String {
    let latitude = JSONText.number(coordinate.latitude, decimals: decimals)
    return "\"lat\":\(latitude),\"lng\":\(JSONText.number(coordinate.longitude, decimals: decimals))"
}

/// Puts between `start` and `end` as much of the text as the budget leaves room for.
private func fitted(start: String, text: String?, end: String, budget: Int) -> [UInt8] {
    let room = budget - start.utf8.count - end.utf8.count - 2
    let value = text.map { JSONText.string(JSONText.prefix(of: $0, bytes: room)) } ?? "null"
    return Array((start + value + end).utf8)
}
