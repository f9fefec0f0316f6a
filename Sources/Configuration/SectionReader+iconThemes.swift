import JSON
import Weather
import Widgets

extension SectionReader {
    /// The themes under `icon_themes` in the file's order, and the built-in one.
    ///
    /// A theme with a fault is among them by its name, so that no second fault is made of its absence.
    mutating func iconThemes() -> [IconTheme] {
        let builtIn = [IconTheme.hare].compactMap(\.self)
        var themes: [IconTheme] = []
        if isDescribing {
            _ = section(anyTheme, variables: nil) { $0.iconTheme(anyTheme) }
            description = description.map { noted in
                var themes = SectionDescription()
                themes.others = .all(noted.schema(of: anyTheme) ?? .any)
                return themes
            }
        }
        for name in keys {
            ask(for: name)
            if builtIn.contains(where: { $0.name == name }) {
                report(keyOrigin(of: name), name, "this theme is built in", "give yours a name of its own")
            } else if !isThemeName(name) {
                let problem = "expected a name of 1 to 24 of the characters a-z 0-9 _ -, and not none"
                report(keyOrigin(of: name), name, problem, "write for example `mine:`")
            } else if let theme = section(name, variables: nil, { $0.iconTheme(name) }) {
                themes.append(theme)
            }
        }
        return themes + builtIn
    }

    private func isThemeName(_ name: String) -> Bool {
        (1...24).contains(name.utf8.count) && name != "none"
            && name.utf8.allSatisfy { $0.isWordCharacter && !$0.isUpperCase }
    }

    private mutating func iconTheme(_ name: String) -> IconTheme? {
        var names: [UInt8: String] = [:]
        for code in UInt8.min...UInt8.max where Condition.decode(code: code) != nil {
            describe(String(Unicode.Scalar(code)), isRequired: code == UInt8(ascii: "?"), Format.pictureName.schema)
        }
        for key in keys {
            ask(for: key)
            guard key.utf8.count == 1, let letter = key.utf8.first, Condition.decode(code: letter) != nil else {
                let remedy =
                    "the letters are C F P O G H D R W X Y S V T Q by day, the same in lower case by night, and ?"
                report(keyOrigin(of: key), key, "not a letter of the weather", remedy)
                continue
            }
            names[letter] = value(key, .pictureName)
        }
        if isReadable, node("?") == nil {
            report(origin, "?", "missing", "add for example `\"?\": na`, for what has no picture of its own")
        }
        let unknown = UInt8(ascii: "?")
        names[unknown] = names[unknown] ?? Format.pictureName.example
        return IconTheme(name: name, names: names)
    }
}

/// In place of a name, where themes are described.
private let anyTheme = "<theme>"

extension Format<String> {
    fileprivate static let pictureName = Format(
        expected: "the name of a picture, 1 to \(IconTheme.mostNameBytes) of the characters A-Z a-z 0-9 _ - .",
        example: "na",
        schema: .text(pattern: "^[A-Za-z0-9_.-]{1,\(IconTheme.mostNameBytes)}$").orInteger
    ) { text in IconTheme.isPictureName(text) ? text : nil }
}
