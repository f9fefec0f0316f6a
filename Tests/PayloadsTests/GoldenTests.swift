import Foundation
import Testing
import Weather

@testable import Payloads
@testable import Widgets

/// The bytes on the wire, written down; `UPDATE_GOLDEN=1` writes them anew and fails.
@Suite struct GoldenTests {
    @Test(arguments: Sample.all)
    func `the compact and the full JSON are as written down`(sample: Sample) throws {
        for encoding in [Encoding.compact, .full] {
            let payload = try #require(sample.payloads(encoding).first)
            try expectGolden(String(decoding: payload.bytes, as: UTF8.self), "\(sample.title).\(encoding).json")
        }
    }

    @Test(arguments: Sample.all)
    func `the fields are as written down`(sample: Sample) throws {
        try expectGolden(lines(of: sample.payloads(.fields)), "\(sample.title).fields.txt")
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

    @Test func `the full JSON and the fields in other units with an icon theme are as written down`() throws {
        for sample in [Sample.setagaya, .gaps, .extremes] {
            try expectGolden(
                lines(of: sample.payloads(.full, display: .imperial) + sample.payloads(.fields, display: .imperial)),
                "\(sample.title).imperial.txt"
            )
        }
        let millimetres = DisplaySettings.shown(pressure: .millimetresOfMercury)
        try expectGolden(lines(of: Sample.setagaya.payloads(.full, display: millimetres)), "setagaya.mmhg.txt")
    }

    @Test(arguments: [Family.medium, .small])
    func `what a family takes is as written down`(family: Family) throws {
        let display = DisplaySettings.shown(family: family, iconTheme: .hare)
        let payloads = try [Encoding.full, .fields].flatMap { try Sample.setagaya.payloads($0, display: display) }
        try expectGolden(lines(of: payloads), "setagaya.\(family).txt")
    }

    @Test func `a document is as written down`() throws {
        let payloads = try [Encoding.compact, .full, .fields].flatMap { encoding in
            try DocumentSample.now.payloads(encoding, baseTopic: "kiatsu", panelID: "kitchen")
        }
        try expectGolden(lines(of: payloads), "document.txt")
    }

    @Test(arguments: [Encoding.compact, .full])
    func `what the terminal shows of JSON is as written down`(encoding: Encoding) throws {
        let json = try #require(Sample.setagaya.payloads(encoding).first).bytes
        let text = TerminalRendering(usesColor: false).text(of: try WeatherPayload.decode(compactOrFull: json))
        try expectGolden(text, "setagaya.\(encoding).terminal.txt")
    }

    private func lines(of payloads: [Payload]) -> String {
        payloads.map { payload in
            "\(payload.topicSuffix.dropFirst()) \(String(decoding: payload.bytes, as: UTF8.self))\n"
        }.joined()
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
