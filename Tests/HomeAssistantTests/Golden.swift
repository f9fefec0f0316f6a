import Foundation
import Testing

/// Expects the text to be as written down; `UPDATE_GOLDEN=1` writes it anew and fails.
func expectGolden(_ actual: String, _ fileName: String, _ location: SourceLocation = #_sourceLocation) throws {
    let file = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Golden/\(fileName)")
    if ProcessInfo.processInfo.environment["UPDATE_GOLDEN"] == "1" {
        try actual.write(to: file, atomically: true, encoding: .utf8)
        Issue.record("\(fileName) is written anew", sourceLocation: location)
        return
    }
    let golden = try String(contentsOf: file, encoding: .utf8)
    if golden != actual { Attachment.record(actual, named: fileName) }
    #expect(actual == golden, sourceLocation: location)
}
