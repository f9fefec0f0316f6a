/// The answer to the request `panels`.
package struct PanelListing: Codable, Sendable {
    /// Of all pages.
    package var count: Int
    /// From 1.
    package var page: Int
    package var pages: Int
    package var panels: [Panel]

    /// The answer to who added a panel.
    package struct Added: Codable, Sendable {
        package var panel: Panel
    }

    package struct Panel: Codable, Sendable {
        package var id: String
        /// `file` or `request`.
        package var from: String
        /// What the place is called.
        package var place: String
        /// Degrees, rounded as `privacy.decimals` says.
        package var lat: Double
        package var lng: Double
        package var status: String
        package var language: String
        package var follow: [String]
        /// What it said of itself; nil for one that never said hello.
        package var display: Display?
        package var widgets: [Widget]
    }

    package struct Display: Codable, Sendable {
        /// The largest packet that it takes, in bytes.
        package var buf: Int?
        /// In pixels.
        package var w: Int?
        package var h: Int?
    }

    package struct Widget: Codable, Sendable {
        package var widget: String
        /// What people call it, in its language; nil from a bridge of an earlier version.
        package var title: String?
        package var family: String
        package var sources: [String]
        /// The largest packet of each, in bytes.
        package var encodings: [String: Int]
        /// Nil for a widget that is not drawn.
        package var pictures: Pictures?
    }

    package struct Pictures: Codable, Sendable {
        /// Such as `296x128`.
        package var size: String
        package var colors: String
        /// The largest packet of each, in bytes; nil where no bound is known.
        package var forms: [String: Int?]
    }
}
