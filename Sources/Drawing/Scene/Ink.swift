package import Widgets

/// The role of a colour, mapped to the display's colours by ``Palette``.
package enum Ink: Sendable, Hashable {
    /// The background.
    case paper
    /// Text and lines.
    case ink
    /// Less important texts: a grey if the display has greys, else ``ink``.
    case secondary
    /// Guides and rules: a light grey if the display has greys, else ``ink``.
    case faint
    /// The most important things: red, yellow or blue if the display has one, else ``ink``.
    case accent
    /// A soft area behind other things: a light grey or a tint, dithered on displays without greys.
    case tone
    /// The sun in a weather picture: red or yellow if the display has one, else its lightest colour; always outlined.
    case sun
    /// The moon; ``ink`` on displays without colours.
    case moon
    /// Rain and snow: blue if the display has it, else ``ink``.
    case water
}

/// An RGB colour, each channel 0…255.
package struct Color: Sendable, Hashable {
    /// The red channel.
    package var red: UInt8
    /// The green channel.
    package var green: UInt8
    /// The blue channel.
    package var blue: UInt8

    package init(_ red: UInt8, _ green: UInt8, _ blue: UInt8) {
        self.red = red
        self.green = green
        self.blue = blue
    }

    package init(grey: UInt8) { self.init(grey, grey, grey) }

    /// Black.
    package static let black = Color(grey: 0)
    /// White.
    package static let white = Color(grey: 255)
    /// Pure red.
    package static let red = Color(255, 0, 0)
    /// Pure yellow.
    package static let yellow = Color(255, 255, 0)
}

/// The colours of a display, and those of the inks on it.
package struct Palette: Sendable, Hashable {
    /// The colours that the display has.
    package let colors: PictureColors
    /// Dark on light or light on dark.
    package let theme: PictureTheme

    package init(_ colors: PictureColors, _ theme: PictureTheme) {
        self.colors = colors
        self.theme = theme
    }

    /// True if edges may be smoothed: the display has greys between ink and paper.
    package var isSmooth: Bool {
        switch colors {
        case .fourGreys, .sixteenGreys, .full: true
        case .blackAndWhite, .blackWhiteRed, .blackWhiteYellow: false
        }
    }

    /// The display's colours in the order of their values in a framebuffer; empty for true colour.
    package var entries: [Color] {
        switch colors {
        case .blackAndWhite: [.black, .white]
        case .fourGreys: (0..<4).map { Color(grey: UInt8($0 * 85)) }
        case .sixteenGreys: (0..<16).map { Color(grey: UInt8($0 * 17)) }
        case .blackWhiteRed: [.black, .white, .red]
        case .blackWhiteYellow: [.black, .white, .yellow]
        case .full: []
        }
    }

    /// The colour of an ink on this display.
    package func color(of ink: Ink) -> Color {
        let isLight = theme == .light
        switch (ink, colors) {
        case (.paper, .full): return isLight ? Color(250, 248, 243) : Color(16, 18, 24)
        case (.paper, _): return isLight ? .white : .black
        case (.ink, .full): return isLight ? Color(28, 28, 32) : Color(236, 236, 230)
        case (.ink, _): return isLight ? .black : .white
        case (.secondary, .full): return isLight ? Color(104, 104, 112) : Color(160, 162, 170)
        case (.secondary, .fourGreys): return Color(grey: isLight ? 85 : 170)
        case (.secondary, .sixteenGreys): return Color(grey: isLight ? 102 : 153)
        case (.faint, .full): return isLight ? Color(196, 194, 188) : Color(66, 70, 80)
        case (.faint, .fourGreys): return Color(grey: isLight ? 170 : 85)
        case (.faint, .sixteenGreys): return Color(grey: isLight ? 187 : 68)
        case (.accent, .full): return isLight ? Color(190, 44, 52) : Color(255, 122, 110)
        case (.accent, .blackWhiteRed): return .red
        // Yellow on white cannot be read.
        case (.accent, .blackWhiteYellow): return isLight ? .black : .yellow
        case (.tone, .full): return isLight ? Color(232, 229, 220) : Color(32, 36, 46)
        case (.tone, .fourGreys): return Color(grey: isLight ? 213 : 43)
        case (.tone, .sixteenGreys): return Color(grey: isLight ? 221 : 34)
        case (.tone, .blackWhiteYellow): return isLight ? Color(255, 255, 128) : Color(grey: 40)
        case (.tone, _): return Color(grey: isLight ? 224 : 31)
        case (.sun, .full): return isLight ? Color(244, 178, 46) : Color(250, 200, 84)
        case (.sun, .blackWhiteRed): return .red
        case (.sun, .blackWhiteYellow): return .yellow
        case (.sun, _): return .white
        case (.moon, .full): return isLight ? Color(76, 84, 128) : Color(246, 226, 160)
        case (.water, .full): return isLight ? Color(38, 104, 176) : Color(120, 184, 244)
        case (.secondary, _), (.faint, _), (.accent, _), (.moon, _), (.water, _): return color(of: .ink)
        }
    }
}
