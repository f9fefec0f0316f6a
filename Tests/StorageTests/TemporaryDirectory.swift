import Foundation

/// A directory for one test, deleted with the value.
final class TemporaryDirectory {
    let path: String

    init() throws {
        path = NSTemporaryDirectory() + "kiatsu-" + UUID().uuidString
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: false)
    }

    deinit {
        try? FileManager.default.removeItem(atPath: path)
    }

    /// The path of the store; neither the file nor its directory exists at first.
    var store: String { path + "/state/kiatsu.db" }
}
