import Testing
import Time
import Weather
import Widgets

/// Documents as text, with no limit to it.
struct DocumentText {
    let document: Document

    init(_ content: any WidgetContent) throws {
        guard let document = content as? Document else {
            throw NoDocument()
        }
        self.document = document
    }

    private struct NoDocument: Error {}

    var compact: String { object { $0.compact } }
    var full: String { object { $0.full } }

    var fields: [String: String] {
        let pairs = document.members.compactMap { member in
            member.field.map { ($0.name, Self.text($0.value, isBare: true)) }
        }
        return Dictionary(uniqueKeysWithValues: pairs)
    }

    /// The keys of the full JSON, in order.
    var fullKeys: [String] { document.members.filter { $0.full != nil }.map(\.key) }

    /// The greatest length of the full JSON with no text in it.
    var longestFull: Int { longest { $0.full } }
    var longestCompact: Int { longest { $0.compact } }

    private func object(_ value: (Document.Member) -> Document.Value?) -> String {
        let members = document.members.compactMap { member in
            value(member).map { "\"\(member.key)\":\(Self.text($0))" }
        }
        return "{\(members.joined(separator: ","))}"
    }

    private func longest(_ value: (Document.Member) -> Document.Value?) -> Int {
        let members = document.members.compactMap { member in
            value(member).map { member.key.utf8.count + 3 + Self.longest($0) }
        }
        return members.reduce(1) { $0 + $1 + 1 }
    }

    private static func text(_ value: Document.Value, isBare: Bool = false) -> String {
        let quote = isBare ? "" : "\""
        switch value {
        case .null: return "null"
        case .integer(let number, let range): return number.map { "\(clamped($0, to: range))" } ?? "null"
        case .decimal(let number, let digits, let range):
            return number.map { decimal(clamped($0, to: range), digits: digits) } ?? "null"
        case .seconds(let seconds): return seconds.map(String.init) ?? "null"
        case .boolean(let flag): return "\(flag)"
        case .code(let text, let most):
            guard let text else { return "null" }
            #expect(text.utf8.count <= most && text.utf8.allSatisfy { (0x20..<0x7F).contains($0) })
            return quote + text + quote
        case .text(let text, _): return text.map { quote + $0 + quote } ?? "null"
        case .list(let values): return "[\(values.map { Self.text($0) }.joined(separator: ","))]"
        }
    }

    private static func longest(_ value: Document.Value) -> Int {
        switch value {
        case .null, .text: 4
        case .integer(_, let range): max(4, "\(range.lowerBound)".count, "\(range.upperBound)".count)
        case .decimal(_, let digits, let range):
            // All digits and a point; one digit more where the number is less than one.
            max(4, "\(range.lowerBound)".count + 2, "\(range.upperBound)".count + (digits > 0 ? 2 : 0))
        case .seconds: 10
        case .boolean: 5
        case .code(_, let most): max(4, most + 2)
        case .list(let values): values.reduce(1) { $0 + longest($1) + 1 }
        }
    }

    private static func decimal(_ number: Int, digits: Int) -> String {
        let scale = (0..<digits).reduce(1) { scale, _ in scale * 10 }
        let whole = abs(number) / scale
        var rest = String(String(abs(number) % scale + scale).dropFirst())
        while rest.hasSuffix("0") { rest.removeLast() }
        return (number < 0 ? "-" : "") + "\(whole)" + (rest.isEmpty ? "" : "." + rest)
    }

    private static func clamped(_ number: Int, to range: ClosedRange<Int>) -> Int {
        min(max(number, range.lowerBound), range.upperBound)
    }
}

/// The context in which a panel shows an entry.
func context(
    _ family: Family = .medium,
    language: String = "en",
    units: Units = .metric,
    theme: IconTheme? = nil,
    options: [String: String] = [:],
    place: String = "Setagaya",
    hour: UTCInstant = UTCInstant(unixSeconds: 0)
) -> DisplayContext {
    DisplayContext(
        settings: DisplaySettings(language: language, units: units, family: family, iconTheme: theme),
        options: options,
        placeName: place,
        hour: hour,
        isStale: false
    )
}

/// A moment such as `2025-03-09T05:00Z`.
func moment(_ text: String) throws -> UTCInstant {
    let date = try #require(CivilDate(iso8601: text.prefix(10)))
    let hour = try #require(Int(text.dropFirst(11).prefix(2)))
    let minute = try #require(Int(text.dropFirst(14).prefix(2)))
    return UTCInstant(unixSeconds: date.daysSinceEpoch * 86_400 + hour * 3600 + minute * 60)
}
