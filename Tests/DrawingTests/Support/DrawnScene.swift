import Drawing
import Pictures

extension PictureRequest {
    /// The elements of the picture at their places.
    func scene() throws -> Scene {
        let draughtsman = Draughtsman()
        let isSmooth = Palette(colors, theme).isSmooth
        return try draughtsman.scene(of: self, draughtsman.typesetter(isSmooth: isSmooth, fonts: fonts))
    }
}

/// Sizes of displays, and the smallest, largest, flattest and narrowest pictures.
let displaySizes = [
    "96x64", "96x96", "96x384", "128x296", "152x152", "160x80", "200x200", "212x104", "250x122", "296x128", "400x300",
    "512x64", "640x384", "800x100", "800x480", "480x800", "1200x1600", "1600x1200",
]
