import JSONReading
import Text

/// What a panel says of itself on `kiatsu/<panel>/hello`: `{"buf":256,"enc":"frame","w":296,"h":128,"id":7}`.
package struct HelloRequest: Sendable, Equatable {
    /// The screen in pixels, each way 1…4096.
    package struct Screen: Sendable, Equatable {
        package let width: Int
        package let height: Int

        package init(width: Int, height: Int) {
            self.width = width
            self.height = height
        }
    }

    /// The largest whole MQTT packet that the client can take, in bytes: 64…1,048,576.
    package let bufferBytes: Int
    /// The names of the encodings that it understands, as it wrote them, in the order of its liking, none twice; empty
    /// where it leaves the choice to the bridge.
    package let encodings: [String]
    package let screen: Screen?
    /// The names of the forms of pictures that it takes, as it wrote them, none twice; `none` alone for no pictures, nil
    /// where it says nothing of pictures.
    package let pictures: [String]?
    /// The name of what its screen can show, as it wrote it.
    package let colors: String?
    /// Echoed in the answer.
    package let id: RequestIdentifier?

    private static let bufferRange = 64...1_048_576
    private static let screenRange = 1...4096
    fileprivate static let remedies = [
        #"send for example {"buf":256,"enc":"frame","w":296,"h":128}"#, #"send {"buf":256}"#,
    ]

    /// Reads a payload of up to 1 KiB.
    package init(payload: [UInt8]) throws(HelloError) {
        guard payload.count <= PositionCommand.maximumPayloadBytes else { throw .tooLarge }
        let document: Document
        do {
            document = try Document.decoded(json: payload)
        } catch {
            let envelope = Envelope(json: payload)
            throw .malformed(Self.problem(error), id: try? Self.checked(envelope?.id))
        }
        id = try Self.checked(document.id)
        if let double = JSONKeys.firstDouble(in: payload) { throw .malformed("\(double) stands there twice", id: id) }
        guard let buffer = document.buf else {
            throw .malformed("buf is missing, the bytes of the client's buffer", id: id)
        }
        guard Self.bufferRange.contains(buffer) else { throw .malformed("buf is not 64 to 1048576 bytes", id: id) }
        bufferBytes = buffer
        encodings = document.enc?.names ?? []
        guard document.enc == nil || !encodings.isEmpty else { throw .malformed("enc names no encoding", id: id) }
        pictures = document.pic?.names
        guard pictures?.isEmpty != true else { throw .malformed("pic names no form, nor none", id: id) }
        colors = document.col
        switch (document.w, document.h) {
        case (nil, nil): screen = nil
        case (let width?, let height?):
            guard Self.screenRange.contains(width), Self.screenRange.contains(height) else {
                throw .malformed("w and h are not 1 to 4096 pixels", id: id)
            }
            screen = Screen(width: width, height: height)
        default: throw .malformed("w and h come together", id: id)
        }
    }

    private static func problem(_ error: any Error) -> String {
        switch error {
        case DecodingError.typeMismatch(_, let context), DecodingError.valueNotFound(_, let context):
            let member = context.codingPath.first?.stringValue
            return member.map { "\($0) has the wrong type" } ?? "the payload is not a JSON object"
        case DecodingError.dataCorrupted(let context):
            let member = context.codingPath.first?.stringValue
            return member.map { "\($0) is not a number in range" } ?? "the payload is not JSON"
        default: return "the payload is not JSON"
        }
    }

    private static func checked(_ id: Identifier?) throws(HelloError) -> RequestIdentifier? {
        guard let id = id?.value else { return nil }
        guard JSONText.identifier(id).utf8.count <= RequestIdentifier.maximumBytes + 2 else {
            throw .malformed("id is over \(RequestIdentifier.maximumBytes) bytes")
        }
        return id
    }

    // MARK: As it is written

    /// What can be read of a request whose other members are wrong.
    private struct Envelope: Decodable {
        var id: Identifier?
    }

    private struct Document: Decodable {
        var buf: Int?
        var enc: Names?
        var w: Int?
        var h: Int?
        var pic: Names?
        var col: String?
        var id: Identifier?
    }

    /// A list of texts, or one text with commas; each once.
    private struct Names: Decodable {
        let names: [String]

        init(from decoder: any Decoder) throws {
            let container = try decoder.singleValueContainer()
            let texts =
                if let list = try? container.decode([String].self) { list } else {
                    [try container.decode(String.self)]
                }
            var names: [String] = []
            for name in texts.flatMap({ $0.split(separator: ",") }).map({ String($0.trimmed) })
            where !name.isEmpty && !names.contains(name) { names.append(name) }
            self.names = names
        }
    }

    private struct Identifier: Decodable {
        let value: RequestIdentifier

        init(from decoder: any Decoder) throws {
            let container = try decoder.singleValueContainer()
            if let integer = try? container.decode(Int64.self) {
                value = .integer(integer)
            } else {
                value = .text(try container.decode(String.self))
            }
        }
    }
}

/// Why a panel's hello was not carried out, in words for whoever wrote its firmware.
package struct HelloError: Error, Sendable, Equatable {
    /// The raw value is what replies carry as `error`.
    package enum Code: String, Sendable, CaseIterable {
        case malformed
        case tooLarge = "too_large"
        case unknownPanel = "unknown_panel"
        /// No encoding of a widget fits into the client's buffer.
        case doesNotFit = "does_not_fit"
        /// It changes what it said a moment ago, again and again.
        case rateLimited = "rate_limited"
        /// Not stored, so not carried out.
        case storage
    }

    package let code: Code
    /// What is wrong.
    package let problem: String
    /// What would be right, from the longest way of saying it to the shortest; empty where the problem says it.
    package let remedies: [String]
    /// The request's identifier, where one could be read.
    package let id: RequestIdentifier?

    package init(_ code: Code, _ problem: String, remedies: [String] = [], id: RequestIdentifier? = nil) {
        self.code = code
        self.problem = ForeignText.cleaned(problem)
        self.remedies = remedies.map(ForeignText.cleaned)
        self.id = id
    }

    /// All of it.
    package var message: String { [problem, remedies.first].compactMap(\.self).joined(separator: "; ") }

    fileprivate static let tooLarge = HelloError(
        .tooLarge,
        "the payload is over \(PositionCommand.maximumPayloadBytes) bytes",
        remedies: HelloRequest.remedies
    )

    fileprivate static func malformed(_ what: String, id: RequestIdentifier? = nil) -> HelloError {
        HelloError(.malformed, what, remedies: HelloRequest.remedies, id: id)
    }
}
