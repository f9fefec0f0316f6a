import Foundation

/// A directory of a test's own, gone with the value.
final class TemporaryDirectory {
    let path: String

    init() throws {
        path = NSTemporaryDirectory() + "kiatsu-" + UUID().uuidString
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: false)
    }

    deinit {
        try? FileManager.default.removeItem(atPath: path)
    }

    /// Where the tests put the store; neither it nor the directory around it exists before.
    var store: String { path + "/state/kiatsu.db" }
}
