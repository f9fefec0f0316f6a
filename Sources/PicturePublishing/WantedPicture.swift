package import Pictures
package import Time
package import Topics
package import Widgets

/// All that a picture depends on: panels with the same key show the same picture.
package struct PictureKey: Hashable, Sendable {
    /// The name of the widget.
    package var widget: String
    // Compared first, because it changes from hour to hour: most comparisons end here.
    /// The display's settings and the hour.
    package var context: DisplayContext
    /// True for an entry that is no longer valid.
    package var isExpired: Bool
    /// The size in pixels.
    package var size: PictureSize
    /// The colours of the display.
    package var colors: PictureColors
    /// The colours of paper and ink.
    package var theme: PictureTheme
    /// The rotation of the framebuffer.
    package var rotation: PictureRotation
    /// The families of fonts to use first; empty for the usual ones.
    package var fonts: String
    /// The forms that are published.
    package var forms: [PictureRequest.Form]
    /// The entry that is drawn.
    package var entry: AnyEntry
    /// A PNG file; empty for none.
    package var background: [UInt8] = []

    package init(
        widget: String,
        context: DisplayContext,
        isExpired: Bool,
        size: PictureSize,
        colors: PictureColors,
        theme: PictureTheme,
        rotation: PictureRotation,
        fonts: String,
        forms: [PictureRequest.Form],
        entry: AnyEntry,
        background: [UInt8] = []
    ) {
        self.widget = widget
        self.context = context
        self.isExpired = isExpired
        self.size = size
        self.colors = colors
        self.theme = theme
        self.rotation = rotation
        self.fonts = fonts
        self.forms = forms
        self.entry = entry
        self.background = background
    }

    /// Hashes the properties by which keys differ most often.
    package func hash(into hasher: inout Hasher) {
        hasher.combine(widget)
        hasher.combine(context)
        hasher.combine(size)
        hasher.combine(colors)
        hasher.combine(theme)
        hasher.combine(forms)
        hasher.combine(entry.date)
    }

    /// The request to the drawer.
    package func request() throws(PictureError) -> PictureRequest {
        PictureRequest(
            widget: widget,
            entry: try PictureRequest.json(of: entry.base),
            context: context,
            isExpired: isExpired,
            size: size,
            colors: colors,
            theme: theme,
            rotation: rotation,
            fonts: fonts,
            forms: forms,
            background: background
        )
    }

    /// True if pictures of both keys are published on the same topics in the same form.
    package func isPublished(like other: PictureKey) -> Bool {
        size == other.size && colors == other.colors && rotation == other.rotation && forms == other.forms
    }
}

/// A drawn widget of a panel.
package struct PictureTarget: Hashable, Sendable {
    /// The panel's id.
    package var panel: String
    /// The name of the widget.
    package var widget: String

    package init(panel: String, widget: String) {
        self.panel = panel
        self.widget = widget
    }

    /// The target whose pictures are published on a topic; nil for other topics.
    package init?(topic: String, in topics: Topics) {
        guard let source = topics.pictureSource(of: topic) else { return nil }
        self.init(panel: source.panel, widget: source.widget)
    }
}

/// The picture that a drawn widget should show now.
package struct WantedPicture: Sendable {
    /// The widget that should show it.
    package var target: PictureTarget
    /// The picture.
    package var key: PictureKey
    /// The time when the picture is no longer valid.
    package var expires: UTCInstant

    package init(target: PictureTarget, key: PictureKey, expires: UTCInstant) {
        self.target = target
        self.key = key
        self.expires = expires
    }
}
