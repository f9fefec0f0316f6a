package import Time

/// The answer to a ``HelloRequest``.
package enum HelloReply: Sendable, Equatable {
    /// What the panel's widgets are published as from now on, in the panel's order, and drawn as, if they are; and what
    /// time it is, for a panel's clock.
    case accepted([Widget], Drawing? = nil, now: UTCInstant? = nil, id: RequestIdentifier?)
    case refused(HelloError)

    /// A widget and the names of its encodings.
    package struct Widget: Sendable, Equatable {
        package let name: String
        package let encodings: [String]

        package init(name: String, encodings: [String]) {
            self.name = name
            self.encodings = encodings
        }
    }

    /// The names of the forms of pictures, and their size, such as `296x128`.
    package struct Drawing: Sendable, Equatable {
        package let pictures: [String]
        package let size: String

        package init(pictures: [String], size: String) {
            self.pictures = pictures
            self.size = size
        }
    }

    /// The longest packet of an answer, whatever the client can take.
    private static let maximumPacketBytes = 255

    /// `{"ok":true,"now":1795262425,"widgets":{"weather":["frame"]},"pictures":["strips"],"size":"296x128","id":7}` or
    /// `{"ok":false,"error":"does_not_fit","message":"…","id":7}`; `now` is in Unix seconds.
    ///
    /// The whole packet is no longer than the client's buffer, nor than 255 bytes: the message gives way, then it is left
    /// out, as are pictures and widgets that do not fit, and at last the time. Nil where not even that fits: the client
    /// cannot take any answer.
    package func payload(topicBytes: Int, bufferBytes: Int) -> [UInt8]? {
        let budget = MQTTPacket.payloadBudget(
            topicBytes: topicBytes,
            packetBytes: min(bufferBytes, Self.maximumPacketBytes)
        )
        return candidates(budget: budget).first { $0.utf8.count <= budget }.map { Array($0.utf8) }
    }

    /// From the most telling to the least.
    private func candidates(budget: Int) -> [String] {
        switch self {
        case .accepted(let widgets, let drawing, let now, let id):
            let start = "{\"ok\":true"
            let time = now.map { ",\"now\":\($0.unixSeconds)" } ?? ""
            let members = widgets.map { "\(JSONText.string($0.name)):\(Self.list($0.encodings))" }
            let told = ",\"widgets\":{\(members.joined(separator: ","))}"
            let drawn = drawing.map {
                ",\"pictures\":\(Self.list($0.pictures)),\"size\":\(JSONText.string($0.size))"
            }
            let parts = drawn.map { [told + $0, $0] } ?? []
            return (parts + [told, ""]).map { start + time + $0 + Self.end(id) } + [start + Self.end(id)]
        case .refused(let error):
            let start = "{\"ok\":false,\"error\":\"\(error.code.rawValue)\""
            let end = Self.end(error.id)
            let room = budget - start.utf8.count - ",\"message\":\"\"".utf8.count - end.utf8.count
            let message = error.message(ofBytes: room)
            let bare = start + end
            return message.isEmpty ? [bare] : ["\(start),\"message\":\(JSONText.string(message))\(end)", bare]
        }
    }

    private static func list(_ names: [String]) -> String {
        "[\(names.map(JSONText.string).joined(separator: ","))]"
    }

    private static func end(_ id: RequestIdentifier?) -> String {
        id.map { ",\"id\":" + JSONText.identifier($0) + "}" } ?? "}"
    }
}

extension HelloError {
    /// As much of the problem as there is room for beside the longest of the remedies that leaves it some.
    fileprivate func message(ofBytes room: Int) -> String {
        for remedy in remedies {
            let end = "; " + remedy
            let problemBytes = JSONText.string(problem).utf8.count - 2
            let left = room - (JSONText.string(end).utf8.count - 2)
            if left >= min(problemBytes, Self.leastProblemBytes) {
                return JSONText.prefix(of: problem, bytes: left) + end
            }
        }
        guard let remedy = remedies.last, JSONText.string(remedy).utf8.count - 2 <= room else {
            return JSONText.prefix(of: problem, bytes: room)
        }
        return remedy
    }

    /// Less of a problem tells nothing.
    private static let leastProblemBytes = 24
}

/// How long MQTT 3.1.1 makes a PUBLISH packet at QoS 1.
enum MQTTPacket {
    /// What the fixed header (2 bytes up to 129, else 3), the topic after its length (2 bytes) and the packet id (2
    /// bytes) leave for the payload of a packet of up to 16 KiB.
    static func payloadBudget(topicBytes: Int, packetBytes: Int) -> Int {
        packetBytes - (packetBytes <= 129 ? 2 : 3) - 2 - topicBytes - 2
    }
}
