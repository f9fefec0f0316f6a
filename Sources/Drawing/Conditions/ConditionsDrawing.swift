import Widgets

/// The weather now and on the next days.
///
/// What there is no room for is left out in this order: tenths of a degree, the values' names, the pressure, what it feels
/// like, what the air's quality is called, the humidity, the last day, the air quality, the wind, what the weather is called.
/// Where the days do not fit even so they go, and all else that fits comes back. Days have pictures by night only where
/// those take nothing else's room.
struct ConditionsDrawing: WidgetDrawing {
    func scene(of entry: ConditionsEntry, in context: DrawingContext, _ typesetter: Typesetter) -> Scene {
        let whole = ConditionsContent(entry, in: context)
        let aspect = Double(context.size.width) / Double(context.size.height)
        let arrangements: [ConditionsPanel.Arrangement] =
            aspect >= 2.9 ? [.banner, .wide] : aspect >= 1.25 ? [.wide] : [.high]
        let shorter = Double(min(context.size.width, context.size.height))
        let sizes = TypeScale.steps(from: min(64, max(10, shorter / 9)), downTo: 10)
        for content in whole.reductions {
            for body in sizes {
                let panel = ConditionsPanel(
                    content: content,
                    letters: Lettering(typesetter, language: context.language, body: body),
                    palette: context.palette,
                    size: context.size
                )
                let emphasis =
                    content.isMinimal ? 1.2 : body == 10 ? 2 : panel.letters.isCramped ? 2.6 : body < 20 ? 3 : 3.4
                for arrangement in arrangements {
                    if let scene = panel.scene(arrangement, smallestTemperature: body * emphasis) { return scene }
                }
            }
        }
        return Scene(size: context.size)
    }
}
