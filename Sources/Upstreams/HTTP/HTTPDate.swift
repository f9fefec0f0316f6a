package import Time

extension UTCInstant {
    /// Reads a date of RFC 9110 (IMF-fixdate) such as `Sun, 06 Nov 1994 08:49:37 GMT`; nil for anything else.
    ///
    /// Neither the day of the week nor space around the date is looked at.
    package init?(httpDate text: String) {
        let months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]
        // The form has 29 characters.
        guard text.utf8.count <= 40 else { return nil }
        let parts = text.trimmed.split(separator: " ")
        guard parts.count == 6, parts[0].count == 4, parts[5] == "GMT",
            let day = Int(parts[1]), let month = months.firstIndex(where: { $0 == parts[2] }),
            let year = Int(parts[3]), year >= 1970, let date = CivilDate(year: year, month: month + 1, day: day)
        else { return nil }
        let time = parts[4].split(separator: ":", omittingEmptySubsequences: false).map { Int($0) ?? -1 }
        guard time.count == 3, (0...23).contains(time[0]), (0...59).contains(time[1]), (0...60).contains(time[2])
        else { return nil }
        self.init(unixSeconds: ((date.daysSinceEpoch * 24 + time[0]) * 60 + time[1]) * 60 + time[2])
    }
}

extension HTTPResponse {
    /// The time from the response to a date in it, negative for one that has passed; nil where it is no date.
    ///
    /// Counts from the response's own `Date` where there is one, so that a wrong clock on either side does no harm, and
    /// from `now` otherwise.
    func delay(until date: String, now: UTCInstant) -> Duration? {
        guard let moment = UTCInstant(httpDate: date) else { return nil }
        return moment - (self.date.flatMap(UTCInstant.init(httpDate:)) ?? now)
    }

    /// The time for which the answer may be used without a request, up to a day; zero without `Expires`.
    package func lifetime(now: UTCInstant) -> Duration {
        let delay = expires.flatMap { self.delay(until: $0, now: now) } ?? .zero
        return min(.seconds(86_400), max(.zero, delay))
    }
}
