extension UTCInstant {
    /// The moment's whole second as ISO 8601 writes it in UTC, such as `2026-11-21T12:00:00Z`.
    package var iso8601: String {
        let date = CivilDate(at: self, utcOffsetSeconds: 0)
        let second = unixSeconds - date.daysSinceEpoch * 86_400
        func two(_ value: Int) -> String { value < 10 ? "0\(value)" : "\(value)" }
        return "\(date.iso8601)T\(two(second / 3600)):\(two(second / 60 % 60)):\(two(second % 60))Z"
    }
}
