/// The program's name and version.
package enum Kiatsu {
    /// The version, as in `kiatsu --version` and on `bridge/info`.
    package static let version = "0.1.0"
}
