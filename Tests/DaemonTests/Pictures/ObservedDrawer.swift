import PictureProgram
import Pictures
import TestSupport

@testable import Bridge

/// `kiatsu-draw` itself, with what it was asked for and what it drew.
final class ObservedDrawer: PictureDrawer {
    struct Drawing: Sendable {
        var request: PictureRequest
        var picture: Picture
    }

    let studio = PictureStudio()
    let requests = Recorder<PictureRequest>()
    let drawings = Recorder<Drawing>()

    func draw(_ request: PictureRequest) async throws(PictureError) -> Picture {
        requests.append(request)
        let picture = try await studio.program.draw(request)
        drawings.append(Drawing(request: request, picture: picture))
        return picture
    }
}
