package import Time
package import Timelines
import Widgets

extension ReloadFailure {
    /// A request without an answer: retried with backoff, unless it can never be sent.
    package init(_ failure: HTTPFailure, from service: String) {
        switch failure {
        case .invalidURL, .invalidHeader:
            self.init(reason: "\(service): \(failure.message)", retry: .untilConfigurationChanges)
        default:
            self.init(reason: "\(service): \(failure.message)", retry: .backoff)
        }
    }

    /// An answer that differs from the service's documentation: retried with backoff.
    package init(malformed detail: String, from service: String) {
        self.init(
            reason: "\(service) sent an answer that cannot be read (\(detail)): if it lasts, check its base URL, or "
                + "see whether a newer Kiatsu knows its answers",
            retry: .backoff
        )
    }

    /// An answer with a status but without the service's own words, which a proxy may have sent:
    /// retried with backoff.
    package init(status: Int, from service: String) {
        switch status {
        case 300...399:
            self.init(
                reason: "\(service) redirects to another address (\(status)), which is not followed: "
                    + "check the base URL, and whether the network asks for a login",
                retry: .backoff
            )
        case 400...499 where status != 408 && status != 429:
            self.init(
                reason:
                    "\(service) refuses the request (\(status)): check its base URL and key, and whether a proxy or a "
                    + "login page answers in its place",
                retry: .backoff
            )
        case 500...599, 408, 429:
            self.init(
                reason: "\(service) answered with status \(status): the trouble is on its side, if it lasts choose "
                    + "another source",
                retry: .backoff
            )
        default:
            self.init(reason: "\(service) answered with status \(status): check its base URL", retry: .backoff)
        }
    }

    /// The same, but not before the time that the response's `Retry-After` names, where it does: never earlier.
    package func obeyingRetryAfter(of response: HTTPResponse, now: UTCInstant) -> ReloadFailure {
        guard let delay = retryDelay(of: response, now: now) else { return self }
        let later: Retry =
            switch retry {
            case .backoff: .doubling(from: delay)
            case .after(let own): .after(max(own, delay))
            case .doubling(let first): .doubling(from: max(first, delay))
            case .refused(again: let own): .refused(again: max(own, delay))
            case .untilConfigurationChanges: .untilConfigurationChanges
            }
        return ReloadFailure(reason: reason, retry: later)
    }
}

/// The problem of an unreadable body, in a few words that quote none of it.
func describeUnreadable(_ body: [UInt8]) -> String {
    switch body.first(where: { $0 > 0x20 }) {
    case nil: "it is empty"
    case UInt8(ascii: "<"): "a web page"
    case UInt8(ascii: "{"), UInt8(ascii: "["): "JSON that is cut short or not as documented"
    default: "not JSON"
    }
}

/// An upstream's own words, fit for one line of a log.
///
/// At most 160 characters, no control characters, no `secret` in whatever encoding, and of numbers no decimals: an
/// upstream may echo the position that it was asked for.
func quoted(_ text: String, hiding secret: Secret?) -> String {
    let text = secret?.redacted(from: text) ?? text
    let words = text.split { $0.isWhitespace || $0.unicodeScalars.allSatisfy { $0.value < 0x20 } }.joined(
        separator: " "
    )
    var line = ""
    var decimals = -1
    for character in words.prefix(160) {
        let isDigit = character.isASCII && character.isNumber
        decimals = isDigit ? (decimals < 0 ? -1 : decimals + 1) : (character == "." ? 0 : -1)
        if decimals == 1 { line.removeLast() }
        if !isDigit || decimals < 0 { line.append(character) }
    }
    return "“\(line)”"
}
