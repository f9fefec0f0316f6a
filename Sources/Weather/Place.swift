/// A populated place as a panel shows it.
package struct Place: Sendable, Hashable, Codable {
    /// Its name in the language that was asked for, or in its own.
    package var name: String
    /// The IANA name of its time zone, such as `Asia/Tokyo`.
    package var timeZone: String

    package init(name: String, timeZone: String) {
        self.name = name
        self.timeZone = timeZone
    }
}
