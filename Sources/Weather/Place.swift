/// A populated place as a panel shows it.
package struct Place: Sendable, Hashable, Codable {
    /// The place's name in the requested language, or in the local one.
    package var name: String
    /// The IANA name of the place's time zone, such as `Asia/Tokyo`.
    package var timeZone: String

    package init(name: String, timeZone: String) {
        self.name = name
        self.timeZone = timeZone
    }
}
