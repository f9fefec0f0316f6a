package import Weather

/// Pictures of the weather, hand-set in pixels for small squares and drawn as outlines for larger ones.
package enum WeatherIcon {
    /// The side in pixels of the smallest square with a picture.
    package static let smallestSide = 10
    /// The smallest side from which outlines are drawn.
    private static let smallestDrawnSide = 16

    /// The picture in the largest square of whole pixels in the middle of `box`; empty if that is smaller than
    /// ``smallestSide``.
    ///
    /// Every mark lies within the square. A shape in front covers the one behind with plain paper, whatever the panel's
    /// texture.
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
