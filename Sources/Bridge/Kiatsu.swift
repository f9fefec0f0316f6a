/// What the program is called by.
package enum Kiatsu {
    /// The version, as in `kiatsu --version` and on `bridge/info`.
    package static let version = "0.1.0"
}
