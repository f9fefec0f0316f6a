import CPNG
import Drawing
import Foundation

/// Pictures as PNG files, through libpng's simplified API.
enum PNGFile {
    struct Failure: Error, CustomStringConvertible {
        var description: String
    }

    static func read(_ file: URL) throws -> Pixels {
        var image = png_image()
        image.version = UInt32(PNG_IMAGE_VERSION)
        defer { png_image_free(&image) }
        guard png_image_begin_read_from_file(&image, file.path) != 0 else { throw failure(file, image) }
        image.format = UInt32(PNG_FORMAT_FLAG_COLOR)
        var bytes = [UInt8](repeating: 0, count: 3 * Int(image.width) * Int(image.height))
        guard png_image_finish_read(&image, nil, &bytes, 0, nil) != 0 else { throw failure(file, image) }
        return Pixels(width: Int(image.width), height: Int(image.height), bytes: bytes)
    }

    /// Makes the folder too, where it is missing.
    static func write(_ pixels: Pixels, to file: URL) throws {
        try FileManager.default.createDirectory(
            at: file.deletingLastPathComponent(),
            withIntermediateDirectories: true
        )
        var image = png_image()
        image.version = UInt32(PNG_IMAGE_VERSION)
        image.width = UInt32(pixels.width)
        image.height = UInt32(pixels.height)
        image.format = UInt32(PNG_FORMAT_FLAG_COLOR)
        defer { png_image_free(&image) }
        guard png_image_write_to_file(&image, file.path, 0, pixels.bytes, 0, nil) != 0 else {
            throw failure(file, image)
        }
    }

    private static func failure(_ file: URL, _ image: png_image) -> Failure {
        let message = withUnsafeBytes(of: image.message) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
        return Failure(description: "\(file.path): \(message)")
    }
}
