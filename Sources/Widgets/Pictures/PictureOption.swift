/// The options of a widget's pictures, which every widget has; the raw value is the option's name.
package enum PictureOption: String, Sendable, CaseIterable {
    /// The formats to publish.
    case formats = "pictures"
    /// The size in pixels.
    case size = "picture_size"
    /// The display's colours.
    case colors = "picture_colors"
    /// Light or dark.
    case theme = "picture_theme"
    /// The rotation of the controller's rows.
    case rotation = "picture_rotation"
    /// The font families.
    case fonts
    /// The picture behind everything else.
    case background

    /// The option's form and default, with these formats.
    func description(formats: [PictureFormat]) -> OptionDescription {
        let (summary, format): (String, OptionDescription.Format) =
            switch self {
            case .formats:
                (
                    "the forms in which it is drawn",
                    .choices([OptionDescription.Format.none] + formats.map(\.rawValue))
                )
            case .size: ("how large it is drawn, as one looks at it; auto as the panel says", .pictureSize)
            case .colors: ("what the display can show", .choice(PictureColors.allCases.map(\.rawValue)))
            case .theme: ("dark on light, or light on dark", .choice(PictureTheme.allCases.map(\.rawValue)))
            case .rotation:
                (
                    "degrees by which the display's rows are turned clockwise",
                    .choice(PictureRotation.allCases.map { String($0.rawValue) })
                )
            case .fonts: ("the families to draw with, the first first; empty for Noto", .text(mostCharacters: 200))
            case .background: ("a picture of your own behind what is drawn", .picture)
            }
        return OptionDescription(
            name: rawValue,
            summary: summary,
            format: format,
            fallback: value(in: PictureSettings()),
            shapesTimeline: false
        )
    }

    /// True if it affects the size of messages.
    package var decidesSpace: Bool {
        switch self {
        case .formats, .size, .colors, .rotation: true
        case .theme, .fonts, .background: false
        }
    }

    /// The value as configurations write it.
    func value(in settings: PictureSettings) -> String {
        switch self {
        case .formats: Self.text(of: settings.formats)
        case .size: settings.size?.text ?? OptionDescription.Format.automatic
        case .colors: settings.colors.rawValue
        case .theme: settings.theme.rawValue
        case .rotation: String(settings.rotation.rawValue)
        case .fonts: settings.fonts
        case .background: settings.background
        }
    }

    /// The value of ``formats``.
    package static func text(of formats: [PictureFormat]) -> String {
        formats.isEmpty ? OptionDescription.Format.none : formats.map(\.rawValue).joined(separator: ",")
    }

    /// Stores a value that is in the option's canonical form.
    func assign(_ value: String, to settings: inout PictureSettings) {
        switch self {
        case .formats: settings.formats = OptionDescription.Format.words(of: value).compactMap(PictureFormat.init)
        case .size: settings.size = PictureSize(value)
        case .colors: settings.colors = PictureColors(ofOption: value)
        case .theme: settings.theme = PictureTheme(ofOption: value)
        case .rotation: settings.rotation = PictureRotation(ofOption: value)
        case .fonts: settings.fonts = value
        case .background: settings.background = value
        }
    }
}

extension PictureRotation {
    /// The rotation that an option's text stands for, which its format has checked.
    fileprivate init(ofOption text: String) {
        guard let rotation = Int(text).flatMap(Self.init) else { preconditionFailure("“\(text)” is no rotation") }
        self = rotation
    }
}

extension Widget {
    /// The formats in which it can be drawn; only a widget with a place has a label.
    package var pictureFormats: [PictureFormat] { PictureFormat.allCases.filter { $0 != .label || subject == .place } }
}
