import Drawing
import Foundation
import Pictures
import TestSupport
import Testing
import Widgets

@testable import Bridge

/// The C header reads what the bridge publishes of pictures, and refuses what is damaged.
@Suite(.serialized, .timeLimit(.minutes(4))) struct PictureHeaderTests {
    private static let description =
        #"{"c":"bwr","h":296,"id":4294967295,"rot":90,"rows":12,"strips":25,"ts":1644048000,"w":122}"#

    @Test(arguments: Compilation.all)
    func `every form is read, however the header is compiled`(compilation: Compilation) async throws {
        let program = try await PictureProgram(compilation)
        var random = SeededGenerator(seed: 1)
        var lines = ["description \(Firmware.hex(try PublishedPicture.description(Self.description)))"]
        var expected = ["4294967295 1644048000 122 x 296, 90, 25 of 12 rows, colors 3: 16 bytes, 592 rows"]
        for colors in PictureColors.allCases {
            let sample = SampleFramebuffer(colors, using: &random)
            let strip = try #require(sample.strips.randomElement(using: &random))
            lines.append(sample.line("strip", strip))
            expected.append(try #require(sample.reading(of: strip)))
        }
        #expect(try await program.run(lines) == expected)
    }

    // MARK: Descriptions

    @Test func `a description is read as the bridge writes it`() async throws {
        var lines: [String] = []
        var expected: [String] = []
        for (index, colors) in PictureColors.allCases.enumerated() {
            for strips in [#""strips":240,"rows":2,"#, ""] {
                let layout = FramebufferLayout(width: 800, height: 479, colors: colors, rotation: .none)
                let json = try PublishedPicture.description(
                    #"{"id":7,"ts":1644048000,\#(strips)"w":800,"h":479,"c":"\#(colors.rawValue)","rot":0}"#
                )
                lines.append("description \(Firmware.hex(json))")
                let counts = strips.isEmpty ? "0 of 0 rows" : "240 of 2 rows"
                let rows = layout.height * layout.planes
                expected.append(
                    "7 1644048000 800 x 479, 0, \(counts), colors \(index): \(layout.bytesPerRow) bytes, \(rows) rows"
                )
            }
        }
        #expect(try await PictureProgram().run(lines) == expected)
    }

    @Test func `members in any order, blanks and members that are not known make no difference`() async throws {
        let read = "7 1 9 x 2, 180, 0 of 0 rows, colors 0: 2 bytes, 2 rows"
        let refused = ["not a description", "value out of range", "too short"].map { "refused: \($0)" }
        let cases = [
            (#"{"id":7,"ts":1,"w":9,"h":2,"c":"bw","rot":180}"#, read),
            ("\r\n {\t\"rot\" : 180 ,\"c\":\"bw\" , \"h\":2,\"w\":9,\"ts\":1,\"id\":7 } ", read),
            (
                #"""
                {"x":-1.5E+3,"y":"a\"}\\","z":null,"ids":3,"":"","id":7,"ts":1,\#
                "w":9,"h":2,"c":"bw","rot":180,"v":true}
                """#,
                read
            ),
            ("", refused[2]),
            ("{}", refused[0]),
            ("[]", refused[0]),
            (#"{"id":7,"ts":1,"w":9,"h":2,"c":"bw"}"#, refused[0]),
            (#"{"id":7,"ts":1,"w":9,"h":2,"c":"bw","rot":180}x"#, refused[0]),
            (#"{"id":7,"ts":1,"w":9,"h":2,"c":"bw","rot":180,}"#, refused[0]),
            (#"{"id":7,"ts":1,"w":9,"h":2,"c":"bw","rot":180,"x":[1]}"#, refused[0]),
            (#"{"id":7,"ts":1,"w":9,"h":2,"c":"bw","rot":-1}"#, refused[0]),
            (#"{"id":7.5,"ts":1,"w":9,"h":2,"c":"bw","rot":180}"#, refused[0]),
            (#"{"id":4294967296,"ts":1,"w":9,"h":2,"c":"bw","rot":180}"#, refused[1]),
            (#"{"id":42949672950,"ts":1,"w":9,"h":2,"c":"bw","rot":180}"#, refused[1]),
            (#"{"id":7,"ts":1,"w":65536,"h":2,"c":"bw","rot":180}"#, refused[1]),
            (#"{"id":7,"ts":1,"w":0,"h":2,"c":"bw","rot":180}"#, refused[1]),
            (#"{"id":7,"ts":1,"w":9,"h":2,"c":"sepia","rot":180}"#, refused[1]),
            (#"{"id":7,"ts":1,"w":9,"h":2,"c":7,"rot":180}"#, refused[1]),
            (#"{"id":"7","ts":1,"w":9,"h":2,"c":"bw","rot":180}"#, refused[1]),
            (#"{"id":7,"ts":1,"w":9,"h":2,"c":"bw","rot":180,"rows":4}"#, refused[1]),
        ]
        let said = try await PictureProgram().run(cases.map { "description \(Firmware.hex(Array($0.0.utf8)))" })
        for (said, wanted) in zip(said, cases) { #expect(said == wanted.1, "\(wanted.0)") }
        #expect(said.count == cases.count)
    }

    @Test func `of a damaged description nothing is read that is not in it`() async throws {
        let json = try PublishedPicture.description(Self.description)
        let cut = (0..<json.count).map { Array(json.prefix($0)) }
        let flipped = Damage.flips(of: json)
        let said = try await PictureProgram().run((cut + flipped).map { "description \(Firmware.hex($0))" })
        try #require(said.count == cut.count + flipped.count)
        #expect(said.prefix(cut.count).allSatisfy { $0.hasPrefix("refused") })
        for (bytes, said) in zip(flipped, said.dropFirst(cut.count)) {
            // What a JSON parser reads of it is what is read, if it can be.
            guard let told = try? JSONDecoder().decode(ToldPicture.self, from: Data(bytes)) else { continue }
            let strips = "\(told.strips ?? 0) of \(told.rows ?? 0) rows, "
            let read = "\(told.id) \(told.ts) \(told.w) x \(told.h), \(told.rot), \(strips)"
            #expect(
                said.hasPrefix(read) || said == "refused: value out of range",
                "\(String(decoding: bytes, as: UTF8.self))"
            )
        }
    }

    // MARK: Strips

    @Test func `a strip is read as it was made, and a damaged one only where it could have been made`() async throws {
        var random = SeededGenerator(seed: 2)
        var lines: [String] = []
        var expected: [String] = []
        for colors in (0..<10).flatMap({ _ in PictureColors.allCases }) {
            let sample = SampleFramebuffer(colors, using: &random)
            var strips = sample.strips
            let chosen = try #require(strips.randomElement(using: &random))
            strips += (0..<chosen.count).map { Array(chosen.prefix($0)) } + [chosen + [0]]
            strips += Damage.flips(of: Array(chosen.prefix(8))).map { $0 + chosen.dropFirst(8) }
            for strip in strips {
                lines.append(sample.line("strip", strip))
                expected.append(sample.reading(of: strip) ?? "refused")
            }
        }
        let said = try await PictureProgram().run(lines)
        try #require(said.count == expected.count)
        let difference = zip(lines, zip(said, expected)).first { _, texts in
            texts.0 != texts.1 && !(texts.1 == "refused" && texts.0.hasPrefix("refused: "))
        }
        #expect(difference == nil)
    }

    // MARK: Pictures from strips

    @Test func `strips in any order and more than once make the picture with the last that was missing`() async throws {
        var random = SeededGenerator(seed: 3)
        let program = try await PictureProgram()
        for colors in (0..<10).flatMap({ _ in PictureColors.allCases }) {
            let sample = SampleFramebuffer(colors, using: &random)
            let strips = sample.strips.shuffled(using: &random)
            var lines = ["begin 64 \(sample.framebuffer.id)"]
            var expected: [String] = []
            for (index, strip) in strips.enumerated() {
                lines.append(sample.line("collect", strip))
                let missing = strips.count - index - 1
                expected.append(missing > 0 ? "missing \(missing)" : sample.complete)
                if Bool.random(using: &random), let again = strips[...index].randomElement(using: &random) {
                    lines.append(sample.line("collect", again))
                    expected.append("passed over")
                }
            }
            #expect(try await program.run(lines) == expected)
        }
    }

    @Test func `strips of the picture before in between change nothing`() async throws {
        let program = try await PictureProgram()
        for seed in UInt64(0)..<60 {
            var random = SeededGenerator(seed: seed)
            let rows = Int.random(in: 1...9, using: &random)
            let old = SampleFramebuffer(.blackAndWhite, width: 90, height: 20, rowsPerStrip: rows, using: &random)
            let new = SampleFramebuffer(.blackAndWhite, width: 90, height: 20, rowsPerStrip: rows, using: &random)
            // Of the old one any strips, in any places; whoever read its description began with its id.
            var strips = new.strips.shuffled(using: &random).map { (isNew: true, bytes: $0) }
            for strip in old.strips.dropFirst() where Bool.random(using: &random) {
                strips.insert((false, strip), at: Int.random(in: 0...strips.count, using: &random))
            }
            let lines = ["begin 64 \(old.framebuffer.id)"] + strips.map { old.line("collect", $0.bytes) }
            let said = try await program.run(lines)
            let last = try #require(strips.lastIndex { $0.isNew })
            #expect(said[last] == new.complete, "seed \(seed)")
            #expect(said.filter { $0.hasPrefix("complete") } == [new.complete])
        }
    }

    @Test func `a picture begins anew with another one, another size of strips, and with each begin`() async throws {
        var random = SeededGenerator(seed: 9)
        let first = SampleFramebuffer(.blackAndWhite, width: 64, height: 6, rowsPerStrip: 2, using: &random)
        let second = SampleFramebuffer(.blackAndWhite, width: 64, height: 6, rowsPerStrip: 2, using: &random)
        var finer = first
        finer.rowsPerStrip = 1
        let (a, b, c) = (first.strips, second.strips, finer.strips)
        let steps: [(strip: [UInt8]?, said: String)] = [
            (nil, ""), (a[0], "missing 2"), (a[1], "missing 1"), (b[1], "missing 2"), (a[2], "passed over"),
            (b[0], "missing 1"), (b[2], second.complete), (b[2], "passed over"),
            // Complete, so that the first may come back.
            (a[2], "missing 2"), (b[0], "passed over"), (a[0], "missing 1"), (c[5], "missing 5"), (c[0], "missing 4"),
            (nil, ""), (c[0], "missing 5"),
        ]
        let lines = steps.map { $0.strip.map { first.line("collect", $0) } ?? "begin 64 \(first.framebuffer.id)" }
        #expect(try await PictureProgram().run(lines) == steps.filter { $0.strip != nil }.map(\.said))
        // No room for a bit for each strip.
        let none = try await PictureProgram().run(["begin 0 1"] + a.map { first.line("collect", $0) })
        #expect(none == a.map { _ in "passed over" })
    }

    // MARK: All together

    @Test func `random and damaged messages are never read past their end`() async throws {
        let scratch = try ScratchDirectory()
        let compilation = Compilation(compiler: "gcc", flags: ["-std=c99", "-O1", "-g"])
        let sanitizers = ["-fsanitize=address,undefined", "-fno-sanitize-recover=all"]
        let program = try await compilation.compile("picture_fuzz.c", sanitizers, in: scratch)
        let picture = PublishedPicture(seed: 5)
        let even = [UInt8](repeating: 0xFF, count: picture.framebuffer.bytes.count)
        var messages = ["d \(Firmware.hex(try picture.description(at: 1_644_048_000)))"]
        messages += picture.strips.map { "s \(Firmware.hex($0.bytes))" }
        messages += [even, picture.framebuffer.bytes].map {
            "p \(Firmware.hex(PackBits.encoded($0, bytesPerRow: picture.framebuffer.layout.bytesPerRow)))"
        }
        messages.append("l \(Firmware.hex([12, 10] + [UInt8](repeating: 0x5A, count: 20)))")
        let said = try await Firmware.run(program, ["1000000", "20261121"], input: messages.joined(separator: "\n"))
        let counts = try #require(said.first).split(separator: " ").compactMap { Int($0) }
        #expect(counts.count == 4)
        #expect(counts.allSatisfy { $0 > 2000 }, "\(counts)")
    }
}
