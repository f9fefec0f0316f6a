import CPango
import Widgets

/// Paints scenes with Cairo.
package struct Painter {
    private let palette: Palette
    private let typesetter: Typesetter

    package init(_ palette: Palette, _ typesetter: Typesetter) {
        self.palette = palette
        self.typesetter = typesetter
    }

    /// The scene in the display's colours: the background dithered, everything else in the nearest colour.
    ///
    /// On a picture of the same size, texts and lines stand on areas of paper.
    package func pixels(of scene: Scene, on picture: Pixels? = nil) -> Pixels {
        var behind = background(of: scene)
        if let picture { behind = Quantizer(palette).dithered(picture).showing(behind, in: scene.occupied) }
        let canvas = Canvas(behind)
        unsafe paint(scene, on: canvas.context)
        return Quantizer(palette).nearest(canvas.pixels)
    }

    /// The background in the display's colours.
    private func background(of scene: Scene) -> Pixels {
        var pixels = Pixels(
            width: scene.size.width,
            height: scene.size.height,
            filledWith: palette.color(of: .paper)
        )
        var isPlain = true
        for case .texture(let texture, let area) in scene.elements {
            texture.paint(area, palette, on: &pixels)
            isPlain = false
        }
        // Every display has the colour of paper.
        return isPlain ? pixels : Quantizer(palette).dithered(pixels)
    }

    /// Paints everything in front of textures.
    func paint(_ scene: Scene, on context: OpaquePointer) {
        unsafe cairo_set_antialias(context, palette.isSmooth ? CAIRO_ANTIALIAS_GRAY : CAIRO_ANTIALIAS_NONE)
        for element in scene.elements {
            switch element {
            case .text(let text): unsafe paint(text, on: context)
            case .fill(let box, let ink):
                unsafe choose(ink, on: context)
                unsafe cairo_rectangle(context, box.x, box.y, box.width, box.height)
                unsafe cairo_fill(context)
            case .path(let path, let ink, let brush): unsafe paint(path, ink, brush, on: context)
            case .texture: break
            }
        }
    }

    private func paint(_ text: PlacedText, on context: OpaquePointer) {
        unsafe choose(text.ink, on: context)
        let layout = unsafe typesetter.layout(text.text, text.style)
        defer { unsafe g_object_unref(UnsafeMutableRawPointer(layout)) }
        unsafe cairo_save(context)
        unsafe cairo_translate(context, text.origin.x.rounded(), text.origin.y.rounded())
        if text.style.direction == .vertical {
            unsafe cairo_rotate(context, .pi / 2)
            // The column's middle is the origin.
            unsafe cairo_move_to(context, 0, -typesetter.columnMiddle(text.style).rounded())
        } else {
            unsafe cairo_move_to(context, 0, 0)
        }
        unsafe pango_cairo_show_layout_line(context, pango_layout_get_line_readonly(layout, 0))
        unsafe cairo_restore(context)
        unsafe cairo_new_path(context)
    }

    private func paint(_ path: Path, _ ink: Ink, _ brush: Scene.Brush, on context: OpaquePointer) {
        unsafe cairo_save(context)
        unsafe choose(ink, on: context)
        if case .stroke(_, let clip?) = brush {
            unsafe cairo_rectangle(context, clip.x, clip.y, clip.width, clip.height)
            unsafe cairo_clip(context)
        }
        unsafe trace(path, on: context)
        switch brush {
        case .fill: unsafe cairo_fill(context)
        case .stroke(let width, _):
            unsafe cairo_set_line_width(context, width)
            unsafe cairo_set_line_cap(context, CAIRO_LINE_CAP_ROUND)
            unsafe cairo_set_line_join(context, CAIRO_LINE_JOIN_ROUND)
            unsafe cairo_stroke(context)
        }
        unsafe cairo_restore(context)
    }

    private func trace(_ path: Path, on context: OpaquePointer) {
        for step in path.steps {
            switch step {
            case .move(let point): unsafe cairo_move_to(context, point.x, point.y)
            case .line(let point): unsafe cairo_line_to(context, point.x, point.y)
            case .curve(let first, let second, let end):
                unsafe cairo_curve_to(context, first.x, first.y, second.x, second.y, end.x, end.y)
            case .close: unsafe cairo_close_path(context)
            }
        }
    }

    private func choose(_ ink: Ink, on context: OpaquePointer) {
        let color = palette.color(of: ink)
        unsafe cairo_set_source_rgb(
            context,
            Double(color.red) / 255,
            Double(color.green) / 255,
            Double(color.blue) / 255
        )
    }
}
