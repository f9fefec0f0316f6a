import JSON
import Text

/// A panel's report of its capabilities on `kiatsu/<panel>/hello`: `{"buf":256,"enc":"frame","w":296,"h":128,"id":7}`.
package struct HelloRequest: Sendable, Equatable {
    /// A screen's size in pixels, 1…4096 each way.
    package struct Screen: Sendable, Equatable {
        /// The width in pixels.
        package let width: Int
        /// The height in pixels.
        package let height: Int

        package init(width: Int, height: Int) {
            self.width = width
            self.height = height
        }
    }

    /// The largest MQTT packet that the client can receive, in bytes: 64…1,048,576.
    package let bufferBytes: Int
    /// The names of the encodings that it understands, as written, in order of preference, each once; empty where the
    /// bridge is to choose.
    package let encodings: [String]
    /// The screen's size; nil where the panel gives none.
    package let screen: Screen?
    /// The names of the forms of pictures that it accepts, as written, each once; `none` alone for no pictures; nil
    /// where the hello does not mention pictures.
    package let pictures: [String]?
    /// The name of the colours of its screen, as written.
    package let colors: String?
    /// The request's identifier, echoed in the response.
    package let id: RequestIdentifier?

    /// The buffers that a client may have, in bytes.
    package static let bufferRange = 64...1_048_576
    /// The widths and heights that a screen may have, in pixels.
    package static let screenRange = 1...4096
    fileprivate static let remedies = [
        #"send for example {"buf":256,"enc":"frame","w":296,"h":128}"#, #"send {"buf":256}"#,
    ]

    /// The hello in a payload of up to 1 KiB.
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

    // MARK: The JSON

    /// The readable part of a request whose other members are wrong.
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

/// The reason why a panel's hello was not carried out, in words for the author of its firmware.
package struct HelloError: Error, Sendable, Equatable {
    /// The kind of error; the raw value is `error` in the response.
    package enum Code: String, Sendable, CaseIterable {
        /// The payload does not have the form of a hello.
        case malformed
        /// The payload is over 1 KiB.
        case tooLarge = "too_large"
        /// No panel has this id.
        case unknownPanel = "unknown_panel"
        /// No encoding of a widget fits into the client's buffer.
        case doesNotFit = "does_not_fit"
        /// The panel changes its capabilities again and again within a short time.
        case rateLimited = "rate_limited"
        /// The hello could not be stored, so it was not carried out.
        case storage
    }

    /// The kind of error.
    package let code: Code
    /// The problem, without the remedy.
    package let problem: String
    /// The remedy, from its longest to its shortest wording; empty where the problem includes it.
    package let remedies: [String]
    /// The request's identifier, where it was readable.
    package let id: RequestIdentifier?

    package init(_ code: Code, _ problem: String, remedies: [String] = [], id: RequestIdentifier? = nil) {
        self.code = code
        self.problem = ForeignText.cleaned(problem)
        self.remedies = remedies.map(ForeignText.cleaned)
        self.id = id
    }

    /// The problem with the longest remedy.
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
