import Time
import Weather

/// The newest forecast of each place with what it takes to ask whether it still holds; the oldest go first.
actor ForecastCache {
    struct Item: Sendable {
        var forecast: HourlyForecast
        /// As it came, for `If-Modified-Since`; nil where the upstream gave none.
        var lastModified: String?
        /// The moment of the last request.
        var checked: UTCInstant
        /// The time after it for which no request is needed.
        var lifetime: Duration

        /// True where no request is needed; a moment before the last request comes from a clock that was set back.
        func isCurrent(at now: UTCInstant) -> Bool { (checked..<checked + lifetime).contains(now) }
    }

    private let capacity: Int
    private var items: [Coordinate: Item] = [:]

    /// `capacity` is at least 1.
    init(capacity: Int) {
        self.capacity = capacity
    }

    func item(at place: Coordinate) -> Item? { items[place] }

    func insert(_ item: Item, at place: Coordinate) {
        if items[place] == nil, items.count >= capacity,
            let oldest = items.min(by: { $0.value.checked < $1.value.checked })
        {
            items[oldest.key] = nil
        }
        items[place] = item
    }
}
