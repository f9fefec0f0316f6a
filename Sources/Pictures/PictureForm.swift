package import Widgets

extension PictureRequest {
    /// A form in which the picture is wanted: a format that panels have, or one for who draws on a computer.
    package enum Form: Sendable, Hashable {
        /// A format that is published.
        ///
        /// `mostBytes` is the limit for a message with its header (8 bytes of a strip, 2 of a label); nil for a format
        /// that is not cut to fit.
        case published(PictureFormat, mostBytes: Int?)
        /// An SVG document for browsers and printers.
        case svg
        /// Three bytes a pixel (red, green, blue), rows from the top, upright, in no more colours than
        /// ``PictureRequest/colors`` has.
        case pixels
    }
}

extension PictureRequest.Form {
    /// A PNG file.
    package static let png = Self.published(.png, mostBytes: nil)
    /// The framebuffer, see ``FramebufferLayout``.
    package static let raw = Self.published(.raw, mostBytes: nil)
    /// The framebuffer as a zlib stream with a window of 4 KiB.
    package static let deflate = Self.published(.deflate, mostBytes: nil)
    /// The framebuffer in PackBits, each row by itself.
    package static let packbits = Self.published(.packbits, mostBytes: nil)
    /// The framebuffer in strips; `mostBytes` is the limit for a strip with its header of 8 bytes.
    package static func strips(mostBytes: Int) -> Self { .published(.strips, mostBytes: mostBytes) }
    /// The place's name as a bitmap; `mostBytes` is the limit with its header of 2 bytes.
    package static func label(mostBytes: Int) -> Self { .published(.label, mostBytes: mostBytes) }

    /// The format that is published; nil for a form that is not.
    package var format: PictureFormat? {
        guard case .published(let format, _) = self else { return nil }
        return format
    }

    /// The word for it: that of the format in configurations, `svg` or `pixels`.
    package var name: String {
        switch self {
        case .published(let format, _): format.rawValue
        case .svg: "svg"
        case .pixels: "pixels"
        }
    }

    private init?(name: String, mostBytes: Int?) {
        switch name {
        case "svg": self = .svg
        case "pixels": self = .pixels
        default:
            guard let format = PictureFormat(rawValue: name), format.isCutToFit == (mostBytes != nil) else {
                return nil
            }
            self = .published(format, mostBytes: mostBytes)
        }
    }
}

/// Written as `{"png":{}}` and `{"strips":{"mostBytes":200}}`.
extension PictureRequest.Form: Codable {
    private struct Name: CodingKey {
        let stringValue: String
        var intValue: Int? { nil }

        init(stringValue: String) { self.stringValue = stringValue }
        init?(intValue: Int) { nil }
    }

    private enum Limit: CodingKey {
        case mostBytes
    }

    package init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: Name.self)
        let context = DecodingError.Context(codingPath: decoder.codingPath, debugDescription: "no form of a picture")
        guard let key = container.allKeys.first, container.allKeys.count == 1 else {
            throw DecodingError.dataCorrupted(context)
        }
        let limit = try container.nestedContainer(keyedBy: Limit.self, forKey: key)
        let mostBytes = try limit.decodeIfPresent(Int.self, forKey: .mostBytes)
        guard let form = Self(name: key.stringValue, mostBytes: mostBytes) else {
            throw DecodingError.dataCorrupted(context)
        }
        self = form
    }

    package func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: Name.self)
        var limit = container.nestedContainer(keyedBy: Limit.self, forKey: Name(stringValue: name))
        if case .published(_, let mostBytes?) = self { try limit.encode(mostBytes, forKey: .mostBytes) }
    }
}
