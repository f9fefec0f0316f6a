import JSON
import Text

/// A request to the bridge on `bridge/request/<verb>`: a JSON object, of which each verb reads its members.
package struct BridgeRequest: Sendable, Equatable {
    /// The requester's identifier, echoed in the response.
    package let transaction: RequestIdentifier?
    /// The panel's id; nil where the request names none.
    package let panel: String?
    /// The widget's name; nil where the request names none.
    package let widget: String?
    /// The options to set, by name, as text; nil restores the configured value.
    package let options: [String: String?]
    /// True where all chosen options are to be reset.
    package let isReset: Bool
    /// The requested part of a long response, counted from 1.
    package let page: Int?

    /// The request in a payload of up to 1 KiB; an empty payload counts as an empty object.
    package init(payload: [UInt8], verb: String) throws(RequestError) {
        guard payload.count <= PositionCommand.maximumPayloadBytes else {
            throw RequestError(
                "the payload is over \(PositionCommand.maximumPayloadBytes) bytes; leave something out"
            )
        }
        let payload = payload.withoutByteOrderMark
        let document: Document
        do {
            document =
                try payload.isEmpty
                ? Document() : Document.decoded(json: payload)
        } catch {
            let envelope = Envelope(json: payload)
            let transaction = envelope?.transaction?.identifier
            throw RequestError(
                Self.problem(error, verb: verb),
                transaction: transaction?.isShort == true ? transaction : nil
            )
        }
        transaction = document.transaction?.identifier
        if transaction?.isShort == false {
            throw RequestError("transaction is over \(RequestIdentifier.maximumBytes) bytes")
        }
        if let double = JSONKeys.firstDouble(in: payload) {
            throw RequestError("\(double) stands there twice; \(Self.example(of: verb))", transaction: transaction)
        }
        panel = document.panel
        widget = document.widget
        isReset = document.reset ?? false
        page = document.page
        options = (document.options ?? [:]).mapValues(\.text)
    }

    private static func example(of verb: String) -> String {
        let example =
            switch verb {
            case "panel/add": #"{"id":"kitchen","location":"35.6465,139.6297","transaction":1}"#
            case "panel/options":
                #"{"panel":"kitchen","widget":"weather","options":{"language":"ja"},"transaction":1}"#
            case "panels": #"{"page":1,"transaction":1}"#
            case "panel/picture", "snapshot": #"{"panel":"kitchen","widget":"weather","transaction":1}"#
            default: #"{"panel":"kitchen","transaction":1}"#
            }
        return "send for example \(example)"
    }

    private static func problem(_ error: any Error, verb: String) -> String {
        let example = example(of: verb)
        switch error {
        case DecodingError.typeMismatch(_, let context), DecodingError.valueNotFound(_, let context):
            let path = context.codingPath.map(\.stringValue).joined(separator: ".")
            return path.isEmpty
                ? "the payload is not a JSON object; \(example)"
                : "\(path) has the wrong type; \(example)"
        default:
            return "the payload is not JSON; \(example)"
        }
    }

    /// The readable part of a request whose other members are wrong.
    private struct Envelope: Decodable {
        var transaction: Scalar?
    }

    private struct Document: Decodable {
        var transaction: Scalar?
        var panel: String?
        var widget: String?
        var options: [String: Scalar]?
        var reset: Bool?
        var page: Int?
    }

    /// A text, a whole number, a list of texts, or null.
    private enum Scalar: Decodable {
        case none
        case text(String)
        case integer(Int64)

        init(from decoder: any Decoder) throws {
            let container = try decoder.singleValueContainer()
            if container.decodeNil() {
                self = .none
            } else if let integer = try? container.decode(Int64.self) {
                self = .integer(integer)
            } else if let list = try? container.decode([String].self) {
                self = .text(list.joined(separator: ","))
            } else {
                self = .text(try container.decode(String.self))
            }
        }

        var text: String? {
            switch self {
            case .none: nil
            case .text(let text): text
            case .integer(let integer): String(integer)
            }
        }

        var identifier: RequestIdentifier? {
            switch self {
            case .none: nil
            case .text(let text): .text(text)
            case .integer(let integer): .integer(integer)
            }
        }
    }
}

extension RequestIdentifier {
    /// True where it fits into a response.
    fileprivate var isShort: Bool {
        switch self {
        case .text(let text): text.utf8.count <= Self.maximumBytes
        case .integer: true
        }
    }
}

/// The reason why a request cannot be carried out, in words for its sender.
package struct RequestError: Error, Sendable, Equatable {
    /// The reason with its remedy, one line.
    package let message: String
    /// The request's transaction, where it was readable though the request was not.
    package let transaction: RequestIdentifier?

    package init(_ message: String, transaction: RequestIdentifier? = nil) {
        // One line per issue.
        self.message = message.split(separator: "\n", omittingEmptySubsequences: false)
            .map { ForeignText.cleaned(String($0)) }.joined(separator: "\n")
        self.transaction = transaction
    }
}
