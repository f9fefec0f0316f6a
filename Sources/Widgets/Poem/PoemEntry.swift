package import Time
import Timelines

/// A poem for an hour.
package struct PoemEntry: WidgetEntry {
    /// A full hour in UTC.
    package let date: UTCInstant
    /// The poem.
    package let poem: Poem
    /// `builtin`, `collection`, or `sample` for a placeholder.
    package let source: String

    package init(date: UTCInstant, poem: Poem, source: String) {
        self.date = date
        self.poem = poem
        self.source = source
    }

    package var placeTimeZone: String? { nil }
    package var isPlaceholder: Bool { source == OwnSource.sample }

    /// The placeholder.
    package static func sample(at now: UTCInstant) -> PoemEntry {
        PoemEntry(date: now.hourStart, poem: .sample, source: OwnSource.sample)
    }

    /// The entry's document.
    ///
    ///     {"ts":1795298400,"l":["古池や","蛙飛びこむ","水の音"],"a":"松尾芭蕉"}
    ///
    /// | key | value |
    /// |---|---|
    /// | `ts` | start of the hour, Unix seconds |
    /// | `l` | the lines, in order |
    /// | `a` | the author |
    /// | `src` | whether it is the built-in collection's or one's own (full) |
    package func content(in context: DisplayContext) -> any WidgetContent {
        let whole = poem.lines.joined(separator: " ")
        return Document([
            .init("ts", .seconds(date.unixSeconds)),
            .init("l", .list(poem.lines.map { .text($0, weight: 1) }), field: "lines"),
            .init("a", .text(poem.author, weight: 1), field: "author"),
            .init("text", compact: nil, full: nil, field: .init("text", .text(whole, weight: 1))),
            .init("src", compact: nil, full: .code(source, mostBytes: 10)),
        ])
    }
}

/// A poem in its lines.
package struct Poem: Sendable, Hashable, Codable {
    /// The most lines of a poem.
    package static let mostLines = 12

    /// The lines, 1 to ``mostLines``, none blank.
    package let lines: [String]
    /// The author, not blank.
    package let author: String

    /// Nil without lines, for more than ``mostLines``, for a blank line and for a blank author.
    package init?(lines: [String], author: String) {
        guard (1...Self.mostLines).contains(lines.count), !lines.contains(where: \.isBlank), !author.isBlank else {
            return nil
        }
        self.init(checked: lines, author: author)
    }

    /// Nil for a record without such lines or without exactly one author.
    init?(record: CollectionRecord) {
        guard let lines = record["lines"], let authors = record["author"], authors.count == 1 else { return nil }
        self.init(lines: lines, author: authors[0])
    }

    private init(checked lines: [String], author: String) {
        self.lines = lines
        self.author = author
    }

    static let sample = Poem(checked: ["古池や", "蛙飛びこむ", "水の音"], author: "松尾芭蕉")

    /// The one with the most lines.
    static let longest = Poem(checked: Array(repeating: "一", count: mostLines), author: "一")
}

extension String {
    fileprivate var isBlank: Bool { allSatisfy(\.isWhitespace) }
}
