package import Time

/// How long a response asks to be left alone, from 1 s to 24 h; nil when it does not ask, or not in a form of
/// RFC 9110.
///
/// `Retry-After` is a count of seconds, or a date (IMF-fixdate), which counts from the response's own `Date`
/// where there is one, so that a wrong clock on either side does no harm, and from `now` otherwise.
package func retryDelay(of response: HTTPResponse, now: UTCInstant) -> Duration? {
    guard let text = response.retryAfter?.trimmingSpaces, !text.isEmpty else { return nil }
    let range = 1...86_400
    if text.utf8.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }) {
        // More digits than an Int has are more than a day.
        return .seconds((Int(text) ?? .max).clamped(to: range))
    }
    guard let moment = text.httpDateSeconds else { return nil }
    let start = response.date?.trimmingSpaces.httpDateSeconds ?? now.unixSeconds
    return .seconds((moment - start).clamped(to: range))
}

extension String {
    fileprivate var trimmingSpaces: String {
        let isSpace: (Character) -> Bool = { $0 == " " || $0 == "\t" }
        guard let last = lastIndex(where: { !isSpace($0) }) else { return "" }
        return String(self[...last].drop(while: isSpace))
    }

    /// Unix seconds of a date such as `Sun, 06 Nov 1994 08:49:37 GMT`; the day of the week is not looked at.
    fileprivate var httpDateSeconds: Int? {
        let months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]
        let parts = split(separator: " ")
        guard parts.count == 6, parts[0].count == 4, parts[5] == "GMT",
            let day = Int(parts[1]), (1...31).contains(day),
            let month = months.firstIndex(where: { $0 == parts[2] }),
            let year = Int(parts[3]), (1970...9999).contains(year)
        else { return nil }
        let time = parts[4].split(separator: ":", omittingEmptySubsequences: false).map { Int($0) ?? -1 }
        guard time.count == 3, (0...23).contains(time[0]), (0...59).contains(time[1]), (0...60).contains(time[2])
        else { return nil }
        let days = daysSinceEpoch(year: year, month: month + 1, day: day)
        return ((days * 24 + time[0]) * 60 + time[1]) * 60 + time[2]
    }
}

/// Days from 1970-01-01 to a date of the Gregorian calendar, for years from 1970 on.
///
/// Counts years from March, so that the leap day is the last of its year (Hinnant, `days_from_civil`).
private func daysSinceEpoch(year: Int, month: Int, day: Int) -> Int {
    let year = month <= 2 ? year - 1 : year
    let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
    return year * 365 + year / 4 - year / 100 + year / 400 + dayOfYear - 719_468
}

extension Int {
    fileprivate func clamped(to range: ClosedRange<Int>) -> Int {
        Swift.min(Swift.max(self, range.lowerBound), range.upperBound)
    }
}
