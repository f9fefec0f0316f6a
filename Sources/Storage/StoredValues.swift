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

/// The place whose weather a panel showed last.
package struct ShownPlace: Sendable, Equatable {
    package var cell: GridCell
    package var name: String

    package init(cell: GridCell, name: String) {
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

/// One line of the manifest of what is retained on the broker.
package struct RetainedTopic: Sendable, Hashable {
    package var baseTopic: String
    package var panel: String
    package var widget: String
    package var encoding: String

    package init(baseTopic: String, panel: String, widget: String, encoding: String) {
        self.baseTopic = baseTopic
        self.panel = panel
        self.widget = widget
        self.encoding = encoding
    }
}
