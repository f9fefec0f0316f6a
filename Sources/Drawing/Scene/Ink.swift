package import Widgets

/// What something is drawn in, whatever colours the display has.
package enum Ink: Sendable, Hashable {
    /// The background.
    case paper
    /// Text and lines.
    case ink
    /// What matters less: a grey where there are greys, else as ``ink``.
    case secondary
    /// Guides and rules: a light grey where there are greys, else as ``ink``.
    case faint
    /// What is to be seen first: red, yellow or blue where there is such, else as ``ink``.
    case accent
    /// A soft area behind other things: a light grey or a tint; dithered where there are no greys.
    case tone
    /// The sun on a picture of the weather: red or yellow where there is such, else the lightest colour; to be outlined.
    case sun
    /// The moon: as ``ink`` where there are no colours.
    case moon
    /// Rain and snow: blue where there is such, else as ``ink``.
    case water
}

/// A colour, 0…255 each.
package struct Color: Sendable, Hashable {
    package var red: UInt8
    package var green: UInt8
    package var blue: UInt8

    package init(_ red: UInt8, _ green: UInt8, _ blue: UInt8) {
        self.red = red
        self.green = green
        self.blue = blue
    }

    package init(grey: UInt8) { self.init(grey, grey, grey) }

    package static let black = Color(grey: 0)
    package static let white = Color(grey: 255)
    package static let red = Color(255, 0, 0)
    package static let yellow = Color(255, 255, 0)
}

/// The colours of a display, and what the inks are on it.
package struct Palette: Sendable, Hashable {
    package let colors: PictureColors
    package let theme: PictureTheme

    package init(_ colors: PictureColors, _ theme: PictureTheme) {
        self.colors = colors
        self.theme = theme
    }

    /// Whether edges may be smoothed: there are greys between ink and paper.
    package var isSmooth: Bool {
        switch colors {
        case .fourGreys, .sixteenGreys, .full: true
        case .blackAndWhite, .blackWhiteRed, .blackWhiteYellow: false
        }
    }

    /// The colours that there are, in the order of their values in a framebuffer; empty where any can be had.
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

    /// What an ink is on this display.
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
