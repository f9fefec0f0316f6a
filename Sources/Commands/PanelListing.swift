/// The answer to the request `panels`.
package struct PanelListing: Codable, Sendable {
    /// Of all pages.
    package var count: Int
    /// From 1.
    package var page: Int
    /// The number of pages, at least 1.
    package var pages: Int
    /// The panels of this page.
    package var panels: [Panel]

    package init(count: Int, page: Int, pages: Int, panels: [Panel]) {
        self.count = count
        self.page = page
        self.pages = pages
        self.panels = panels
    }

    /// The answer to who added a panel.
    package struct Added: Codable, Sendable {
        /// The panel as it was added.
        package var panel: Panel

        package init(panel: Panel) {
            self.panel = panel
        }
    }

    /// A panel in the answer of the bridge.
    package struct Panel: Codable, Sendable {
        /// The panel's id.
        package var id: String
        /// `file` or `request`.
        package var from: String
        /// The place's name.
        package var place: String
        /// Degrees, rounded as `privacy.decimals` says.
        package var lat: Double
        /// The longitude of the position in use, in degrees.
        package var lng: Double
        /// The freshness of its entries, as on its status topic.
        package var status: String
        /// The language, ISO 639 with an optional region.
        package var language: String
        /// The topics that it takes positions from; empty for none.
        package var follow: [String]
        /// The display that it announced; nil without a hello.
        package var display: Display?
        /// The widgets, in the order of the configuration.
        package var widgets: [Widget]

        package init(
            id: String,
            from: String,
            place: String,
            lat: Double,
            lng: Double,
            status: String,
            language: String,
            follow: [String],
            display: Display?,
            widgets: [Widget]
        ) {
            self.id = id
            self.from = from
            self.place = place
            self.lat = lat
            self.lng = lng
            self.status = status
            self.language = language
            self.follow = follow
            self.display = display
            self.widgets = widgets
        }
    }

    /// The display that the panel announced in its hello.
    package struct Display: Codable, Sendable {
        /// The largest packet that it takes, in bytes.
        package var buf: Int?
        /// In pixels.
        package var w: Int?
        /// The height in pixels; nil if it was not announced.
        package var h: Int?

        package init(buf: Int?, w: Int?, h: Int?) {
            self.buf = buf
            self.w = w
            self.h = h
        }
    }

    /// A widget of the panel.
    package struct Widget: Codable, Sendable {
        /// The widget's name.
        package var widget: String
        /// The name for people in its language; nil from a bridge of an earlier version.
        package var title: String?
        /// The amount of content: small, medium or large.
        package var family: String
        /// The upstreams that it asks, in order.
        package var sources: [String]
        /// The largest packet of each, in bytes.
        package var encodings: [String: Int]
        /// Nil for a widget that is not drawn.
        package var pictures: Pictures?

        package init(
            widget: String,
            title: String?,
            family: String,
            sources: [String],
            encodings: [String: Int],
            pictures: Pictures?
        ) {
            self.widget = widget
            self.title = title
            self.family = family
            self.sources = sources
            self.encodings = encodings
            self.pictures = pictures
        }
    }

    /// The pictures of a widget.
    package struct Pictures: Codable, Sendable {
        /// Such as `296x128`.
        package var size: String
        /// The display's colours, as configurations write them.
        package var colors: String
        /// The largest packet of each, in bytes; nil where no bound is known.
        package var forms: [String: Int?]

        package init(size: String, colors: String, forms: [String: Int?]) {
            self.size = size
            self.colors = colors
            self.forms = forms
        }
    }
}
