/// The answer to the request `panel/picture`: what a panel shows now, to be drawn by whoever asked.
///
/// The entry goes beside the rest, as the text that it is: as a list of numbers it would be three times as long.
package struct PanelPicture: Codable, Sendable {
    /// The request that draws the picture.
    package var picture: PictureRequest

    private enum CodingKeys: String, CodingKey {
        case entry
        case picture
    }

    /// The answer with this request.
    package init(picture: PictureRequest) { self.picture = picture }

    package init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        picture = try container.decode(PictureRequest.self, forKey: .picture)
        picture.entry = Array(try container.decode(String.self, forKey: .entry).utf8)
    }

    package func encode(to encoder: any Encoder) throws {
        var head = picture
        head.entry = []
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(head, forKey: .picture)
        try container.encode(String(decoding: picture.entry, as: UTF8.self), forKey: .entry)
    }
}
