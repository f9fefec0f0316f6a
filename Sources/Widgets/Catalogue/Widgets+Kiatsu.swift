extension [any Widget] {
    /// The widgets of Kiatsu: a new one is an element here. The first is what a panel carries that says nothing.
    package static let kiatsu: [any Widget] = [WeatherWidget(), ConditionsWidget(), DayWidget(), PoemWidget()]
}
