package import Time
import Widgets

/// How much trust what is drawn deserves: told on the picture where it is not the fresh forecast of the hour.
package enum DataState: Sendable, Equatable {
    case fresh
    /// `hours` is the age at the hour that is shown; nil where it is not known.
    case stale(hours: Int?)
    /// Nothing is left to show for this hour.
    case expired(hours: Int?)
    case sample

    package init(isPlaceholder: Bool, obtained: UTCInstant?, in context: DrawingContext) {
        let hours = obtained.map { max(0, (context.display.hour.unixSeconds - $0.unixSeconds) / 3600) }
        self =
            isPlaceholder
            ? .sample
            : context.isExpired ? .expired(hours: hours) : context.display.isStale ? .stale(hours: hours) : .fresh
    }

    /// A few words in the panel's language; nil where there is nothing to tell.
    package func words(language: String) -> String? {
        switch self {
        case .fresh: nil
        case .stale(let hours): Words.forecastAge(hours: hours, language: language)
        case .expired: Words.expiredName(language: language)
        case .sample: Words.sampleName(language: language)
        }
    }

    /// ``words(language:)`` with the age too where something has expired, for where there is more room.
    package func longWords(language: String) -> String? {
        if case .expired(let hours?) = self {
            return "\(Words.expiredName(language: language)) · \(Words.forecastAge(hours: hours, language: language))"
        }
        return words(language: language)
    }
}
