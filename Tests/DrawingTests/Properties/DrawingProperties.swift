import Drawing
import Foundation
import Pictures
import Testing
import Widgets

/// The properties of every picture, whatever is drawn: sizes, languages, colours, families, units and all that a name
/// or a report may be.
///
/// `KIATSU_DRAWING_CASES` sets how many cases are tried.
@Suite(.oneAtATime)
struct DrawingProperties {
    private static let count = UInt64(ProcessInfo.processInfo.environment["KIATSU_DRAWING_CASES"] ?? "") ?? 200
    /// Cases of which fonts are loaded once.
    private static let round: UInt64 = 50
    /// Painting takes its time with the area: larger pictures are painted in the goldens.
    private static let mostPaintedPixels = 40_000

    @Test(arguments: 0..<(count + round - 1) / round)
    func `ink stays in the picture, no texts overlap, and something is seen`(number: UInt64) throws {
        let draughtsman = Draughtsman()
        for seed in number * Self.round..<min(Self.count, (number + 1) * Self.round) {
            let drawn = try DrawingCase(seed: seed)
            let request = drawn.request
            let palette = Palette(request.colors, request.theme)
            let typesetter = draughtsman.typesetter(isSmooth: palette.isSmooth, fonts: "")
            let scene = try draughtsman.scene(of: request, typesetter)
            let faults = scene.faults
            #expect(faults.isEmpty, "\(faults.joined(separator: "; ")): \(drawn)")
            #expect(!scene.elements.isEmpty, "nothing is drawn: \(drawn)")
            guard request.size.width * request.size.height <= Self.mostPaintedPixels else { continue }
            guard let larger = scene.withMargin(8) else { continue }
            let painted = Painter(palette, typesetter).pixels(of: larger)
            #expect(painted.hasInk, "nothing is seen: \(drawn)")
            #expect(painted.marks(inMargin: 8) == 0, "painted outside: \(drawn)")
        }
    }
}
