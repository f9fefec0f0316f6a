import Pictures
import TestSupport
import Testing
import Widgets

@testable import Drawing

/// A picture of the user's own stands behind what is drawn, and nothing is harder to read for it.
@Suite(.oneAtATime)
struct BackgroundTests {
    /// Pictures that text cannot be read on.
    enum Photo: CaseIterable {
        case black, white, stripes, colours

        func pixels(width: Int = 97, height: Int = 61) -> Pixels {
            var pixels = Pixels(width: width, height: height, filledWith: self == .white ? .white : .black)
            guard self == .stripes || self == .colours else { return pixels }
            for y in 0..<height {
                for x in 0..<width {
                    pixels[x, y] =
                        self == .stripes
                        ? (x / 3).isMultiple(of: 2) ? .white : .black
                        : Color(UInt8(x / 8 * 20 % 256), UInt8(y / 8 * 30 % 256), UInt8((x + y) / 16 * 25 % 256))
                }
            }
            return pixels
        }

        var png: [UInt8] { PNG.encoded(IndexedPixels(pixels())) }
    }

    private func request(
        _ widget: String,
        _ size: String,
        _ colors: PictureColors,
        _ theme: PictureTheme,
        on background: [UInt8]
    ) throws -> PictureRequest {
        var request = try PictureRequest.sample(of: widget, size, colors, theme)
        request.background = background
        return request
    }

    @Test(arguments: PictureColors.allCases, drawnWidgets)
    func `what is drawn looks as it does without one, and the picture is seen around it`(
        colors: PictureColors,
        widget: String
    ) throws {
        let draughtsman = Draughtsman()
        for theme in PictureTheme.allCases {
            for (size, photo) in zip(["296x128", "400x300", "128x296", "800x480"], Photo.allCases) {
                let plain = try draughtsman.pixels(of: request(widget, size, colors, theme, on: []))
                let request = try request(widget, size, colors, theme, on: photo.png)
                let shown = try draughtsman.pixels(of: request)
                let palette = Palette(colors, theme)
                let typesetter = draughtsman.typesetter(isSmooth: palette.isSmooth, fonts: "")
                let scene = try draughtsman.scene(of: request, typesetter)
                for area in scene.elements.compactMap(inked) {
                    let columns = (Int(area.x) - 1..<Int(area.maxX) + 1).clamped(to: 0..<plain.width)
                    let rows = (Int(area.y) - 1..<Int(area.maxY) + 1).clamped(to: 0..<plain.height)
                    guard !columns.isEmpty, !rows.isEmpty else { continue }
                    let crop = (columns.lowerBound, rows.lowerBound, columns.count, rows.count)
                    let same =
                        plain.cropped(x: crop.0, y: crop.1, width: crop.2, height: crop.3)
                        == shown.cropped(x: crop.0, y: crop.1, width: crop.2, height: crop.3)
                    #expect(same, "\(widget) \(size) \(colors) \(theme) \(photo) at \(area)")
                }
                if !palette.entries.isEmpty {
                    let found = Set((0..<shown.width).flatMap { x in (0..<shown.height).map { shown[x, $0] } })
                    #expect(found.isSubset(of: palette.entries))
                }
                // White on white and black on black make no difference.
                if photo == .stripes || photo == .colours { #expect(shown != plain, "\(widget) \(size)") }
            }
        }
    }

    private func inked(_ element: Scene.Element) -> Rectangle? {
        switch element {
        case .text(let text): text.inkBox
        case .fill(let box, _): box
        default: nil
        }
    }

    @Test(arguments: PictureColors.allCases, PictureTheme.allCases)
    func `text has a contrast of 4.5 to paper`(colors: PictureColors, theme: PictureTheme) {
        let palette = Palette(colors, theme)
        for ink in [Ink.ink, .secondary, .accent] {
            // Pure red is what such a display has, and what its text is large and bold in.
            if colors == .blackWhiteRed, ink == .accent { continue }
            let contrast = Self.contrast(palette.color(of: ink), palette.color(of: .paper))
            #expect(contrast >= 4.5, "\(ink): \(contrast)")
        }
    }

    /// WCAG 2.2, contrast ratio.
    private static func contrast(_ one: Color, _ other: Color) -> Double {
        func linear(_ value: UInt8) -> Double {
            let part = Double(value) / 255
            guard part > 0.04045 else { return part / 12.92 }
            // x^2.4 as x² times the fifth root of x², by Newton.
            let base = (part + 0.055) / 1.055
            let square = base * base
            var root = 1.0
            for _ in 0..<60 { root = (4 * root + square / (root * root * root * root)) / 5 }
            return square * root
        }
        func luminance(_ color: Color) -> Double {
            0.2126 * linear(color.red) + 0.7152 * linear(color.green) + 0.0722 * linear(color.blue)
        }
        let (light, dark) = (max(luminance(one), luminance(other)), min(luminance(one), luminance(other)))
        return (light + 0.05) / (dark + 0.05)
    }

    @Test(arguments: [("400x200", 0, 50), ("100x400", 150, 0)])
    func `a picture fills the size with its middle`(size: String, cutX: Int, cutY: Int) throws {
        // Four quarters, the middle lines where they meet.
        var quarters = Pixels(width: 400, height: 400, filledWith: .black)
        for y in 0..<400 { for x in 0..<400 where (x < 200) != (y < 200) { quarters[x, y] = .white } }
        let png = PNG.encoded(IndexedPixels(quarters))
        let fitted = try #require(BackgroundPicture.fitted(png, to: .of(size), Palette(.full, .light)))
        let (x, y) = (fitted.width / 2, fitted.height / 2)
        #expect(fitted[x - 10, y - 10] == .black && fitted[x + 10, y - 10] == .white)
        #expect(fitted[x - 10, y + 10] == .white && fitted[x + 10, y + 10] == .black)
        #expect(fitted[0, 0] == .black && fitted[fitted.width - 1, 0] == .white)
    }

    @Test func `a file that cannot be read is told of once, and drawn without`() throws {
        let whole = Photo.colours.png
        var broken = whole
        for index in 60..<(broken.count - 40) { broken[index] ^= 0x5A }
        let draughtsman = Draughtsman()
        var told: [String] = []
        draughtsman.complain = { told.append($0) }
        let plain = try draughtsman.pixels(of: request("day", "296x128", .full, .light, on: []))
        for _ in 0..<3 {
            for size in ["296x128", "400x300"] {
                _ = try draughtsman.pixels(of: request("day", size, .full, .light, on: broken))
            }
        }
        #expect(try draughtsman.pixels(of: request("day", "296x128", .full, .light, on: broken)) == plain)
        #expect(told.count == 1)
        #expect(try draughtsman.pixels(of: request("day", "296x128", .full, .light, on: whole)) != plain)
        #expect(told.count == 1)
    }

    @Test(arguments: UInt64(0)..<200)
    func `whatever is in a file, it is shown or not`(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        var bytes = Photo.colours.png
        for _ in 0..<Int.random(in: 1...8, using: &random) {
            bytes[Int.random(in: 8..<bytes.count, using: &random)] = UInt8.random(in: 0...255, using: &random)
        }
        if Bool.random(using: &random) { bytes.removeSubrange(Int.random(in: 0..<bytes.count, using: &random)...) }
        let fitted = BackgroundPicture.fitted(bytes, to: .standard, Palette(.full, .light))
        #expect(fitted == nil || fitted?.bytes.count == 3 * 296 * 128)
    }
}
