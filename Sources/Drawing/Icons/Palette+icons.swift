import Widgets

extension Palette {
    /// The fill of a fair-weather cloud.
    var cloud: Ink {
        switch colors {
        case .full, .sixteenGreys: .tone
        case .blackAndWhite, .fourGreys, .blackWhiteRed, .blackWhiteYellow: .paper
        }
    }

    /// The sun's outline: its own colour if that stands out from paper.
    var sunOutline: Ink {
        switch (colors, theme) {
        case (.blackWhiteRed, _), (.blackWhiteYellow, .dark), (.full, .dark): .sun
        default: .ink
        }
    }

    /// The sun within a circle of single pixels, where a pale one is lost.
    var smallSun: Ink {
        switch colors {
        case .blackAndWhite, .fourGreys, .sixteenGreys: .ink
        case .full, .blackWhiteRed, .blackWhiteYellow: .sun
        }
    }

    var lightning: Ink { colors == .full ? .sun : .accent }

    /// The fill of a thundercloud, from which lightning must stand out.
    var thundercloud: Ink { color(of: .secondary) == color(of: .ink) ? cloud : .secondary }
}
