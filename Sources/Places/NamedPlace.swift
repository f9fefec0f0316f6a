package import Configuration
import Timelines
package import Weather
import Widgets

/// A place with its name in each language that somebody asked for.
package struct NamedPlace: Sendable, Equatable {
    /// The IANA name of its time zone.
    package var timeZone: String
    /// In the panel's language.
    package var name: String
    /// In the other languages of its widgets.
    package var otherNames: [String: String] = [:]
    /// True if its names may be stored on disk.
    package var mayBeStored = true

    package init(timeZone: String, name: String, otherNames: [String: String] = [:], mayBeStored: Bool = true) {
        self.timeZone = timeZone
        self.name = name
        self.otherNames = otherNames
        self.mayBeStored = mayBeStored
    }

    /// In a widget's language.
    package func name(in language: String) -> String { otherNames[language] ?? name }
}

/// A name that is looked for: that of a cell in a language.
package struct NameKey: Hashable, Sendable {
    /// After how long an upstream is asked again that had no answer.
    package static let longestWait = ReloadPolicy.longestBlock

    /// The cell of the place.
    package var cell: GridCell
    /// The language of the name.
    package var language: String

    package init(cell: GridCell, language: String) {
        self.cell = cell
        self.language = language
    }
}

extension PanelConfiguration {
    /// The panel's language first, then the others of its widgets.
    package var languages: [String] {
        widgets.reduce(into: [language]) { languages, widget in
            if !languages.contains(widget.display.language) { languages.append(widget.display.language) }
        }
    }

    /// The configured name of the panel's own place.
    package func givenName(at cell: GridCell) -> String? { GridCell(containing: location) == cell ? name : nil }
}

extension NamedPlace {
    /// Sets the name in one of the panel's languages.
    package mutating func setName(_ name: String, in language: String, of panel: PanelConfiguration) {
        if language == panel.language { self.name = name } else { otherNames[language] = name }
    }
}
