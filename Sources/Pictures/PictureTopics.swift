import Topics
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

    /// The suffixes of what is published of pictures with these settings, strips and labels aside, in order: the
    /// description's first, which has none, then those of the formats; empty without pictures, a label aside.
    package static func suffixes(of settings: PictureSettings) -> [String] {
        guard settings.formats.contains(where: { $0 != .label }) else { return [] }
        // The description of the picture has no suffix.
        return [""] + settings.formats.compactMap { suffix(of: $0, settings.colors) }.sorted()
    }

    /// The topics with these suffixes, and those of so many strips.
    package static func topics(
        of widget: String,
        panel: String,
        baseTopic: String,
        suffixes: [String],
        stripCount: Int
    ) -> [String] {
        let topics = Topics(base: baseTopic)
        let all = suffixes + (0..<max(0, stripCount)).map(Topics.stripSuffix)
        return all.map { topics.picture(of: widget, panel: panel, suffix: $0).name }
    }

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
