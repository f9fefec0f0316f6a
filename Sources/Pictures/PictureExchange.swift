import JSON
import Widgets

/// The encoding of requests and answers as envelopes, and their decoding.
///
/// A request's header is the ``PictureRequest``; its entry and then its background are the body. An answer's header
/// holds the lengths of the parts in its body, or the reason why there is no picture.
package enum PictureExchange {
    /// The most bytes of a request's envelope.
    package static let mostRequestBytes = (1 << 20) + BackgroundFile.mostBytes
    /// The most bytes of an answer's envelope.
    package static let mostAnswerBytes = 64 << 20

    static let mostForms = 16
    static let mostMissing = 32
    private static let mostErrorCharacters = 2_000

    // MARK: Requests

    /// The envelope of a request; throws if it would exceed ``mostRequestBytes``.
    package static func bytes(of request: PictureRequest) throws(PictureError) -> [UInt8] {
        var head = request
        head.entry = []
        head.backgroundBytes = request.background.isEmpty ? nil : request.background.count
        let envelope = Envelope(header: try json(head), body: request.entry + request.background)
        let count = Envelope.prefixBytes + envelope.header.count + envelope.body.count
        guard count - request.background.count <= mostRequestBytes - BackgroundFile.mostBytes,
            request.background.count <= BackgroundFile.mostBytes
        else {
            throw .notUnderstood("an entry of the widget \(request.widget) is too large to be drawn: \(count) bytes")
        }
        return envelope.bytes
    }

    /// The request in an envelope; throws ``PictureError/notUnderstood(_:)`` if it is not a valid one.
    package static func request(in envelope: Envelope) throws(PictureError) -> PictureRequest {
        guard var request = decoded(PictureRequest.self, envelope.header), request.entry.isEmpty else {
            throw .notUnderstood("the request cannot be read: kiatsu and kiatsu-draw must be of the same build")
        }
        let size = request.size
        guard PictureSize(width: size.width, height: size.height) != nil else {
            throw .notUnderstood("there are no pictures of \(size.text) pixels")
        }
        guard request.forms.count <= mostForms, Set(request.forms).count == request.forms.count else {
            throw .notUnderstood("a form is asked for twice, or there are more than \(mostForms)")
        }
        let length = request.backgroundBytes ?? 0
        guard 0...envelope.body.count ~= length else {
            throw .notUnderstood("the background is cut short: kiatsu and kiatsu-draw must be of the same build")
        }
        request.entry = Array(envelope.body.dropLast(length))
        request.background = Array(envelope.body.suffix(length))
        request.backgroundBytes = nil
        return request
    }

    // MARK: Answers

    /// The envelope of an answer; a picture that is too large becomes a failure.
    package static func bytes(of answer: Result<Picture, PictureError>) -> [UInt8] {
        let envelope: Envelope
        do throws(PictureError) {
            envelope = try self.envelope(of: answer.get())
        } catch {
            envelope = self.envelope(of: error)
        }
        return envelope.bytes
    }

    /// The answer in an envelope; nil if it does not fit the request.
    package static func answer(in envelope: Envelope, to request: PictureRequest) -> Result<Picture, PictureError>? {
        switch decoded(AnswerHead.self, envelope.header) {
        case .error(let error):
            return envelope.body.isEmpty ? .failure(error.value) : nil
        case .picture(let head):
            guard let parts = head.split(envelope.body, forms: request.forms.count) else { return nil }
            return .success(Picture(id: head.id, parts: parts, missing: head.missing))
        case nil: return nil
        }
    }

    private static func envelope(of picture: Picture) throws(PictureError) -> Envelope {
        let header = try json(AnswerHead.picture(PictureHead(picture)))
        let bodyBytes = picture.parts.reduce(0) { $0 + $1.bytes.count }
        let count = Envelope.prefixBytes + header.count + bodyBytes
        guard count <= mostAnswerBytes else {
            throw .failed("the picture is too large to be handed over: \(count) bytes")
        }
        var envelope = Envelope(header: header, body: [])
        envelope.body.reserveCapacity(bodyBytes)
        for part in picture.parts { envelope.body += part.bytes }
        return envelope
    }

    private static func envelope(of error: PictureError) -> Envelope {
        let told = ToldError(kind: error.kind, text: String(error.text.prefix(mostErrorCharacters)))
        // A text can always be encoded; without one the other side reports an answer that it cannot read.
        return Envelope(header: (try? json(AnswerHead.error(told))) ?? [], body: [])
    }

    // MARK: JSON

    private static func json(_ value: some Encodable) throws(PictureError) -> [UInt8] {
        do {
            return try value.encoded()
        } catch {
            throw .failed("a picture's request or answer cannot be written: \(error)")
        }
    }

    private static func decoded<Value: Decodable>(_ type: Value.Type, _ json: [UInt8]) -> Value? {
        Value(json: json)
    }
}

/// The header of an answer.
private enum AnswerHead: Codable {
    case picture(PictureHead)
    case error(ToldError)
}

private struct PictureHead: Codable {
    struct Part: Codable {
        var form: Int
        var bytes: Int
    }

    var id: UInt32
    var parts: [Part]
    var missing: [MissingGlyph]

    init(_ picture: Picture) {
        id = picture.id
        parts = picture.parts.map { Part(form: $0.form, bytes: $0.bytes.count) }
        missing = Array(picture.missing.prefix(PictureExchange.mostMissing))
    }

    /// The parts of a body; nil if the lengths do not add up to it, or the forms are not the requested ones in order.
    func split(_ body: [UInt8], forms: Int) -> [Picture.Part]? {
        guard missing.count <= PictureExchange.mostMissing else { return nil }
        var rest = body[...]
        var result: [Picture.Part] = []
        var lastForm = 0
        for part in parts {
            guard lastForm..<forms ~= part.form, 0...rest.count ~= part.bytes else { return nil }
            result.append(Picture.Part(form: part.form, bytes: Array(rest.prefix(part.bytes))))
            rest = rest.dropFirst(part.bytes)
            lastForm = part.form
        }
        return rest.isEmpty ? result : nil
    }
}

private struct ToldError: Codable {
    enum Kind: String, Codable {
        case notUnderstood
        case unavailable
        case failed
    }

    var kind: Kind
    var text: String

    var value: PictureError {
        switch kind {
        case .notUnderstood: .notUnderstood(text)
        case .unavailable: .unavailable(text)
        case .failed: .failed(text)
        }
    }
}

extension PictureError {
    fileprivate var kind: ToldError.Kind {
        switch self {
        case .notUnderstood: .notUnderstood
        case .unavailable: .unavailable
        case .failed: .failed
        }
    }

    fileprivate var text: String {
        switch self {
        case .notUnderstood(let text), .unavailable(let text), .failed(let text): text
        }
    }
}
