import Commands
import Widgets

/// The pictures that a panel asks for in its hello.
struct RequestedPictures: Sendable {
    /// Empty for none; nil where it says nothing of pictures, so that what is in force stays as far as it fits.
    let formats: [PictureFormat]?
    /// Nil where it says nothing of colours.
    let colors: PictureColors?

    init(_ request: HelloRequest) throws(HelloError) {
        let known = PictureFormat.allCases.map(\.rawValue)
        if let names = request.pictures, names != [OptionDescription.Format.none] {
            var formats: [PictureFormat] = []
            for name in names {
                guard let format = PictureFormat(rawValue: name) else {
                    let words = "no form \(name) of pictures, but \(known.joined(separator: ", ")), or none alone"
                    throw HelloError(.malformed, words, id: request.id)
                }
                formats.append(format)
            }
            self.formats = formats
        } else {
            formats = request.pictures.map { _ in [] }
        }
        colors = try request.colors.map { name throws(HelloError) in
            guard let colors = PictureColors(rawValue: name) else {
                let known = PictureColors.allCases.map(\.rawValue).joined(separator: ", ")
                throw HelloError(.malformed, "no colors \(name), but \(known)", id: request.id)
            }
            return colors
        }
    }
}
