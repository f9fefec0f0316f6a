import Commands
import Foundation
import Testing

@testable import HomeAssistant

/// The pattern of the field for a position against what the command takes.
@Suite struct PositionPatternTests {
    private func takes(_ text: String) throws -> Bool {
        let expression = try NSRegularExpression(pattern: Device.positionPattern)
        return expression.firstMatch(in: text, range: NSRange(text.startIndex..., in: text)) != nil
    }

    private func isObeyed(_ text: String) -> Bool { (try? PositionCommand.parse(payload: Array(text.utf8))) != nil }

    @Test(arguments: [
        "35.6465,139.6297", "-90,-180", "90,180", "90.0,180.00", "+1,+2", "0,0", "007,0139.5", "1, 2", "1 ,2", "1 2",
        " 1,2 ", "1\t2", "1,2\n", "-0.5,-179.99", "89.999999,179.999999", "geo:35.6465,139.6297", "geo:1,2;u=35",
        "GEO:1,2,30;crs=wgs84;u=5", "geo:-1,-2;x;y=z", #"{"lat":1,"lng":2}"#, #" {"reset":true} "#,
        "{\n\"reset\": true\n}",
    ])
    func `what the command takes may be entered`(text: String) throws {
        #expect(isObeyed(text), "the command takes it")
        #expect(try takes(text))
    }

    @Test(arguments: [
        "", " ", "-", "nowhere", "Berlin", "1", "1,", ",1", "1,2,3", "1;2", "90.1,0", "91,0", "-90.01,0", "0,180.5",
        "0,181", "0,1000", "1.,2", ".5,1", "1,2 x", "1e3,2", "0x1,2", "１,２", "1\u{A0}2", "N 35 E 139", "35°N,139°E",
        "geo:1", "geo:+1,2", "geo:91,2", "geo: 1,2", "geo:1,2;", "geo:1,2;=3", "https://maps.example/1,2", "{", "1,2}",
        "[1,2]", "null",
    ])
    func `what the command refuses may not be entered`(text: String) throws {
        #expect(!isObeyed(text), "the command refuses it")
        #expect(try !takes(text))
    }

    @Test func `what the field shows may stand in it`() throws {
        // A position as the document has it, or what stands for one that is not known.
        for text in ["43.06,141.35", "-0.01,-0.01", "-90.00000,180.00000", "0,0", "{}"] { #expect(try takes(text)) }
    }

    @Test func `browsers read the pattern, too`() {
        // With the flag `v`, which is stricter than Python: these marks are escaped within brackets.
        let pattern = Device.positionPattern
        let sets = pattern.matches(of: /\[(?:\\.|[^\]])*\]/).map { String($0.output) }
        #expect(!sets.isEmpty)
        let ranges = ["0-9", "1-8", "0-7", "1-9"]
        for set in sets {
            var inside = String(set.dropFirst().dropLast())
            for range in ranges { inside = inside.replacing(range, with: "") }
            inside = inside.replacing(/\\./, with: "")
            #expect(!inside.contains { "()[]{}/-|".contains($0) }, "\(set)")
        }
    }
}
