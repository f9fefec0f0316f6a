package import Time
package import Widgets

/// The description retained on `<base topic>/image/<panel>/<widget>`: it identifies the picture of the forms below it.
///
///     {"id":1234567890,"ts":1644048000,"w":296,"h":128,"c":"bw","rot":0,"strips":26,"rows":5}
///
/// | member | what |
/// |---|---|
/// | `id` | another one for other pixels; the same in each strip |
/// | `ts` | start of the hour that the picture is for, Unix seconds |
/// | `w`, `h` | of the framebuffer's rows, in pixels: turned as `rot` says |
/// | `c` | the colours: `bw`, `grey4`, `grey16`, `bwr`, `bwy`, `color` |
/// | `rot` | how far the rows are turned clockwise from how a person looks at the display: 0, 90, 180, 270 |
/// | `strips` | how many there are; with the form `strips` only |
/// | `rows` | how many rows each but the last one has; with the form `strips` only |
///
/// It comes last, so who reads it first and has its `id` already need read nothing else.
package struct PictureDescription: Sendable {
    private let id: UInt32
    private let hour: UTCInstant
    private let layout: FramebufferLayout
    private let rotation: PictureRotation
    /// Nil without strips.
    private var strips: (count: Int, rows: Int)?

    /// `hour` is the start of the hour that the picture is for, `forms` are those that it was asked for in, and `size`
    /// is that before rotation.
    package init(
        of picture: Picture,
        hour: UTCInstant,
        size: PictureSize,
        colors: PictureColors,
        rotation: PictureRotation,
        forms: [PictureRequest.Form]
    ) {
        layout = FramebufferLayout(size: size, colors: colors, rotation: rotation)
        id = picture.id
        self.hour = hour
        self.rotation = rotation
        for (index, form) in forms.enumerated() {
            guard case .published(.strips, let mostBytes?) = form else { continue }
            let count = picture.parts.count { $0.form == index }
            if count > 0 { strips = (count, layout.rowsPerStrip(mostBytes: mostBytes)) }
        }
    }

    /// The message.
    package var payload: [UInt8] {
        let colors = layout.colors.rawValue
        let size = "\"w\":\(layout.width),\"h\":\(layout.height)"
        let start = "{\"id\":\(id),\"ts\":\(hour.unixSeconds),\(size),\"c\":\"\(colors)\",\"rot\":\(rotation.rawValue)"
        return Array((start + (strips.map { ",\"strips\":\($0.count),\"rows\":\($0.rows)" } ?? "") + "}").utf8)
    }
}
