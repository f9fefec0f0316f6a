package import Weather

/// Pictures of the weather, of our own: each is hand-set for small squares and drawn to measure for larger ones.
package enum WeatherIcon {
    /// The smallest square that a picture is drawn in.
    package static let smallestSide = 10
    /// From here on outlines are drawn to measure.
    private static let smallestDrawnSide = 16

    /// The picture in a square of whole pixels, at least 10 wide; every mark lies within it.
    ///
    /// The largest square in the middle of `box` is taken, and nothing is drawn in a smaller one. What is in front
    /// covers what is behind with plain paper, whatever texture the panel has.
    package static func elements(
        _ condition: Condition,
        isDaylight: Bool,
        in box: Rectangle,
        _ palette: Palette
    ) -> [Scene.Element] {
        let side = Int(min(box.width, box.height))
        guard side >= smallestSide else { return [] }
        let x = (box.midX - Double(side) / 2).rounded(.down)
        let y = (box.midY - Double(side) / 2).rounded(.down)
        let square = Rectangle(x: x, y: y, width: Double(side), height: Double(side))
        guard side >= smallestDrawnSide else {
            return SmallIcon(condition, isDaylight: isDaylight, side: side).elements(in: square, palette)
        }
        var drawing = IconDrawing(square, palette)
        drawing.draw(condition, isDaylight: isDaylight)
        return drawing.elements
    }
}
