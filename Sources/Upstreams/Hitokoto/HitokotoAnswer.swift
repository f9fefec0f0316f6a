import JSON
import Widgets

/// Hitokoto's sentence, as far as Kiatsu reads it.
struct HitokotoAnswer: Decodable {
    private let text: String
    /// The work; empty for a few sentences.
    private let work: String?
    /// Null for every third sentence.
    private let author: String?

    private enum CodingKeys: String, CodingKey {
        case text = "hitokoto"
        case work = "from"
        case author = "from_who"
    }

    /// Nil when the sentence has no character that can be seen.
    var quote: Quote? {
        text.contains { !$0.isWhitespace } ? Quote(text: text, from: attribution) : nil
    }

    /// The author and the work as the service's own pages write them, `Natsume Sōseki「Kokoro」`, or the one there is.
    private var attribution: String? {
        let author = (author ?? "").trimmed
        let work = (work ?? "").trimmed
        if author.isEmpty || author == work { return work.isEmpty ? nil : work }
        return work.isEmpty ? author : "\(author)「\(work)」"
    }
}

/// Hitokoto's refusal of a request: `{"status":400,"message":"…","data":[],"ts":…}`.
struct HitokotoRefusal: Decodable {
    private let status: Int
    private let message: String

    /// Nil when the body is not of this shape.
    static func message(in body: [UInt8]) -> String? {
        guard let refusal = HitokotoRefusal(json: body), refusal.status >= 400
        else { return nil }
        return refusal.message
    }
}
