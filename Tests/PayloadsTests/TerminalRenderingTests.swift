import Testing

@testable import Payloads
@testable import Widgets

@Suite struct TerminalRenderingTests {
    @Test(arguments: Sample.all)
    func `no line of the graph is wider than a terminal`(sample: Sample) throws {
        let frame = try #require(sample.payloads(.frame).first).bytes
        let text = TerminalRendering(usesColor: false).text(of: try FrameDecoder.decode(frame))
        let lines: [Substring] = text.split(separator: "\n")
        #expect(lines.dropFirst().allSatisfy { $0.count <= 80 })
    }

    @Test func `colours only frame what is there without them`() throws {
        let frame = try #require(Sample.setagaya.payloads(.frame).first).bytes
        let weather = try FrameDecoder.decode(frame)
        let colored = TerminalRendering(usesColor: true).text(of: weather)
        #expect(colored.contains("\u{1B}[1m世田谷区\u{1B}[0m"))
        #expect(
            colored.replacing(/\u{1B}\[[0-9]*m/, with: "") == TerminalRendering(usesColor: false).text(of: weather)
        )
    }

    @Test func `a payload's control characters do not reach the terminal`() throws {
        let json = try #require(Sample.setagaya.payloads(.full).first).bytes
        var weather = try WeatherPayload.decode(compactOrFull: json)
        weather.placeName = "\u{1B}]0;title\u{7}"
        weather.source = "\u{1B}[2J"
        let text = TerminalRendering(usesColor: false).text(of: weather)
        #expect(!text.unicodeScalars.contains { $0.value < 0x20 && $0 != "\n" })
    }
}
