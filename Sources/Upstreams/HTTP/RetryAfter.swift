package import Time

/// The wait that a response demands, from 1 s to 24 h; nil where it demands none, or not in a form of
/// RFC 9110.
///
/// `Retry-After` is a count of seconds or a date.
package func retryDelay(of response: HTTPResponse, now: UTCInstant) -> Duration? {
    guard let text = response.retryAfter?.trimmed, !text.isEmpty else { return nil }
    let delay: Duration?
    if text.utf8.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }) {
        // More digits than an Int has are more than a day.
        delay = .seconds(min(Int(text) ?? .max, 86_400))
    } else {
        delay = response.delay(until: text, now: now)
    }
    return delay.map { min(.seconds(86_400), max(.seconds(1), $0)) }
}
