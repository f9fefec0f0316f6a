package import Time
package import Weather

/// A panel's position as it was accepted.
package struct StoredPosition: Sendable, Equatable {
    /// Where it came from.
    package enum Source: String, Sendable {
        case command
        case follow
    }

    package var coordinate: Coordinate
    /// What the place is to be called in place of its own name.
    package var name: String?
    package var accuracyMetres: Double?
    /// When the device took it, by the device's clock (`tst`).
    package var reportedAt: UTCInstant?
    package var acceptedAt: UTCInstant
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
    package var cell: GridCell
    /// Nil where the terms of whoever named it forbid keeping it.
    package var name: String?

    package init(cell: GridCell, name: String?) {
        self.cell = cell
        self.name = name
    }
}

/// What is known of one timeline: the last forecast, in its owner's encoding, and how the asking goes.
package struct StoredTimeline: Sendable, Equatable {
    /// Nil until one has come; saving nil keeps the one that is there.
    package var forecast: [UInt8]?
    /// The last attempt.
    package var askedAt: UTCInstant
    /// How many attempts have failed since the last that did not.
    package var failures: Int
    package var retryAt: UTCInstant?

    package init(forecast: [UInt8]?, askedAt: UTCInstant, failures: Int = 0, retryAt: UTCInstant? = nil) {
        self.forecast = forecast
        self.askedAt = askedAt
        self.failures = failures
        self.retryAt = retryAt
    }
}

/// What a geocoder answered once.
package struct StoredName: Sendable, Equatable {
    /// Nil where there is no place.
    package var name: String?
    package var obtainedAt: UTCInstant

    package init(name: String?, obtainedAt: UTCInstant) {
        self.name = name
        self.obtainedAt = obtainedAt
    }
}

/// The time zone that an upstream named for a place.
package struct StoredZone: Sendable, Equatable {
    /// The IANA name.
    package var name: String
    package var source: String
    package var namedAt: UTCInstant

    package init(name: String, source: String, namedAt: UTCInstant) {
        self.name = name
        self.source = source
        self.namedAt = namedAt
    }
}

/// How many calls an account has spent on a day and in its calendar month, that day's among them.
package struct SpentCalls: Sendable, Equatable {
    package var day: Int
    package var month: Int

    package init(day: Int, month: Int) {
        self.day = day
        self.month = month
    }
}

/// Whether a budget had calls left.
package enum BudgetAnswer: Sendable, Equatable {
    /// What a limit is for.
    package enum Period: Sendable {
        case day
        case month
    }

    /// The calls are counted; what is used has them in it.
    case granted(usedToday: Int, usedThisMonth: Int)
    /// The calls are not counted, as with what is used in that period they would be too many.
    case refused(Period, used: Int)
}
