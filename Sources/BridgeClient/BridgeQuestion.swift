import Commands
import FoundationEssentials
import JSONReading
import Weather

/// A question to a running bridge, or to one of its panels.
package struct BridgeQuestion: Sendable {
    /// Below the base topic.
    let topic: String
    /// Where the answer comes over MQTT 3.1.1, below the base topic.
    let answerTopics: [String]
    /// The member that the answer echoes.
    let identifierKey: String
    /// A JSON object.
    private let body: [UInt8]

    /// A request to the bridge, such as `panel/add`.
    package static func request(_ verb: String, _ body: some Encodable) -> Self {
        Self(
            topic: "bridge/request/\(verb)",
            answerTopics: ["bridge/response/\(verb)"],
            identifierKey: "transaction",
            body: json(body)
        )
    }

    /// A panel's new position in any of the forms that panels take, or `reset`.
    package static func move(_ panel: String, to location: String) throws(QuestionError) -> Self {
        let body: [UInt8]
        if location == "reset" {
            body = json(["reset": true])
        } else {
            body = json(try Position(location))
        }
        return Self(
            topic: "\(panel)/location/set",
            // Of a panel that there is not, the bridge answers for itself.
            answerTopics: ["\(panel)/location/response", "bridge/response"],
            identifierKey: "id",
            body: body
        )
    }

    /// The payload, with what its answer is recognised by.
    func payload(_ identifier: String) -> [UInt8] {
        let member = "\"\(identifierKey)\":\"\(identifier)\"}"
        let comma = body.count > 2 ? "," : ""
        return body.dropLast() + Array((comma + member).utf8)
    }

    /// Returns true if the payload is the answer.
    func isAnswered(by payload: [UInt8], _ identifier: String) -> Bool {
        guard let echo = Echo(json: payload) else { return false }
        return (identifierKey == "id" ? echo.id : echo.transaction) == identifier
    }

    private struct Echo: Decodable {
        var transaction: String?
        var id: String?
    }

    private struct Position: Encodable {
        var lat: Double
        var lng: Double
        var acc: Double?
        var name: String?

        init(_ text: String) throws(QuestionError) {
            let command: PositionCommand
            do throws(PositionError) {
                command = try PositionCommand.parse(payload: Array(text.utf8))
            } catch {
                throw QuestionError(message: error.message)
            }
            guard case .change(.set(let position)) = command else {
                throw QuestionError(message: "this is no position; write for example 35.6465,139.6297")
            }
            lat = position.coordinate.latitude
            lng = position.coordinate.longitude
            acc = position.accuracyMetres
            name = position.name
        }
    }

    private static func json(_ value: some Encodable) -> [UInt8] {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return (try? encoder.encode(value)).map(Array.init) ?? Array("{}".utf8)
    }
}

/// The reason for which a question cannot be asked.
package struct QuestionError: Error, Sendable {
    /// The reason, a sentence.
    package let message: String
}
