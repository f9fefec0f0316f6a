import Drawing
import Foundation
import Pictures
import Testing

/// The differences that pass for the same picture, and those that do not.
@Suite(.oneAtATime)
struct PictureDifferenceTests {
    @Test(arguments: ["conditions-296x128-bw-ja", "conditions-400x100-grey16-zh"])
    func `a text that is two pixels off is another picture`(name: String) throws {
        let golden = try #require(GoldenCase.all.first { $0.name == name })
        let request = try golden.request()
        let draughtsman = Draughtsman()
        let palette = Palette(request.colors, request.theme)
        let typesetter = draughtsman.typesetter(isSmooth: palette.isSmooth, fonts: "")
        let painter = Painter(palette, typesetter)
        let scene = try draughtsman.scene(of: request, typesetter)
        let expected = painter.pixels(of: scene)
        for (index, element) in scene.elements.enumerated() {
            guard case .text(let text) = element else { continue }
            for (dx, dy) in [(2.0, 0.0), (-2, 0), (0, 2), (0, -2)] {
                var moved = text
                moved.origin = Point(text.origin.x + dx, text.origin.y + dy)
                var other = scene
                other.elements[index] = .text(moved)
                let difference = PictureDifference(painter.pixels(of: other), expected)
                #expect(!difference.isAlike, "\(text.text.debugDescription) by \(dx), \(dy): \(difference.summary)")
            }
        }
    }

    @Test func `edges of another grey are the same picture`() {
        let expected = Pixels(width: 40, height: 40, filledWith: .white)
        var actual = expected
        for x in 0..<40 { actual[x, 20] = Color(grey: 255 - 48) }
        #expect(PictureDifference(actual, expected).isAlike)
        for x in 0..<40 { actual[x, 20] = Color(grey: 255 - 49) }
        #expect(!PictureDifference(actual, expected).isAlike)
    }

    @Test func `few pixels here and there are the same picture, many are not`() {
        let expected = Pixels(width: 160, height: 160, filledWith: .white)
        var actual = expected
        for index in 0..<128 { actual[index % 16 * 10, index / 16 * 20] = .black }
        #expect(PictureDifference(actual, expected).isAlike)
        actual[1, 1] = .black
        #expect(!PictureDifference(actual, expected).isAlike)
    }

    @Test(arguments: [(12, true), (13, false)])
    func `few pixels in one place are the same picture, more are not`(count: Int, isAlike: Bool) {
        let expected = Pixels(width: 100, height: 100, filledWith: .white)
        for origin in [(0, 0), (8, 8), (84, 84), (0, 84), (88, 3)] {
            var actual = expected
            for index in 0..<count { actual[origin.0 + index % 4, origin.1 + index / 4] = .black }
            #expect(PictureDifference(actual, expected).isAlike == isAlike, "at \(origin)")
        }
    }

    @Test func `a picture of another size is another picture`() {
        let expected = Pixels(width: 10, height: 20, filledWith: .white)
        let difference = PictureDifference(Pixels(width: 20, height: 10, filledWith: .white), expected)
        #expect(!difference.isAlike)
        #expect(difference.picture.width == 10)
    }

    @Test func `what is written as PNG is read as it was`() throws {
        let file = FileManager.default.temporaryDirectory.appending(path: "kiatsu-\(UUID().uuidString).png")
        defer { try? FileManager.default.removeItem(at: file) }
        var pixels = Pixels(width: 3, height: 2, filledWith: Color(1, 128, 254))
        pixels[2, 1] = .red
        try PNGFile.write(pixels, to: file)
        #expect(try PNGFile.read(file) == pixels)
    }
}
