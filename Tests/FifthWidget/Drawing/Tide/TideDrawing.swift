package import Drawing
import Widgets

/// The level in large figures, what it is above and what is wrong with it below.
struct TideDrawing: WidgetDrawing {
    private static let sizes: [Double] = [96, 80, 64, 48, 40, 32, 24, 20, 16, 14, 12, 10]

    func scene(of entry: TideEntry, in context: DrawingContext, _ typesetter: Typesetter) -> Scene {
        var scene = Scene(size: context.size)
        let unit = TideOptions(context.display.options).unit
        let hundredths = unit.hundredths(centimetres: entry.level)
        let level = "\(hundredths < 0 ? "−" : "")\(abs(hundredths) / 100).\(abs(hundredths) / 10 % 10) \(unit.rawValue)"
        let state = DataState(isPlaceholder: entry.isPlaceholder, obtained: entry.obtained, in: context)
        let rows = [
            TideWords.level(language: context.language), context.isExpired ? "" : level,
            state.words(language: context.language) ?? "",
        ]
        let height = (scene.frame.height / Double(rows.count)).rounded(.down)
        for (index, row) in rows.enumerated() {
            let band = Rectangle(x: 4, y: Double(index) * height, width: scene.frame.width - 8, height: height)
            scene.elements += text(row, in: band, context, typesetter)
        }
        return scene
    }

    /// A line in the middle of a band, as large as fits.
    private func text(
        _ words: String,
        in band: Rectangle,
        _ context: DrawingContext,
        _ typesetter: Typesetter
    ) -> [Scene.Element] {
        let sizes = Self.sizes.filter { $0 * 1.4 <= band.height }
        let style = TextStyle(size: 10, language: context.language)
        guard let fitted = typesetter.fit(words, style, sizes: sizes.isEmpty ? [10] : sizes, room: band.width) else {
            return []
        }
        let ink = fitted.measure.ink
        let origin = Point((band.midX - ink.midX).rounded(), (band.midY - ink.midY).rounded())
        return [.text(typesetter.place(fitted.text, fitted.style, .ink, at: origin))]
    }
}

extension TideWidget: DrawnWidget {
    package var drawing: any WidgetDrawing<TideEntry> { TideDrawing() }
}
