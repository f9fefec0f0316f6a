package import Widgets

/// A picture to be drawn: all that its pixels depend on, so that equal requests have the same picture.
package struct PictureRequest: Sendable, Hashable, Codable {
    /// The widget's name.
    package var widget: String
    /// The widget's entry as JSON.
    package var entry: [UInt8]
    /// The context that the entry is shown with, without an icon theme: pictures have their own icons.
    package var context: DisplayContext
    /// True if the timeline ended before the hour that is shown.
    package var isExpired: Bool
    /// The picture's size in pixels, before rotation.
    package var size: PictureSize
    /// The colours that the display has.
    package var colors: PictureColors
    /// Dark on light or light on dark.
    package var theme: PictureTheme
    /// The rotation of framebuffers; PNG and SVG are upright.
    package var rotation: PictureRotation
    /// Font families as fontconfig knows them, separated by commas; empty for Noto.
    package var fonts: String
    /// The forms to deliver, none twice.
    package var forms: [Form]
    /// A PNG file drawn behind everything else, sent beside the JSON; empty for none.
    package var background: [UInt8] = []
    /// The length of ``background``, which follows the JSON.
    var backgroundBytes: Int?

    private enum CodingKeys: String, CodingKey {
        case widget, entry, context, isExpired, size, colors, theme, rotation, fonts, forms, backgroundBytes
    }

    package init(
        widget: String,
        entry: [UInt8],
        context: DisplayContext,
        isExpired: Bool,
        size: PictureSize,
        colors: PictureColors,
        theme: PictureTheme,
        rotation: PictureRotation,
        fonts: String,
        forms: [Form],
        background: [UInt8] = []
    ) {
        self.widget = widget
        self.entry = entry
        self.context = context
        self.isExpired = isExpired
        self.size = size
        self.colors = colors
        self.theme = theme
        self.rotation = rotation
        self.fonts = fonts
        self.forms = forms
        self.background = background
    }
}

/// A picture in the forms that were asked for.
package struct Picture: Sendable, Equatable {
    /// A part of a form: one message.
    package struct Part: Sendable, Equatable {
        /// The index of its form in ``PictureRequest/forms``.
        package var form: Int
        /// The message's payload.
        package var bytes: [UInt8]

        package init(form: Int, bytes: [UInt8]) {
            self.form = form
            self.bytes = bytes
        }
    }

    /// The CRC-32 of the framebuffer, which distinguishes pictures.
    package var id: UInt32
    /// The parts in the order of the forms: one for most forms, as many as there are strips for strips, none for a
    /// label that does not fit.
    package var parts: [Part]
    /// The characters that no installed font has, none twice, at most 32.
    package var missing: [MissingGlyph]

    package init(id: UInt32, parts: [Part], missing: [MissingGlyph]) {
        self.id = id
        self.parts = parts
        self.missing = missing
    }
}

/// A character that no installed font has.
package struct MissingGlyph: Sendable, Hashable, Codable {
    /// The character's Unicode scalar value.
    package var scalar: UInt32
    /// The Debian package whose fonts have it; empty if none is known.
    package var package: String

    package init(scalar: UInt32, package: String) {
        self.scalar = scalar
        self.package = package
    }
}

/// The reason why there is no picture.
package enum PictureError: Error, Sendable, Equatable {
    /// The drawing program does not know the widget or cannot read the entry: its version differs.
    case notUnderstood(String)
    /// The drawing program is missing or cannot be started.
    case unavailable(String)
    /// The drawing program ended, or took too long.
    case failed(String)
}
