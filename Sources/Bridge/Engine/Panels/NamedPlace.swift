import Configuration
import Timelines
import Weather
import Widgets

/// A place with its name in each language that somebody asked for.
struct NamedPlace: Sendable, Equatable {
    /// The IANA name of its time zone.
    var timeZone: String
    /// In the panel's language.
    var name: String
    /// In the other languages of its widgets.
    var otherNames: [String: String] = [:]
    /// True if its names may be stored on disk.
    var mayBeStored = true

    /// In a widget's language.
    func name(in language: String) -> String { otherNames[language] ?? name }
}

/// A name that is looked for: that of a cell in a language.
struct NameKey: Hashable, Sendable {
    /// After how long an upstream is asked again that had no answer.
    static let longestWait = ReloadPolicy.longestBlock

    var cell: GridCell
    var language: String
}

extension PanelConfiguration {
    /// The panel's language first, then the others of its widgets.
    var languages: [String] {
        widgets.reduce(into: [language]) { languages, widget in
            if !languages.contains(widget.display.language) { languages.append(widget.display.language) }
        }
    }

    /// The configured name of the panel's own place.
    func givenName(at cell: GridCell) -> String? { GridCell(containing: location) == cell ? name : nil }
}

extension NamedPlace {
    mutating func setName(_ name: String, in language: String, of panel: PanelConfiguration) {
        if language == panel.language { self.name = name } else { otherNames[language] = name }
    }
}
