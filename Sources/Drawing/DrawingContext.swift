package import Widgets

/// The context of a scene: display, size and state of the data.
package struct DrawingContext: Sendable {
    /// The display settings that the entry is shown with.
    package let display: DisplayContext
    /// True if the timeline ended before the hour that is shown.
    package let isExpired: Bool
    /// The picture's size in pixels.
    package let size: PictureSize
    /// The display's colours.
    package let palette: Palette

    package init(display: DisplayContext, isExpired: Bool, size: PictureSize, palette: Palette) {
        self.display = display
        self.isExpired = isExpired
        self.size = size
        self.palette = palette
    }

    /// The panel's language.
    package var language: String { display.settings.language }
}

/// The layout of one kind of widget's entries.
protocol WidgetDrawing: Sendable {
    associatedtype Entry: WidgetEntry

    /// Lays out an entry.
    ///
    /// For every size and text, nothing may lie outside the picture and no texts may overlap.
    func scene(of entry: Entry, in context: DrawingContext, _ typesetter: Typesetter) -> Scene
}
