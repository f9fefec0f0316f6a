import Weather

/// The reason why an option was not set; the description states the allowed values.
package enum OptionError: Error, Sendable, Equatable {
    /// The catalogue has no widget of the configuration's name.
    case unknownWidget(widgets: [String])
    /// The widget has no option of that name.
    case unknownOption(String, widget: String, options: [String])
    /// The value does not have the option's form; `expected` describes the form.
    case invalidValue(option: String, expected: String, example: String)
    /// The path is not that of the configured collection, the only one that has been read and checked.
    case unreadCollection(option: String)
    /// The path is not that of the configured picture, the only one that has been read and checked.
    case unreadPicture(option: String)
}

extension OptionError: CustomStringConvertible {
    package var description: String {
        switch self {
        case .unknownWidget(let widgets): "no such widget; there are " + widgets.joined(separator: ", ")
        case .unknownOption(let option, let widget, let options):
            "\(widget) has no option “\(option.prefix(40))”; its options are " + options.joined(separator: ", ")
        case .invalidValue(let option, let expected, let example):
            "\(option) must be \(expected); for example \(example)"
        case .unreadCollection(let option):
            "\(option) can only be emptied, for the built-in collection; name another file in the configuration"
        case .unreadPicture(let option):
            "\(option) can only be emptied, for no picture; name another file in the configuration"
        }
    }
}

/// The options that every widget has if they make a difference to it.
private enum CommonOption: String, CaseIterable {
    case source
    case language
    case family
    case encodings
    case temperatureUnit = "temperature_unit"
    case pressureUnit = "pressure_unit"
    case windUnit = "wind_unit"
    case iconTheme = "icon_theme"

    /// The word for "no theme" in configurations and payloads.
    static let noTheme = OptionDescription.Format.none
}

extension Catalogue {
    /// All options of a widget, the common ones first.
    ///
    /// `iconThemes` are the themes to choose from.
    package func options(of widget: any Widget, iconThemes: [IconTheme]) -> [OptionDescription] {
        CommonOption.allCases.compactMap { option in
            description(
                of: option,
                sources: sourceNames(for: widget),
                choosesSources: widget.choosesSources,
                families: widget.families,
                encodings: widget.encodings,
                quantities: widget.quantities,
                iconThemes: widget.hasIcons ? iconThemes : nil
            )
        } + PictureOption.allCases.map { $0.description(formats: widget.pictureFormats) } + widget.options
    }

    /// The options common to all widgets, with every value that any widget allows.
    package func commonOptions(iconThemes: [IconTheme]) -> [OptionDescription] {
        let served = Set(widgets.flatMap { sourceNames(for: $0) })
        return CommonOption.allCases.compactMap { option in
            description(
                of: option,
                sources: sources.map(\.description.name).filter(served.contains),
                families: Family.allCases,
                encodings: Encoding.allCases,
                quantities: Set(Quantity.allCases),
                iconThemes: iconThemes
            )
        } + PictureOption.allCases.map { $0.description(formats: PictureFormat.allCases) }
    }

    /// The configuration of a widget for which nothing is chosen.
    package func defaults(for widget: any Widget) -> WidgetConfiguration {
        var configuration = WidgetConfiguration(
            widget: widget.name,
            display: DisplaySettings(language: "en", units: .metric, family: .small),
            encodings: [],
            sources: [],
            options: [:]
        )
        for option in options(of: widget, iconThemes: []) {
            configuration.assign(option.fallback, to: option.name, iconThemes: [])
        }
        return configuration
    }

    /// The value of an option as text; nil where the widget has no such option.
    package func value(of option: String, in configuration: WidgetConfiguration) -> String? {
        guard let widget = widget(configuration.widget),
            options(of: widget, iconThemes: []).contains(where: { $0.name == option })
        else { return nil }
        let display = configuration.display
        switch CommonOption(rawValue: option) {
        case .source: return configuration.sources.joined(separator: ",")
        case .language: return display.language
        case .family: return display.family.rawValue
        case .encodings: return configuration.encodings.map(\.rawValue).joined(separator: ",")
        case .temperatureUnit: return display.units.temperature.rawValue
        case .pressureUnit: return display.units.pressure.rawValue
        case .windUnit: return display.units.wind.rawValue
        case .iconTheme: return display.iconTheme?.name ?? CommonOption.noTheme
        case nil:
            return PictureOption(rawValue: option)?.value(in: configuration.picture) ?? configuration.options[option]
        }
    }

    /// Sets an option to the value that `text` stands for; on an error the configuration is unchanged.
    ///
    /// Paths of collections and pictures are read at the start, so that only the empty and the present path are
    /// allowed.
    package func set(
        _ option: String,
        to text: String,
        in configuration: inout WidgetConfiguration,
        iconThemes: [IconTheme]
    ) throws(OptionError) {
        guard let widget = widget(configuration.widget) else {
            throw .unknownWidget(widgets: widgets.map(\.name))
        }
        let options = options(of: widget, iconThemes: iconThemes)
        guard let description = options.first(where: { $0.name == option }) else {
            throw .unknownOption(option, widget: widget.name, options: options.map(\.name))
        }
        if case .collection = description.format, !text.isEmpty, text != configuration.options[option] {
            throw .unreadCollection(option: option)
        }
        if case .picture = description.format, !text.isEmpty, text != configuration.picture.background {
            throw .unreadPicture(option: option)
        }
        guard let value = description.format.normalized(text) else {
            throw .invalidValue(
                option: option,
                expected: description.format.expected,
                example: description.example
            )
        }
        configuration.assign(value, to: option, iconThemes: iconThemes)
    }

    /// The option reduced to supported values; nil if fewer than two remain.
    private func description(
        of option: CommonOption,
        sources: [String],
        choosesSources: Bool = false,
        families: [Family],
        encodings: [Encoding],
        quantities: Set<Quantity>,
        iconThemes: [IconTheme]?
    ) -> OptionDescription? {
        switch option {
        case .source:
            guard let first = sources.first else { return nil }
            let automatic = OptionDescription.Format.automatic
            return describe(
                option,
                "the upstreams to ask, the first first",
                .choices((choosesSources ? [automatic] : []) + sources),
                choosesSources ? automatic : first
            )
        case .language: return describe(option, "the language of names and words", .language, "en")
        case .family:
            guard let first = families.first else { return nil }
            return describe(option, "how much is shown", .choice(families.map(\.rawValue)), first.rawValue)
        case .encodings:
            let usual = [Encoding.compact, .frame, .fields].filter(encodings.contains)
            let fallback = (usual.isEmpty ? encodings : usual).map(\.rawValue).joined(separator: ",")
            return describe(option, "the forms in which it is published", .choices(encodings.map(\.rawValue)), fallback)
        case .temperatureUnit:
            return quantities.contains(.temperature) ? unit(option, of: "temperatures", TemperatureUnit.celsius) : nil
        case .pressureUnit:
            return quantities.contains(.pressure) ? unit(option, of: "pressures", PressureUnit.hectopascals) : nil
        case .windUnit:
            return quantities.contains(.wind) ? unit(option, of: "wind speeds", WindUnit.metresPerSecond) : nil
        case .iconTheme:
            guard let iconThemes else { return nil }
            let names = [CommonOption.noTheme] + iconThemes.map(\.name)
            return describe(option, "the names of the weather's pictures", .choice(names), CommonOption.noTheme)
        }
    }

    private func unit<Unit: RawRepresentable<String> & CaseIterable>(
        _ option: CommonOption,
        of values: String,
        _ fallback: Unit
    ) -> OptionDescription {
        describe(option, "the unit of \(values)", .choice(Unit.allCases.map(\.rawValue)), fallback.rawValue)
    }

    private func describe(
        _ option: CommonOption,
        _ summary: String,
        _ format: OptionDescription.Format,
        _ fallback: String
    ) -> OptionDescription {
        // The upstreams are the only common option that shapes timelines.
        let shapesTimeline = option == .source
        return OptionDescription(
            name: option.rawValue,
            summary: summary,
            format: format,
            fallback: fallback,
            shapesTimeline: shapesTimeline
        )
    }
}

extension WidgetConfiguration {
    /// Stores a value that is in the option's canonical form, as ``OptionDescription/Format/normalized(_:)`` gives it.
    package mutating func assign(_ value: String, to option: String, iconThemes: [IconTheme]) {
        let words = OptionDescription.Format.words(of: value)
        switch CommonOption(rawValue: option) {
        case .source: sources = words
        case .language: display.language = value
        case .family: display.family = Family(ofOption: value)
        case .encodings: encodings = words.compactMap(Encoding.init)
        case .temperatureUnit: display.units.temperature = TemperatureUnit(ofOption: value)
        case .pressureUnit: display.units.pressure = PressureUnit(ofOption: value)
        case .windUnit: display.units.wind = WindUnit(ofOption: value)
        case .iconTheme: display.iconTheme = iconThemes.first { $0.name == value }
        case nil:
            guard let pictureOption = PictureOption(rawValue: option) else {
                options[option] = value
                return
            }
            pictureOption.assign(value, to: &picture)
        }
    }
}

extension RawRepresentable where RawValue == String {
    /// The value that an option's text stands for, which its format has checked to be one of the type's words.
    init(ofOption text: String) {
        guard let value = Self(rawValue: text) else { preconditionFailure("“\(text)” is no word of \(Self.self)") }
        self = value
    }
}
