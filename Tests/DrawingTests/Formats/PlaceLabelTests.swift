import Drawing
import Pictures
import TestSupport
import Testing
import Time
import Weather
import Widgets

@Suite(.oneAtATime)
struct PlaceLabelTests {
    private struct Label {
        let width: Int
        let height: Int
        /// `#` where the bit is 0.
        let rows: [String]

        init(_ bytes: [UInt8]) throws {
            try #require(bytes.count > 2)
            let (width, height) = (Int(bytes[0]), Int(bytes[1]))
            let bytesPerRow = (width + 7) / 8
            try #require(bytes.count == 2 + bytesPerRow * height)
            rows = (0..<height).map { y in
                String(
                    (0..<8 * bytesPerRow).map { x in
                        bytes[2 + y * bytesPerRow + x / 8] >> UInt8(7 - x % 8) & 1 == 0 ? "#" : "."
                    }
                )
            }
            (self.width, self.height) = (width, height)
        }

        func isInked(column: Int) -> Bool {
            rows.contains { $0[$0.index($0.startIndex, offsetBy: column)] == "#" }
        }
    }

    private static func label(
        _ name: String,
        _ mostBytes: Int,
        language: String = "ja",
        theme: PictureTheme = .light
    ) throws -> Label? {
        let settings = DisplaySettings(language: language, units: .metric, family: .large)
        let hour = UTCInstant(unixSeconds: 1_644_048_000)
        let context = DrawingContext(
            display: DisplayContext(settings: settings, placeName: name, hour: hour, isStale: false),
            isExpired: false,
            size: .standard,
            palette: Palette(.full, theme)
        )
        let typesetter = Typesetter(isSmooth: false, fonts: "")
        let bytes = PlaceLabel.encoded(name, context, typesetter, mostBytes: mostBytes)
        if let bytes { #expect(bytes.count <= mostBytes) }
        return try bytes.map(Label.init)
    }

    @Test func `a name is black on white, from its first to its last column of ink, padded with white`() throws {
        let label = try #require(try Self.label("世田谷区", 208))
        #expect(label.height == 20)
        #expect(56...64 ~= label.width)
        #expect(label.isInked(column: 0) && label.isInked(column: label.width - 1))
        for column in label.width..<(label.width + 7) / 8 * 8 { #expect(!label.isInked(column: column)) }
        #expect(label.rows[0].allSatisfy { $0 == "." })
        let share = label.rows.joined().count { $0 == "#" } * 100 / (label.width * label.height)
        #expect(15...40 ~= share)
    }

    @Test func `the dark theme has a white name on black`() throws {
        let light = try #require(try Self.label("上", 208))
        let dark = try #require(try Self.label("上", 208, theme: .dark))
        #expect(light.width == dark.width)
        for (one, other) in zip(light.rows, dark.rows) {
            #expect(zip(one, other).prefix(light.width).allSatisfy { $0 != $1 })
        }
    }

    @Test(arguments: [
        ("世田谷区", 20), ("世田谷区役所", 18), ("東京世田谷区役所", 15), ("東京都世田谷区役所本庁", 13),
        (String(repeating: "東京都", count: 60), 13),
    ])
    func `longer names are smaller, and cut only at the smallest size`(name: String, height: Int) throws {
        #expect(try Self.label(name, 208)?.height == height)
    }

    @Test(arguments: ["Ay", "一", "Öğ", "世田谷", "."])
    func `names of one size have one height`(name: String) throws {
        #expect(try Self.label(name, 208)?.height == 20)
    }

    @Test func `what hangs or rises farther adds rows`() throws {
        let label = try #require(try Self.label("กรุงเทพที่อู่", 600, language: "en"))
        #expect(label.height > 20)
    }

    @Test(arguments: [208, 60_000])
    func `a letter with marks piled higher than any label has none`(mostBytes: Int) throws {
        let marks = { String(repeating: "\u{301}", count: $0) }
        #expect(try Self.label("Z" + marks(20), 60_000, language: "en") != nil)
        #expect(try Self.label("Z" + marks(200), mostBytes, language: "en") == nil)
        #expect(try Self.label("世田谷" + marks(200), mostBytes) == nil)
    }

    @Test func `no label is wider than a byte can tell`() throws {
        let label = try #require(try Self.label(String(repeating: "Llanfair", count: 30), 60_000, language: "en"))
        #expect(240...255 ~= label.width)
    }

    @Test(arguments: ["", " ", "\u{200B}", "\n\t"])
    func `there is none for a name without anything to see`(name: String) throws {
        #expect(try Self.label(name, 208) == nil)
    }

    @Test func `there is none where not one character fits`() throws {
        #expect(try Self.label("世田谷区", 14) == nil)
        #expect(try Self.label("世田谷区", 0) == nil)
    }

    @Test(arguments: UInt64(0)..<50)
    func `whatever the name, the label fits and has its ink at both ends`(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        let scripts: [ClosedRange<UInt32>] = [0x20...0x7E, 0xA0...0x24F, 0x4E00...0x9FFF, 0x600...0x6FF, 0xE00...0xE5B]
        var name = ""
        for _ in 0..<Int.random(in: 1...40, using: &random) {
            let range = scripts[Int(seed) % scripts.count]
            name.unicodeScalars.append(Unicode.Scalar(UInt32.random(in: range, using: &random)) ?? " ")
        }
        let mostBytes = Int.random(in: 0...400, using: &random)
        guard let label = try Self.label(name, mostBytes) else { return }
        #expect(label.isInked(column: 0) && label.isInked(column: label.width - 1), "\(name)")
    }
}
