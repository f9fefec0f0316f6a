import CPNG

/// An encoder of PNG files, by libpng.
package enum PNG {
    /// A PNG file with a palette and 1, 2, 4 or 8 bits a pixel as its colours require; equal pixels give equal bytes.
    package static func encoded(_ pixels: IndexedPixels) -> [UInt8] {
        var image = unsafe png_image()
        unsafe image.version = UInt32(PNG_IMAGE_VERSION)
        unsafe image.width = UInt32(pixels.width)
        unsafe image.height = UInt32(pixels.height)
        unsafe image.format = UInt32(PNG_FORMAT_FLAG_COLOR) | UInt32(PNG_FORMAT_FLAG_COLORMAP)
        unsafe image.colormap_entries = UInt32(pixels.colors.count)
        let colors = pixels.colors.flatMap { [$0.red, $0.green, $0.blue] }
        // Enough for incompressible pixels and all chunks.
        let most = 2048 + pixels.indices.count + pixels.indices.count / 4
        // Safe: libpng reads as many bytes as the size and the number of colours say, which the arrays have, and writes
        // at most `size` bytes.
        return unsafe [UInt8](unsafeUninitializedCapacity: most) { out, count in
            var size = most
            let written = unsafe png_image_write_to_memory(
                &image,
                out.baseAddress,
                &size,
                0,
                pixels.indices,
                0,
                colors
            )
            unsafe png_image_free(&image)
            // The size and the colours are a picture's own, and the buffer holds the largest stream: only memory can
            // be missing, and without it the program ends, to be started again.
            guard written != 0 else { fatalError("libpng could not write a picture") }
            count = size
        }
    }
}
