package import Time
package import Weather

/// An accepted position of a panel.
package struct StoredPosition: Sendable, Equatable {
    /// The way a position arrived.
    package enum Source: String, Sendable {
        /// A command on the panel's own topic.
        case command
        /// A message on a topic that the panel follows.
        case follow
    }

    /// The position.
    package var coordinate: Coordinate
    /// The name for the place that the sender chose; nil for the place's own.
    package var name: String?
    /// The accuracy in metres; nil where the device gave none.
    package var accuracyMetres: Double?
    /// The moment of the fix by the device's clock (`tst`); nil where the device gave none.
    package var reportedAt: UTCInstant?
    /// The moment it was accepted, by the bridge's clock.
    package var acceptedAt: UTCInstant
    /// The way it arrived.
    package var source: Source

    package init(
        coordinate: Coordinate,
        name: String? = nil,
        accuracyMetres: Double? = nil,
        reportedAt: UTCInstant? = nil,
        acceptedAt: UTCInstant,
        source: Source
    ) {
        self.coordinate = coordinate
        self.name = name
        self.accuracyMetres = accuracyMetres
        self.reportedAt = reportedAt
        self.acceptedAt = acceptedAt
        self.source = source
    }
}

/// The place that a widget of a panel showed last.
package struct ShownPlace: Sendable, Equatable {
    /// The grid cell of the place.
    package var cell: GridCell
    /// The place's name; nil where the geocoder's terms forbid storing it.
    package var name: String?

    package init(cell: GridCell, name: String?) {
        self.cell = cell
        self.name = name
    }
}

/// The stored state of one timeline: the last forecast, in its owner's encoding, and the request history.
package struct StoredTimeline: Sendable, Equatable {
    /// The last forecast; nil until one has arrived.
    ///
    /// Saving nil keeps the stored one.
    package var forecast: [UInt8]?
    /// The moment of the last request.
    package var askedAt: UTCInstant
    /// The number of failures in a row since the last success.
    package var failures: Int
    /// The moment of the next attempt; nil where none is planned.
    package var retryAt: UTCInstant?

    package init(forecast: [UInt8]?, askedAt: UTCInstant, failures: Int = 0, retryAt: UTCInstant? = nil) {
        self.forecast = forecast
        self.askedAt = askedAt
        self.failures = failures
        self.retryAt = retryAt
    }
}

/// A row of the manifest of topics retained on the broker.
package struct RetainedTopic: Sendable, Hashable {
    /// The bridge's base topic.
    package var baseTopic: String
    /// The panel's id, or a marker for the bridge's own topics.
    package var panel: String
    /// The widget's name; empty for a topic without a widget.
    package var widget: String
    /// The encoding's name.
    package var encoding: String
    /// The parts of topics behind the widget's, one per topic, without line breaks; another order is another row.
    ///
    /// Empty for topics without a widget.
    package var suffixes: [String]

    package init(baseTopic: String, panel: String, widget: String, encoding: String, suffixes: [String]) {
        self.baseTopic = baseTopic
        self.panel = panel
        self.widget = widget
        self.encoding = encoding
        self.suffixes = suffixes
    }
}

/// A geocoder's answer for a place.
package struct StoredName: Sendable, Equatable {
    /// The name; nil where the geocoder knows no place there.
    package var name: String?
    /// The moment of the answer.
    package var obtainedAt: UTCInstant

    package init(name: String?, obtainedAt: UTCInstant) {
        self.name = name
        self.obtainedAt = obtainedAt
    }
}

/// The time zone that an upstream reported for a place.
package struct StoredZone: Sendable, Equatable {
    /// The IANA name.
    package var name: String
    /// The upstream's short name.
    package var source: String
    /// The moment of the report.
    package var namedAt: UTCInstant

    package init(name: String, source: String, namedAt: UTCInstant) {
        self.name = name
        self.source = source
        self.namedAt = namedAt
    }
}

/// The calls of an account on a day and in its calendar month, that day's included.
package struct SpentCalls: Sendable, Equatable {
    /// The calls of the day.
    package var day: Int
    /// The calls of the calendar month.
    package var month: Int

    package init(day: Int, month: Int) {
        self.day = day
        self.month = month
    }
}

/// The answer of a budget to a request for calls.
package enum BudgetAnswer: Sendable, Equatable {
    /// The period of a limit.
    package enum Period: Sendable {
        /// A day in UTC.
        case day
        /// A calendar month in UTC.
        case month
    }

    /// The calls are counted; the totals include them.
    case granted(usedToday: Int, usedThisMonth: Int)
    /// The calls are not counted, as they would exceed the period's limit; the calls used so far.
    case refused(Period, used: Int)
}
