import Pictures
import Testing
import Widgets

struct FramebufferLayoutTests {
    @Test(
        arguments: [
            (.blackAndWhite, 4736), (.blackWhiteRed, 9472), (.blackWhiteYellow, 9472), (.fourGreys, 9472),
            (.sixteenGreys, 18_944), (.full, 113_664),
        ] as [(PictureColors, Int)]
    )
    func `a framebuffer of 296 by 128 has so many bytes`(colors: PictureColors, byteCount: Int) {
        #expect(FramebufferLayout(size: .standard, colors: colors, rotation: .half).byteCount == byteCount)
    }

    @Test func `a quarter's turn exchanges width and height, and rows are padded`() throws {
        let size = try #require(PictureSize("250x122"))
        let upright = FramebufferLayout(size: size, colors: .blackAndWhite, rotation: .none)
        #expect((upright.width, upright.height, upright.bytesPerRow, upright.byteCount) == (250, 122, 32, 3904))
        for rotation in [PictureRotation.quarter, .threeQuarters] {
            let turned = FramebufferLayout(size: size, colors: .blackAndWhite, rotation: rotation)
            #expect((turned.width, turned.height, turned.bytesPerRow, turned.byteCount) == (122, 250, 16, 4000))
        }
    }

    @Test(arguments: [(192, 4, 32), (193, 5, 26), (45, 1, 128), (44, 0, 0), (8, 0, 0), (0, 0, 0), (4744, 128, 1)])
    func `strips have as many whole rows as fit behind their header`(mostBytes: Int, rows: Int, strips: Int) {
        let layout = FramebufferLayout(size: .standard, colors: .blackAndWhite, rotation: .none)
        #expect(layout.rowsPerStrip(mostBytes: mostBytes) == rows)
        #expect(layout.stripCount(mostBytes: mostBytes) == strips)
    }

    @Test func `strips of three-colour displays count the rows of both planes`() {
        let layout = FramebufferLayout(size: .standard, colors: .blackWhiteRed, rotation: .none)
        #expect(layout.stripCount(mostBytes: 193) == 52)
    }
}
