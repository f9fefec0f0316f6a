import Pictures
import Time
import Widgets

/// All that a picture depends on: panels with the same key show the same picture.
struct PictureKey: Hashable, Sendable {
    var widget: String
    // Compared first, because it changes from hour to hour: most comparisons end here.
    var context: DisplayContext
    var isExpired: Bool
    var size: PictureSize
    var colors: PictureColors
    var theme: PictureTheme
    var rotation: PictureRotation
    var fonts: String
    var forms: [PictureRequest.Form]
    var entry: AnyEntry
    /// A PNG file; empty for none.
    var background: [UInt8] = []

    func hash(into hasher: inout Hasher) {
        hasher.combine(widget)
        hasher.combine(context)
        hasher.combine(size)
        hasher.combine(colors)
        hasher.combine(theme)
        hasher.combine(forms)
        hasher.combine(entry.date)
    }

    /// The request to the drawer.
    func request() throws(PictureError) -> PictureRequest {
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
    func isPublished(like other: PictureKey) -> Bool {
        size == other.size && colors == other.colors && rotation == other.rotation && forms == other.forms
    }
}

/// A drawn widget of a panel.
struct PictureTarget: Hashable, Sendable {
    var panel: String
    var widget: String
}

/// The picture that a drawn widget should show now.
struct WantedPicture: Sendable {
    var target: PictureTarget
    var key: PictureKey
    /// The time when the picture is no longer valid.
    var expires: UTCInstant
}
