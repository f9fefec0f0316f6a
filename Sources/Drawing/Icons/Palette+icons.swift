import Widgets

extension Palette {
    /// What a fair cloud is filled with.
    var cloud: Ink {
        switch colors {
        case .full, .sixteenGreys: .tone
        case .blackAndWhite, .fourGreys, .blackWhiteRed, .blackWhiteYellow: .paper
        }
    }

    /// What the sun is outlined in: itself where it can be told from paper.
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

    /// What a thundercloud is filled with: lightning must be told from it.
    var thundercloud: Ink { color(of: .secondary) == color(of: .ink) ? cloud : .secondary }
}
