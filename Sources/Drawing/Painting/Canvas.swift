import CPango

/// An image in memory that Cairo paints on.
@safe
final class Canvas {
    // Safe: both are made in `init` and freed in `deinit`; who borrows the context does so while the canvas lives.
    private let surface: OpaquePointer
    let context: OpaquePointer
    private let width: Int
    private let height: Int

    /// Begins with these pixels.
    init(_ pixels: Pixels) {
        width = pixels.width
        height = pixels.height
        // Cairo gives no NULL: what fails, as without memory, gives an object whose status says so, and the status is
        // read below.
        guard let surface = unsafe cairo_image_surface_create(CAIRO_FORMAT_RGB24, Int32(width), Int32(height)),
            let context = unsafe cairo_create(surface)
        else { fatalError("Cairo gave no surface") }
        unsafe requirePainted(cairo_status(context))
        unsafe self.surface = surface
        unsafe self.context = context
        write(pixels)
    }

    deinit {
        unsafe cairo_destroy(context)
        unsafe cairo_surface_destroy(surface)
    }

    private func write(_ pixels: Pixels) {
        unsafe cairo_surface_flush(surface)
        // NULL is for surfaces that failed or were finished: this one's status was read when it was made.
        guard let data = unsafe cairo_image_surface_get_data(surface) else { fatalError("Cairo gave no pixels") }
        let stride = unsafe Int(cairo_image_surface_get_stride(surface))
        for y in 0..<height {
            for x in 0..<width {
                let at = 3 * (y * width + x)
                let value =
                    UInt32(pixels.bytes[at]) << 16 | UInt32(pixels.bytes[at + 1]) << 8 | UInt32(pixels.bytes[at + 2])
                unsafe UnsafeMutableRawPointer(data).storeBytes(
                    of: value,
                    toByteOffset: y * stride + 4 * x,
                    as: UInt32.self
                )
            }
        }
        unsafe cairo_surface_mark_dirty(surface)
    }

    /// As it is painted now.
    var pixels: Pixels {
        unsafe requirePainted(cairo_status(context))
        unsafe cairo_surface_flush(surface)
        var bytes: [UInt8] = []
        bytes.reserveCapacity(3 * width * height)
        let stride = unsafe Int(cairo_image_surface_get_stride(surface))
        // NULL is for surfaces that failed or were finished: this one's status was read before it was flushed.
        guard let data = unsafe cairo_image_surface_get_data(surface) else { fatalError("Cairo gave no pixels") }
        for y in 0..<height {
            for x in 0..<width {
                let value = unsafe UnsafeRawPointer(data).load(fromByteOffset: y * stride + 4 * x, as: UInt32.self)
                bytes.append(UInt8(truncatingIfNeeded: value >> 16))
                bytes.append(UInt8(truncatingIfNeeded: value >> 8))
                bytes.append(UInt8(truncatingIfNeeded: value))
            }
        }
        return Pixels(width: width, height: height, bytes: bytes)
    }
}

/// Ends the program if Cairo could not paint, for example without memory: Cairo goes on silently, and a half-painted
/// picture must not be shown.
func requirePainted(_ status: cairo_status_t) {
    guard status == CAIRO_STATUS_SUCCESS else {
        fatalError("Cairo could not paint: \(unsafe String(cString: cairo_status_to_string(status)))")
    }
}
