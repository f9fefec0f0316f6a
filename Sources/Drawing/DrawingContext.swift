package import Widgets

/// What a scene is made for.
package struct DrawingContext: Sendable {
    /// What the entry is shown with.
    package let display: DisplayContext
    /// Whether the timeline ended before the hour that is shown.
    package let isExpired: Bool
    package let size: PictureSize
    package let palette: Palette

    package init(display: DisplayContext, isExpired: Bool, size: PictureSize, palette: Palette) {
        self.display = display
        self.isExpired = isExpired
        self.size = size
        self.palette = palette
    }

    package var language: String { display.settings.language }
}

/// Lays out the entries of a kind of widget.
package protocol WidgetDrawing<Entry>: Sendable {
    associatedtype Entry: WidgetEntry

    /// Where everything is; whatever the size and the texts, nothing lies outside of the picture, and no texts overlap.
    func scene(of entry: Entry, in context: DrawingContext, _ typesetter: Typesetter) -> Scene
}

/// A widget that can be drawn: each of them can.
package protocol DrawnWidget: Widget {
    /// What lays its entries out.
    var drawing: any WidgetDrawing<Entry> { get }
}
