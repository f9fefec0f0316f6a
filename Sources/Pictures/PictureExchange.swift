import FoundationEssentials
import JSONReading
import Widgets

/// How requests and answers are written as frames, and read from them.
///
/// A request's header is the ``PictureRequest`` without its entry, which is the body, and its background, which follows it
/// there. An answer's header tells how long the parts in its body are, or why there is no picture.
package enum PictureExchange {
    /// Of a request's frame.
    package static let mostRequestBytes = (1 << 20) + BackgroundFile.mostBytes
    /// Of an answer's frame.
    package static let mostAnswerBytes = 64 << 20

    static let mostForms = 16
    static let mostMissing = 32
    private static let mostErrorCharacters = 2_000

    // MARK: Requests

    /// The bytes that ask for a picture; throws where they would be more than may be asked with.
    package static func bytes(of request: PictureRequest) throws(PictureError) -> [UInt8] {
        var head = request
        head.entry = []
        head.backgroundBytes = request.background.isEmpty ? nil : request.background.count
        let frame = Frame(header: try json(head), body: request.entry + request.background)
        let count = Frame.prefixBytes + frame.header.count + frame.body.count
        guard count - request.background.count <= mostRequestBytes - BackgroundFile.mostBytes,
            request.background.count <= BackgroundFile.mostBytes
        else {
            throw .notUnderstood("an entry of the widget \(request.widget) is too large to be drawn: \(count) bytes")
        }
        return frame.bytes
    }

    /// What a frame asks for; throws ``PictureError/notUnderstood(_:)`` for what nobody may ask.
    package static func request(in frame: Frame) throws(PictureError) -> PictureRequest {
        guard var request = decoded(PictureRequest.self, frame.header), request.entry.isEmpty else {
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
        guard 0...frame.body.count ~= length else {
            throw .notUnderstood("the background is cut short: kiatsu and kiatsu-draw must be of the same build")
        }
        request.entry = Array(frame.body.dropLast(length))
        request.background = Array(frame.body.suffix(length))
        request.backgroundBytes = nil
        return request
    }

    // MARK: Answers

    /// The bytes that answer a request; tells of failure where a picture is too large.
    package static func bytes(of answer: Result<Picture, PictureError>) -> [UInt8] {
        let frame: Frame
        do throws(PictureError) {
            frame = try self.frame(of: answer.get())
        } catch {
            frame = self.frame(of: error)
        }
        return frame.bytes
    }

    /// What a frame answers to the request; nil for what is no answer to it.
    package static func answer(in frame: Frame, to request: PictureRequest) -> Result<Picture, PictureError>? {
        switch decoded(AnswerHead.self, frame.header) {
        case .error(let error):
            return frame.body.isEmpty ? .failure(error.value) : nil
        case .picture(let head):
            guard let parts = head.split(frame.body, forms: request.forms.count) else { return nil }
            return .success(Picture(id: head.id, parts: parts, missing: head.missing))
        case nil: return nil
        }
    }

    private static func frame(of picture: Picture) throws(PictureError) -> Frame {
        let header = try json(AnswerHead.picture(PictureHead(picture)))
        let bodyBytes = picture.parts.reduce(0) { $0 + $1.bytes.count }
        let count = Frame.prefixBytes + header.count + bodyBytes
        guard count <= mostAnswerBytes else {
            throw .failed("the picture is too large to be handed over: \(count) bytes")
        }
        var frame = Frame(header: header, body: [])
        frame.body.reserveCapacity(bodyBytes)
        for part in picture.parts { frame.body += part.bytes }
        return frame
    }

    private static func frame(of error: PictureError) -> Frame {
        let told = ToldError(kind: error.kind, text: String(error.text.prefix(mostErrorCharacters)))
        // Text cannot fail to be written; without it the other side says that the answer cannot be read.
        return Frame(header: (try? json(AnswerHead.error(told))) ?? [], body: [])
    }

    // MARK: JSON

    private static func json(_ value: some Encodable) throws(PictureError) -> [UInt8] {
        do {
            return Array(try JSONEncoder().encode(value))
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

    /// Nil where the lengths are not the body's, or the forms are not those that were asked for, in their order.
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
