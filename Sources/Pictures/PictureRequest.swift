package import Widgets

/// What is to be drawn: all that the picture depends on, so that equal requests have the same picture.
package struct PictureRequest: Sendable, Hashable, Codable {
    /// The widget's name.
    package var widget: String
    /// The widget's entry as JSON.
    package var entry: [UInt8]
    /// What the entry is shown with; the icon theme is left out, as pictures have icons of their own.
    package var context: DisplayContext
    /// Whether the timeline ended before the hour that is shown.
    package var isExpired: Bool
    package var size: PictureSize
    package var colors: PictureColors
    package var theme: PictureTheme
    package var rotation: PictureRotation
    /// Families as fontconfig knows them, with commas between; empty for Noto.
    package var fonts: String
    /// What is wanted; none twice.
    package var forms: [Form]
    /// A PNG file that stands behind all else; empty for none, and not in JSON.
    package var background: [UInt8] = []
    /// How long that is, where it goes beside JSON.
    var backgroundBytes: Int?

    private enum CodingKeys: String, CodingKey {
        case widget, entry, context, isExpired, size, colors, theme, rotation, fonts, forms, backgroundBytes
    }

    /// A form in which the picture is wanted.
    package enum Form: Sendable, Hashable, Codable {
        case png
        case raw
        case deflate
        case packbits
        /// `mostBytes` is what a strip with its header of 8 bytes may take.
        case strips(mostBytes: Int)
        /// `mostBytes` is what the label with its header of 2 bytes may take.
        case label(mostBytes: Int)
        /// A drawing for browsers and printers.
        case svg
        /// Three bytes a pixel, red, green, blue, rows from the top, neither turned nor reduced to fewer colours than
        /// ``PictureRequest/colors`` has.
        case pixels
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
        /// Where in ``PictureRequest/forms`` its form stands.
        package var form: Int
        package var bytes: [UInt8]

        package init(form: Int, bytes: [UInt8]) {
            self.form = form
            self.bytes = bytes
        }
    }

    /// Tells pictures with other pixels apart: the CRC-32 of the framebuffer.
    package var id: UInt32
    /// In the order of the forms; a form has one part, strips as many as there are strips, and none where there is no room.
    package var parts: [Part]
    /// Characters that no installed font has, none twice, at most 32.
    package var missing: [MissingGlyph]

    package init(id: UInt32, parts: [Part], missing: [MissingGlyph]) {
        self.id = id
        self.parts = parts
        self.missing = missing
    }
}

/// A character that no installed font has.
package struct MissingGlyph: Sendable, Hashable, Codable {
    /// As Unicode counts.
    package var scalar: UInt32
    /// The Debian package that has it, as far as we know; empty where none does.
    package var package: String

    package init(scalar: UInt32, package: String) {
        self.scalar = scalar
        self.package = package
    }
}

/// Why there is no picture.
package enum PictureError: Error, Sendable, Equatable {
    /// The program that draws does not know the widget, or cannot read the entry: it is of another version.
    case notUnderstood(String)
    /// The program that draws is not there, or cannot be started.
    case unavailable(String)
    /// The program that draws ended, or took too long.
    case failed(String)
}
