import Foundation
import Testing

@testable import Payloads

/// The bytes on the wire, written down; `UPDATE_GOLDEN=1` writes them anew and fails.
@Suite struct GoldenTests {
    @Test(arguments: Sample.all)
    func `the compact and the full JSON are as written down`(sample: Sample) throws {
        for encoding in [WeatherEncoding.compact, .full] {
            let payload = try #require(sample.payloads(encoding).first)
            try expectGolden(String(decoding: payload.bytes, as: UTF8.self), "\(sample.title).\(encoding).json")
        }
    }

    @Test(arguments: Sample.all)
    func `the fields are as written down`(sample: Sample) throws {
        let lines = try sample.payloads(.fields).map { payload in
            "\(payload.topicSuffix.dropFirst()) \(String(decoding: payload.bytes, as: UTF8.self))\n"
        }
        try expectGolden(lines.joined(), "\(sample.title).fields.txt")
    }

    @Test(arguments: Sample.all)
    func `the frame is as written down`(sample: Sample) throws {
        let bytes = try #require(sample.payloads(.frame).first).bytes
        let lines = stride(from: 0, to: bytes.count, by: 16).map { start in
            bytes[start..<min(start + 16, bytes.count)].map { String(format: "%02x", $0) }.joined(separator: " ") + "\n"
        }
        try expectGolden(lines.joined(), "\(sample.title).frame.hex")
    }

    @Test(arguments: Sample.all)
    func `what the terminal shows of a frame is as written down`(sample: Sample) throws {
        let frame = try #require(sample.payloads(.frame).first).bytes
        let text = TerminalRendering(usesColor: false).text(of: try FrameDecoder.decode(frame))
        try expectGolden(text, "\(sample.title).frame.terminal.txt")
    }

    @Test(arguments: [WeatherEncoding.compact, .full])
    func `what the terminal shows of JSON is as written down`(encoding: WeatherEncoding) throws {
        let json = try #require(Sample.setagaya.payloads(encoding).first).bytes
        let text = TerminalRendering(usesColor: false).text(of: try WeatherPayload.decode(compactOrFull: json))
        try expectGolden(text, "setagaya.\(encoding).terminal.txt")
    }

    private func expectGolden(_ actual: String, _ fileName: String, _ location: SourceLocation = #_sourceLocation)
        throws
    {
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
}
