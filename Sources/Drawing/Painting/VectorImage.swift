import CPango
import Widgets

/// Draws scenes as SVG with Cairo.
///
/// Texts become outlines, so that no font is needed to view it; the background is one even colour. Equal scenes give
/// equal bytes.
package struct VectorImage {
    private let palette: Palette
    private let typesetter: Typesetter

    /// The typesetter must be the one that measured the scene's texts.
    package init(_ palette: Palette, _ typesetter: Typesetter) {
        self.palette = palette
        self.typesetter = typesetter
    }

    /// A document as large in CSS pixels as the picture.
    package func svg(of scene: Scene) -> [UInt8] {
        let sink = Sink()
        // Safe: the sink lives until the surface is finished, which is the last time that Cairo writes.
        let surface = unsafe cairo_svg_surface_create_for_stream(
            { closure, data, length in
                guard let closure = unsafe closure else { return CAIRO_STATUS_WRITE_ERROR }
                let sink = unsafe Unmanaged<Sink>.fromOpaque(closure).takeUnretainedValue()
                unsafe sink.bytes.append(contentsOf: UnsafeBufferPointer(start: data, count: Int(length)))
                return CAIRO_STATUS_SUCCESS
            },
            Unmanaged.passUnretained(sink).toOpaque(),
            Double(scene.size.width),
            Double(scene.size.height)
        )
        unsafe cairo_svg_surface_set_document_unit(surface, CAIRO_SVG_UNIT_PX)
        // Cairo gives no NULL: a context that failed says so by its status, which is read when all is painted.
        guard let context = unsafe cairo_create(surface) else { fatalError("Cairo gave no context") }
        let painter = Painter(palette, typesetter)
        unsafe painter.paint(evenBackground(of: scene), on: context)
        unsafe painter.paint(scene, on: context)
        unsafe requirePainted(cairo_status(context))
        unsafe cairo_destroy(context)
        unsafe cairo_surface_finish(surface)
        unsafe requirePainted(cairo_surface_status(surface))
        unsafe cairo_surface_destroy(surface)
        return withExtendedLifetime(sink) { Self.withoutSurfaceNumbers(sink.bytes) }
    }

    private final class Sink {
        var bytes: [UInt8] = []
    }

    private func evenBackground(of scene: Scene) -> Scene {
        var background = Scene(size: scene.size)
        background.add(.fill(scene.frame, .paper))
        for case .texture(let texture, let area) in scene.elements {
            switch texture {
            case .plain(let ink): background.add(.fill(area, ink))
            case .paper: background.add(.fill(area, .tone))
            }
        }
        return background
    }

    /// Cairo names groups by how many surfaces the program has made before; nothing refers to those names.
    private static func withoutSurfaceNumbers(_ svg: [UInt8]) -> [UInt8] {
        let name = Array(" id=\"surface".utf8)
        var result: [UInt8] = []
        result.reserveCapacity(svg.count)
        var rest = svg[...]
        while let next = rest.first {
            if next == name[0], rest.starts(with: name),
                let end = rest.dropFirst(name.count).firstIndex(of: UInt8(ascii: "\""))
            {
                rest = rest[(end + 1)...]
            } else {
                result.append(next)
                rest = rest.dropFirst()
            }
        }
        return result
    }
}
