import Drawing
import Testing
import Widgets

@Suite(.oneAtATime)
struct TextureTests {
    private static let size = PictureSize.of("96x64")
    private static let palette = Palette(.full, .light)

    private func pixels(_ texture: Scene.Texture, _ area: Rectangle) -> Pixels {
        var scene = Scene(size: Self.size)
        scene.add(.texture(texture, area))
        return Painter(Self.palette, Typesetter(isSmooth: true, fonts: "")).pixels(of: scene)
    }

    @Test(
        arguments: [Scene.Texture.plain(.ink), .paper(seed: 1)],
        [
            Rectangle(x: 100, y: 0, width: 20, height: 20), Rectangle(x: 0, y: 70, width: 20, height: 20),
            Rectangle(x: -40, y: -40, width: 20, height: 20), Rectangle(x: 10, y: 10, width: 20, height: -5),
        ]
    )
    func `an area outside of the picture, and one without height, leave it as it is`(
        texture: Scene.Texture,
        area: Rectangle
    ) {
        #expect(!pixels(texture, area).hasInk)
    }

    @Test func `an area that reaches out of the picture is painted as far as it lies within`() {
        let pixels = pixels(.plain(.ink), Rectangle(x: 90, y: -5, width: 20, height: 10))
        #expect(pixels[95, 4] == Self.palette.color(of: .ink))
        #expect(pixels[89, 4] == Self.palette.color(of: .paper))
        #expect(pixels[95, 5] == Self.palette.color(of: .paper))
    }
}
