package import Time

/// The response to a ``HelloRequest``.
package enum HelloReply: Sendable, Equatable {
    /// The panel's widgets with their encodings from now on, in the panel's order; its pictures, if it gets any; and
    /// the time for the panel's clock.
    case accepted([Widget], Drawing? = nil, now: UTCInstant? = nil, id: RequestIdentifier?)
    /// The hello was refused.
    case refused(HelloError)

    /// A widget with its encodings.
    package struct Widget: Sendable, Equatable {
        /// The widget's name.
        package let name: String
        /// The names of its encodings.
        package let encodings: [String]

        package init(name: String, encodings: [String]) {
            self.name = name
            self.encodings = encodings
        }
    }

    /// The pictures of a panel.
    package struct Drawing: Sendable, Equatable {
        /// The names of the pictures' forms.
        package let pictures: [String]
        /// The size in pixels, such as `296x128`.
        package let size: String

        package init(pictures: [String], size: String) {
            self.pictures = pictures
            self.size = size
        }
    }

    /// The longest packet of a response, even for a client with a larger buffer.
    private static let maximumPacketBytes = 255

    /// `{"ok":true,"now":1795262425,"widgets":{"weather":["frame"]},"pictures":["strips"],"size":"296x128","id":7}` or
    /// `{"ok":false,"error":"does_not_fit","message":"…","id":7}`; `now` is in Unix seconds.
    ///
    /// The whole packet fits the client's buffer and 255 bytes: first the message is cut, then it is left out, then
    /// pictures and widgets that do not fit, at last the time. Nil where nothing fits: the client can receive no
    /// response.
    package func payload(topicBytes: Int, bufferBytes: Int) -> [UInt8]? {
        let budget = MQTTPacket.payloadBudget(
            topicBytes: topicBytes,
            packetBytes: min(bufferBytes, Self.maximumPacketBytes)
        )
        return candidates(budget: budget).first { $0.utf8.count <= budget }.map { Array($0.utf8) }
    }

    /// The candidates, from the most to the least informative.
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
    /// The problem cut to the space beside the longest remedy that leaves it enough.
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

    /// The fewest bytes of a problem that are still informative.
    private static let leastProblemBytes = 24
}

/// The size of a PUBLISH packet of MQTT 3.1.1 at QoS 1.
enum MQTTPacket {
    /// The bytes for the payload of a packet of up to 16 KiB: without the fixed header (2 bytes up to 129, else 3), the
    /// topic and its length (2 bytes), and the packet identifier (2 bytes).
    static func payloadBudget(topicBytes: Int, packetBytes: Int) -> Int {
        packetBytes - (packetBytes <= 129 ? 2 : 3) - 2 - topicBytes - 2
    }
}
