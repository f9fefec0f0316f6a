import Commands
import JSON
package import Topics
import Weather

/// A question to a running bridge, or to one of its panels.
package struct BridgeQuestion: Sendable {
    private enum Subject {
        case request(verb: String)
        case move(panel: PanelID)
    }

    private let subject: Subject
    /// A JSON object.
    private let body: [UInt8]

    /// A request to the bridge, such as `panel/add`.
    package static func request(_ verb: String, _ body: some Encodable) -> Self {
        Self(
            subject: .request(verb: verb),
            body: json(body)
        )
    }

    /// A panel's new position in any of the forms that panels take, or `reset`.
    package static func move(_ panel: PanelID, to location: String) throws(QuestionError) -> Self {
        let body: [UInt8]
        if location == "reset" {
            body = json(["reset": true])
        } else {
            body = json(try Position(location))
        }
        return Self(
            subject: .move(panel: panel),
            body: body
        )
    }

    /// The topic that the question is published on.
    func topic(of topics: Topics) -> String {
        switch subject {
        case .request(let verb): topics.request(verb).name
        case .move(let panel): topics.locationCommand(to: panel.text).name
        }
    }

    /// The topics on which the answer comes over MQTT 3.1.1.
    func answerTopics(of topics: Topics) -> [String] {
        switch subject {
        case .request(let verb): [topics.response(verb).name]
        // Of a panel that does not exist, the bridge answers for itself.
        case .move(let panel): [topics.locationResponse(of: panel.text).name, topics.response.name]
        }
    }

    /// The member that the answer echoes.
    private var identifierKey: String {
        switch subject {
        case .request: "transaction"
        case .move: "id"
        }
    }

    /// The payload, with what its answer is recognised by.
    func payload(_ identifier: String) -> [UInt8] {
        let member = "\"\(identifierKey)\":\"\(identifier)\"}"
        let comma = body.count > 2 ? "," : ""
        return body.dropLast() + Array((comma + member).utf8)
    }

    /// True if a payload is the answer.
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
        (try? value.encoded(isSlashEscaped: false)) ?? Array("{}".utf8)
    }
}

/// The reason why a question cannot be asked.
package struct QuestionError: Error, Sendable {
    /// The answer's text, for people.
    package let message: String
}
