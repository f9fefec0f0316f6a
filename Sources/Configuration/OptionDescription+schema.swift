import JSON
import Widgets

extension OptionDescription.Format {
    /// The values allowed, as an editor sees them.
    ///
    /// Kiatsu takes nothing that this refuses, and refuses a little that this takes in: a path without a file, a text
    /// of too many characters that each have several code points.
    var schema: JSONSchema {
        switch self {
        case .choice(let words): .words(words)
        case .choices(let words): .words(several: words)
        case .integer(let range): .integer(range)
        case .language: .text(pattern: "^[a-z]{2,3}(-[A-Z]{2})?$")
        case .pictureSize: .text(pattern: "^(\(Self.automatic)|[0-9]+x[0-9]+)$")
        case .text(let mostCharacters): .line(0...32 * mostCharacters)
        case .collection, .picture: .line(0...4095)
        }
    }
}

extension OptionDescription {
    /// The option with its meaning and its default.
    var schema: JSONSchema {
        let value: JSONValue
        switch format {
        case .integer: value = Int(fallback).map { .whole($0) } ?? .text(fallback)
        case .choices:
            let words = Format.words(of: fallback)
            value = words.count == 1 ? .text(fallback) : .array(words.map { .text($0) })
        default: value = .text(fallback)
        }
        // The file may have themes of its own.
        let form = name == "icon_theme" ? .any(of: [format.schema, .text]) : format.schema
        return form.described(summary).defaulting(to: value)
    }
}

extension JSONSchema {
    /// One of these words; one that YAML reads as a number or a truth value is that, too.
    static func words(_ words: [String]) -> JSONSchema {
        .one(
            of: words.flatMap { word -> [JSONValue] in
                if let number = Int(word) { return [.text(word), .whole(number)] }
                if let truth = ["true": true, "false": false][word] { return [.boolean(truth), .text(word)] }
                return [.text(word)]
            }
        )
    }

    /// One or more of these words: a list, or a text with commas.
    static func words(several words: [String]) -> JSONSchema {
        let one = "(" + words.joined(separator: "|") + ")"
        let others = words.filter { !OptionDescription.Format.standsAlone($0) }
        return .any(of: [
            .choice(words), .list(of: .choice(words), 1...words.count, isUnique: true),
            .text(pattern: "^ *\(one) *(, *(\(others.joined(separator: "|"))) *)+$"),
        ])
    }

    /// One line of that many code points; YAML reads one of digits as a number.
    static func line(_ length: ClosedRange<Int>) -> JSONSchema { text(length).orInteger }
}
