import CPango
import Widgets

/// A user's picture as the background.
enum BackgroundPicture {
    /// The picture scaled to fill `size`; nil if its bytes cannot be read.
    ///
    /// If the proportions differ, its middle is shown; transparent parts show paper.
    static func fitted(_ png: [UInt8], to size: PictureSize, _ palette: Palette) -> Pixels? {
        guard BackgroundFile.problem(in: png) == nil else { return nil }
        let reader = Reader(png)
        // Safe: the reader lives until the surface is made, and Cairo asks for bytes during that alone.
        let image = unsafe cairo_image_surface_create_from_png_stream(
            { closure, data, length in
                guard let closure = unsafe closure, let data = unsafe data else { return CAIRO_STATUS_READ_ERROR }
                let reader = unsafe Unmanaged<Reader>.fromOpaque(closure).takeUnretainedValue()
                guard let bytes = reader.take(Int(length)) else { return CAIRO_STATUS_READ_ERROR }
                for (index, byte) in bytes.enumerated() { unsafe data[index] = byte }
                return CAIRO_STATUS_SUCCESS
            },
            Unmanaged.passUnretained(reader).toOpaque()
        )
        defer { unsafe cairo_surface_destroy(image) }
        return withExtendedLifetime(reader) {
            guard unsafe cairo_surface_status(image) == CAIRO_STATUS_SUCCESS else { return nil }
            let width = unsafe Double(cairo_image_surface_get_width(image))
            let height = unsafe Double(cairo_image_surface_get_height(image))
            let paper = Pixels(width: size.width, height: size.height, filledWith: palette.color(of: .paper))
            let canvas = Canvas(paper)
            let scale = max(Double(size.width) / width, Double(size.height) / height)
            unsafe cairo_translate(
                canvas.context,
                (Double(size.width) - width * scale) / 2,
                (Double(size.height) - height * scale) / 2
            )
            unsafe cairo_scale(canvas.context, scale, scale)
            unsafe cairo_set_source_surface(canvas.context, image, 0, 0)
            unsafe cairo_pattern_set_filter(cairo_get_source(canvas.context), CAIRO_FILTER_GOOD)
            unsafe cairo_pattern_set_extend(cairo_get_source(canvas.context), CAIRO_EXTEND_PAD)
            unsafe cairo_paint(canvas.context)
            return canvas.pixels
        }
    }

    private final class Reader {
        private let bytes: [UInt8]
        private var position = 0

        init(_ bytes: [UInt8]) { self.bytes = bytes }

        /// Nil where there are not so many left.
        func take(_ count: Int) -> ArraySlice<UInt8>? {
            guard count >= 0, count <= bytes.count - position else { return nil }
            defer { position += count }
            return bytes[position..<position + count]
        }
    }
}

extension Pixels {
    /// The pixels with these areas taken from a picture of the same size.
    func showing(_ other: Pixels, in areas: [Rectangle]) -> Pixels {
        var result = self
        for area in areas {
            let columns = (Int(area.x.rounded(.down))..<Int(area.maxX.rounded(.up))).clamped(to: 0..<width)
            let rows = (Int(area.y.rounded(.down))..<Int(area.maxY.rounded(.up))).clamped(to: 0..<height)
            guard !columns.isEmpty else { continue }
            for y in rows {
                let range = 3 * (y * width + columns.lowerBound)..<3 * (y * width + columns.upperBound)
                result.bytes.replaceSubrange(range, with: other.bytes[range])
            }
        }
        return result
    }
}
