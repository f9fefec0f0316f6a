import Widgets

/// The weather now and on the next days.
///
/// Parts that do not fit are left out in this order: tenths of a degree, the values' names, the pressure, the felt
/// temperature, the name of the air quality, the humidity, the last day, the air quality, the wind, the name of the
/// weather. If the days do not fit even then they are dropped and the other parts return. Pictures by night and the
/// wind's direction in words are shown only if they take no other part's room.
struct ConditionsDrawing: WidgetDrawing {
    func scene(of entry: ConditionsEntry, in context: DrawingContext, _ typesetter: Typesetter) -> Scene {
        let whole = ConditionsContent(entry, in: context)
        let aspect = Double(context.size.width) / Double(context.size.height)
        let arrangements: [ConditionsPanel.Arrangement] =
            aspect >= 2.9 ? [.banner, .wide] : aspect >= 1.25 ? [.wide] : [.high]
        let shorter = Double(min(context.size.width, context.size.height))
        func panel(_ content: ConditionsContent, _ body: Double) -> ConditionsPanel {
            ConditionsPanel(
                content: content,
                letters: Lettering(typesetter, language: context.language, body: body),
                palette: context.palette,
                size: context.size
            )
        }
        let sizes = TypeScale.steps(from: min(64, max(10, shorter / 9)), downTo: 10)
        for content in whole.reductions {
            for body in sizes {
                let plain = panel(content, body)
                let emphasis =
                    content.isMinimal ? 1.2 : body == 10 ? 2 : plain.letters.isCramped ? 2.6 : body < 20 ? 3 : 3.4
                for arrangement in arrangements {
                    guard let scene = plain.scene(arrangement, smallestTemperature: body * emphasis) else { continue }
                    guard !content.isTerse, let telling = content.tellingOfWind else { return scene }
                    let other = panel(telling, body).scene(arrangement, smallestTemperature: body * emphasis)
                    // The temperature must not be smaller for it.
                    guard let other, other.largestTextSize == scene.largestTextSize else { return scene }
                    return other
                }
            }
        }
        return Scene(size: context.size)
    }
}

extension Scene {
    fileprivate var largestTextSize: Double { texts.map(\.style.size).max() ?? 0 }
}
