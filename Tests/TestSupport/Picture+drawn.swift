package import Pictures
import Widgets

extension Picture {
    /// A picture whose parts say what they are.
    package static func drawn(for request: PictureRequest, id: UInt32) -> Picture {
        let parts = request.forms.enumerated().flatMap { index, form -> [Part] in
            guard case .published(.strips, let mostBytes?) = form else {
                return [Part(form: index, bytes: Array("\(form.name) \(id)".utf8))]
            }
            let layout = FramebufferLayout(size: request.size, colors: request.colors, rotation: request.rotation)
            return (0..<layout.stripCount(mostBytes: mostBytes)).map {
                Part(form: index, bytes: Array("strip \($0) of \(id)".utf8))
            }
        }
        return Picture(id: id, parts: parts, missing: [])
    }
}
