import Widgets

/// The options of widgets, with the values of the common settings: computed once for all panels.
struct WidgetKinds: Sendable, Equatable {
    /// A kind of widget as it is where a panel says nothing of its own.
    struct Kind: Sendable, Equatable {
        var options: [OptionDescription]
        var widget: ChosenWidget
    }

    let iconThemes: [IconTheme]
    /// The options that every widget has.
    let commonOptions: [OptionDescription]
    /// The names in the catalogue's order.
    let names: [String]
    /// By name.
    private(set) var kinds: [String: Kind] = [:]

    init(of catalogue: Catalogue, iconThemes: [IconTheme]) {
        self.iconThemes = iconThemes
        commonOptions = catalogue.commonOptions(iconThemes: iconThemes)
        names = catalogue.widgets.map(\.name)
        for widget in catalogue.widgets {
            let chosen = ChosenWidget(configuration: catalogue.defaults(for: widget))
            kinds[widget.name] = Kind(
                options: catalogue.options(of: widget, iconThemes: iconThemes),
                widget: chosen
            )
        }
    }

    /// Puts the choices of a common place over the widget, as far as it supports them.
    func applyCommon(_ choices: [String: Chosen], to widget: inout ChosenWidget) {
        guard !choices.isEmpty, let kind = kinds[widget.configuration.widget] else { return }
        for option in kind.options where commonOptions.contains(where: { $0.name == option.name }) {
            guard let choice = choices[option.name], let text = option.format.supportedPart(of: choice.text) else {
                continue
            }
            widget.take(text, of: option.name, as: choice, iconThemes: iconThemes)
        }
    }

    /// Puts the choices for a widget itself over it.
    func apply(_ choices: [String: Chosen], to widget: inout ChosenWidget) {
        for (option, choice) in choices { widget.take(choice.text, of: option, as: choice, iconThemes: iconThemes) }
    }

    /// Puts choices over a kind, for every panel that has no others.
    mutating func setDefaults(of name: String, common: [String: Chosen], own: [String: Chosen]) {
        guard var widget = kinds[name]?.widget else { return }
        applyCommon(common, to: &widget)
        apply(own, to: &widget)
        kinds[name]?.widget = widget
    }
}

/// A widget with what is chosen for it.
struct ChosenWidget: Sendable, Equatable {
    var configuration: WidgetConfiguration
    /// The choice of its sources; nil where there is none.
    private(set) var sourceChoice: Chosen?

    init(configuration: WidgetConfiguration) { self.configuration = configuration }

    fileprivate mutating func take(_ text: String, of option: String, as choice: Chosen, iconThemes: [IconTheme]) {
        configuration.assign(text, to: option, iconThemes: iconThemes)
        if option == "source" { sourceChoice = choice }
    }
}
