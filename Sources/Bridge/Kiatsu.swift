/// What the program is called by.
package enum Kiatsu {
    package static let version = "0.1.0"
}
