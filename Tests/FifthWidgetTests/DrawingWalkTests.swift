import Drawing
import FifthWidget
import PictureProgram
import Pictures
import Support
import TestSupport
import Testing
import Time
import Widgets

/// The pictures of each widget of a catalogue, drawn here and by the program.
@Suite(.timeLimit(.minutes(4)))
struct DrawingWalkTests {
    private func request(
        _ widget: any Widget,
        _ walked: WalkedCatalogue,
        _ size: String = "296x128",
        colors: PictureColors = .blackAndWhite,
        language: String = "en"
    ) throws -> PictureRequest {
        var settings = walked.catalogue.defaults(for: widget)
        settings.picture.size = PictureSize(size)
        settings.picture.colors = colors
        settings.display.language = language
        var request = try PictureRequest(sampleOf: widget, settings, at: noon)
        request.forms = [.png, .raw]
        return request
    }

    @Test(arguments: WalkedCatalogue.all)
    func `each widget is drawn in every size, with all that it has within the picture`(walked: WalkedCatalogue) throws {
        let draughtsman = Draughtsman(walked.widgets)
        for widget in walked.widgets {
            #expect(widget is any DrawnWidget, "\(widget.name) has no drawing")
            for size in ["96x64", "128x296", "296x128", "800x480"] {
                for colors in [PictureColors.blackAndWhite, .full] {
                    let request = try request(widget, walked, size, colors: colors)
                    let typesetter = draughtsman.typesetter(isSmooth: colors == .full, fonts: "")
                    let scene = try draughtsman.scene(of: request, typesetter)
                    #expect(!scene.elements.isEmpty, "\(widget.name) \(size)")
                    let boxes = scene.texts.map(\.inkBox)
                    #expect(boxes.allSatisfy(scene.frame.contains), "\(widget.name) \(size)")
                    for (index, box) in boxes.enumerated() {
                        #expect(!boxes[..<index].contains { $0.intersects(box) }, "\(widget.name) \(size)")
                    }
                }
            }
        }
    }

    @Test(arguments: WalkedCatalogue.all)
    func `the program draws the sample of each widget`(walked: WalkedCatalogue) async throws {
        let program = PictureProgram(
            path: Program.path(of: walked.drawingProgram),
            limits: PictureLimits(),
            log: Logger(level: .debug) { _ in }
        )
        for widget in walked.widgets {
            let picture = try await program.draw(try request(widget, walked))
            #expect(picture.parts.count == 2, "\(widget.name)")
            let raw = try #require(picture.parts.first { $0.form == 1 }).bytes
            #expect(Set(raw).count > 1, "\(widget.name) is blank")
        }
        program.shutDown()
    }

    @Test func `a program without the fifth widget says that it has no drawing of it`() async throws {
        let walked = try #require(WalkedCatalogue.all.last)
        let program = PictureProgram(
            path: Program.path(of: "kiatsu-draw"),
            limits: PictureLimits(),
            log: Logger(level: .debug) { _ in }
        )
        let request = try request(TideWidget(), walked)
        await #expect(throws: PictureError.notUnderstood("there is no drawing of the widget tide")) {
            try await program.draw(request)
        }
        program.shutDown()
    }
}
