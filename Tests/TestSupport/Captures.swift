import Foundation

/// Answers that the services really gave, where the folder that holds them is at hand: `KIATSU_FIXTURES`, else
/// `../shared/fixtures` beside the package.
package enum Captures {
    private static let folder: URL? = {
        let packageRoot = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent()
        let named = ProcessInfo.processInfo.environment["KIATSU_FIXTURES"].map { URL(filePath: $0) }
        let folder = named ?? packageRoot.appending(path: "../shared/fixtures").standardized
        return FileManager.default.fileExists(atPath: folder.path) ? folder : nil
    }()

    /// True if the folder is there.
    package static var areAvailable: Bool { folder != nil }

    /// The contents of a file, such as `openmeteo/forecast-toronto`, without its `.json`.
    package static func text(_ path: String) throws -> String {
        guard let folder else { throw CocoaError(.fileNoSuchFile) }
        return try String(decoding: Data(contentsOf: folder.appending(path: path + ".json")), as: UTF8.self)
    }

    /// The names of all files of a service, without `.json`, in order.
    package static func names(in service: String) -> [String] {
        guard let folder = folder?.appending(path: service) else { return [] }
        let files = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
        return files.filter { $0.hasSuffix(".json") }.map { String($0.dropLast(5)) }.sorted()
    }
}
