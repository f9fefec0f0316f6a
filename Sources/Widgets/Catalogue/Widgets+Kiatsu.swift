extension [any Widget] {
    /// The widgets of Kiatsu: a new one is an element here.
    ///
    /// The first is the default of a panel.
    package static let kiatsu: [any Widget] = [WeatherWidget(), ConditionsWidget(), DayWidget(), PoemWidget()]
}
