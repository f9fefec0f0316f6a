import Drawing
import Foundation
import Testing

/// Pictures that were looked at, with which those are compared that are drawn now.
///
/// `KIATSU_REMAKE_GOLDENS=1 swift test --filter GoldenPictures` makes them anew, and fails, so that somebody looks.
///
/// Letters look as the installed fonts have them: `Golden/fonts.txt` lists the packages with which the pictures were
/// made. With other versions the pictures are compared too, but what differs is a known issue and not a failure.
enum GoldenPicture {
    private static let tests = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    static let folder = tests.appending(path: "Golden")
    /// The files of the app that Home Assistant shows.
    static let app = tests.deletingLastPathComponent().deletingLastPathComponent()
        .appending(path: "deploy/homeassistant/app")
    private static let packages = folder.appending(path: "fonts.txt")
    /// The directory for pictures that differ.
    private static let differences =
        tests.deletingLastPathComponent().deletingLastPathComponent().appending(path: ".build/pictures")

    static let isRemade = ProcessInfo.processInfo.environment["KIATSU_REMAKE_GOLDENS"] == "1"

    static func read(_ name: String, in folder: URL = folder) throws -> Pixels {
        try PNGFile.read(folder.appending(path: "\(name).png"))
    }

    /// The picture of the name is like this one.
    static func expect(
        _ actual: Pixels,
        _ name: String,
        in folder: URL = folder,
        _ location: SourceLocation = #_sourceLocation
    ) throws {
        if isRemade {
            try PNGFile.write(actual, to: folder.appending(path: "\(name).png"))
            let list = FontPackages.installed.map { $0 + "\n" }.joined()
            try list.write(to: packages, atomically: true, encoding: .utf8)
            Issue.record("\(name) is made anew", sourceLocation: location)
            return
        }
        let expected = try read(name, in: folder)
        let difference = PictureDifference(actual, expected)
        guard !difference.isAlike else { return }
        let drawn = differences.appending(path: "\(name).png")
        let picture = differences.appending(path: "\(name).difference.png")
        try PNGFile.write(actual, to: drawn)
        try PNGFile.write(difference.picture, to: picture)
        let message = "\(name): \(difference.summary); see \(drawn.path) and \(picture.path)"
        let wanted = try String(contentsOf: packages, encoding: .utf8).split(separator: "\n").map(String.init)
        let others = wanted.filter { !FontPackages.installed.contains($0) }
        if others.isEmpty {
            Issue.record(Comment(rawValue: message), sourceLocation: location)
        } else {
            withKnownIssue("made with \(others.joined(separator: ", "))") {
                Issue.record(Comment(rawValue: message), sourceLocation: location)
            }
        }
    }
}
