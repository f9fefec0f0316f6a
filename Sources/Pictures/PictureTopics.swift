package import Widgets

/// The part of a picture's topic after `<base topic>/image/<panel>/<widget>`.
///
/// That topic itself describes the picture as a whole.
package enum PictureTopics {
    /// The suffix of a form with one message: `.png`, `.1bpp`, `.1bpp.z`, `.1bpp.pb`; nil for strips and labels.
    package static func suffix(of format: PictureFormat, _ colors: PictureColors) -> String? {
        switch format {
        case .png: ".png"
        case .raw: framebuffer(colors)
        case .deflate: framebuffer(colors) + ".z"
        case .packbits: framebuffer(colors) + ".pb"
        case .strips, .label: nil
        }
    }

    /// The suffix of a strip, counted from 0: `/strips/000`, and `/strips/1000` beyond 999.
    package static func strip(_ index: Int) -> String {
        let digits = String(index)
        return "/strips/" + String(repeating: "0", count: max(0, 3 - digits.count)) + digits
    }

    /// The suffix of the label's topic after `<base topic>/<panel>/<widget>`.
    package static let label = "/label"

    private static func framebuffer(_ colors: PictureColors) -> String {
        switch colors {
        case .blackAndWhite: ".1bpp"
        case .fourGreys: ".2bpp"
        case .sixteenGreys: ".4bpp"
        case .blackWhiteRed, .blackWhiteYellow: ".2x1bpp"
        case .full: ".24bpp"
        }
    }
}
