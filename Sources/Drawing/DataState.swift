package import Time
import Widgets

/// The state of the data, which the picture shows unless it is fresh.
package enum DataState: Sendable, Equatable {
    /// The forecast is as new as it should be.
    case fresh
    /// The forecast is older than it should be; `hours` is its age at the hour shown, nil if unknown.
    case stale(hours: Int?)
    /// The timeline has ended: nothing is known of this hour.
    case expired(hours: Int?)
    /// Sample data.
    case sample

    package init(isPlaceholder: Bool, obtained: UTCInstant?, in context: DrawingContext) {
        let hours = obtained.map { max(0, (context.display.hour.unixSeconds - $0.unixSeconds) / 3600) }
        self =
            isPlaceholder
            ? .sample
            : context.isExpired ? .expired(hours: hours) : context.display.isStale ? .stale(hours: hours) : .fresh
    }

    /// A few words in the panel's language; nil if the data is fresh.
    package func words(language: String) -> String? {
        switch self {
        case .fresh: nil
        case .stale(let hours): Words.forecastAge(hours: hours, language: language)
        case .expired: Words.expiredName(language: language)
        case .sample: Words.sampleName(language: language)
        }
    }

    /// ``words(language:)``, with the age of expired data as well, for pictures with more room.
    package func longWords(language: String) -> String? {
        if case .expired(let hours?) = self {
            return "\(Words.expiredName(language: language)) · \(Words.forecastAge(hours: hours, language: language))"
        }
        return words(language: language)
    }
}
