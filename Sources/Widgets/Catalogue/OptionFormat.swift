extension OptionDescription.Format {
    /// The word for an empty choice in configurations.
    package static let none = "none"
    /// The word for a value that follows from others.
    package static let automatic = "auto"

    /// True for a word that excludes all others in a list: ``none`` and ``automatic``.
    package static func standsAlone(_ word: String) -> Bool { word == none || word == automatic }

    /// The canonical form of `text`: no spaces around commas, numbers in plain digits.
    ///
    /// Nil if `text` does not have this form.
    package func normalized(_ text: String) -> String? {
        switch self {
        case .choice(let words): return words.contains(text) ? text : nil
        case .choices(let words):
            let chosen = Self.words(of: text)
            let isAlone = chosen.count == 1 || !chosen.contains(where: Self.standsAlone)
            return chosen.allSatisfy(words.contains) && Set(chosen).count == chosen.count && isAlone
                ? chosen.joined(separator: ",") : nil
        case .integer(let range): return Int(text).flatMap { range.contains($0) ? String($0) : nil }
        case .language: return Self.isLanguage(text) ? text : nil
        case .pictureSize: return text == Self.automatic ? text : PictureSize(text)?.text
        case .text(let mostCharacters):
            // A character can have any number of bytes; the longest in use have 28.
            return text.utf8.count <= 32 * mostCharacters && text.count <= mostCharacters && Self.isOneLine(text)
                ? text : nil
        case .collection, .picture: return text.utf8.count < 4096 && Self.isOneLine(text) ? text : nil
        }
    }

    /// The part of a value that this form supports: the words listed here, the whole value, or nil.
    package func supportedPart(of value: String) -> String? {
        guard case .choices(let words) = self else { return normalized(value) }
        let supported = Self.words(of: value).filter(words.contains)
        return supported.isEmpty ? nil : supported.joined(separator: ",")
    }

    /// The values allowed, to follow the word "expected".
    package var expected: String {
        switch self {
        case .choice(let words): Self.alternatives(words)
        case .choices(let words) where words.contains(where: Self.standsAlone):
            Self.alternatives(words.filter(Self.standsAlone)) + ", or one or more of "
                + words.filter { !Self.standsAlone($0) }.joined(separator: ", ")
        case .choices(let words) where words.count > 1: "one or more of " + words.joined(separator: ", ")
        case .choices(let words): Self.alternatives(words)
        case .integer(let range): "a whole number in \(range.lowerBound)...\(range.upperBound)"
        case .language: "an ISO 639 code of two or three lower-case letters, perhaps with a region"
        case .pictureSize:
            "\(Self.automatic), or width and height with an x between: \(PictureSize.limits)"
        case .text(let mostCharacters): "one line of up to \(mostCharacters) characters"
        case .collection: "the path of a YAML file, or an empty text for the built-in collection"
        case .picture: "the path of a PNG file, or an empty text for none"
        }
    }

    /// The words to choose from; empty for every other form.
    package var words: [String] {
        switch self {
        case .choice(let words), .choices(let words): words
        default: []
        }
    }

    /// The words that a value of ``choices(_:)`` has, in order.
    package static func words(of value: String) -> [String] {
        value.split(separator: ",", omittingEmptySubsequences: false).map { part in
            let tail = part.drop { $0 == " " }
            return String(tail.prefix(tail.count - tail.reversed().prefix { $0 == " " }.count))
        }
    }

    private static func alternatives(_ words: [String]) -> String {
        guard let last = words.last, words.count > 1 else { return words.first ?? "" }
        return words.dropLast().joined(separator: ", ") + " or " + last
    }

    private static func isLanguage(_ text: String) -> Bool {
        let parts = text.utf8.split(separator: UInt8(ascii: "-"), omittingEmptySubsequences: false)
        guard let code = parts.first, (2...3).contains(code.count) else { return false }
        guard code.allSatisfy({ UInt8(ascii: "a")...UInt8(ascii: "z") ~= $0 }) else { return false }
        if parts.count == 1 { return true }
        return parts.count == 2 && parts[1].count == 2
            && parts[1].allSatisfy { UInt8(ascii: "A")...UInt8(ascii: "Z") ~= $0 }
    }

    /// True if the text has neither line breaks nor control characters.
    package static func isOneLine(_ text: String) -> Bool {
        text.unicodeScalars.allSatisfy { scalar in
            switch scalar.properties.generalCategory {
            case .control, .lineSeparator, .paragraphSeparator: false
            default: true
            }
        }
    }
}

extension OptionDescription {
    /// A valid value, shown to a user whose own was refused.
    package var example: String {
        switch format {
        case .language: "ja"
        case .pictureSize: PictureSize.standard.text
        case .choices(let words) where Format.standsAlone(fallback):
            words.first { !Format.standsAlone($0) } ?? fallback
        case .collection: "collection.yaml"
        case .picture: "background.png"
        case .text where fallback.isEmpty: "some words"
        default: fallback
        }
    }
}
