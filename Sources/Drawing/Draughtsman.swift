import JSON
package import Pictures
package import Widgets

/// Draws widgets in the requested forms.
///
/// Not Sendable, because Pango is not.
package final class Draughtsman {
    private let widgets: [any Widget]
    private var typesetters: [Typesetter] = []

    private var background: FittedBackground?
    private var unreadable: Set<UInt64> = []

    private struct FittedBackground {
        var png: [UInt8]
        var size: PictureSize
        var palette: Palette
        var pixels: Pixels?
    }

    private let drawingsPerRenewal: Int
    private var drawingsSinceRenewal = 0

    /// The most font sets kept ready, each smooth and unsmoothed.
    private static let mostTypesetters = 8

    /// A draughtsman of these widgets, each of which must conform to ``DrawnWidget``.
    ///
    /// It opens all fonts anew after `drawingsPerRenewal` drawings: Pango and Cairo cache every size and character that
    /// they meet.
    package init(_ widgets: [any Widget] = .kiatsu, drawingsPerRenewal: Int = 500) {
        self.widgets = widgets
        self.drawingsPerRenewal = drawingsPerRenewal
    }

    /// The picture in each requested form, in order.
    ///
    /// Memory is bounded by the largest picture: about 20 bytes a pixel, plus fonts and the background.
    package func draw(_ request: PictureRequest) throws(PictureError) -> Picture {
        renewFontsWhenDue()
        let palette = Palette(request.colors, request.theme)
        let typesetters = [palette.isSmooth, !palette.isSmooth].map {
            typesetter(isSmooth: $0, fonts: request.fonts)
        }
        for typesetter in typesetters { typesetter.forgetMissing() }
        let pixels = try pixels(of: request)
        let framebuffer = Framebuffer(pixels, request.colors, request.rotation)
        var parts: [Picture.Part] = []
        for (index, form) in request.forms.enumerated() {
            for bytes in try messages(form, request, pixels, framebuffer) {
                parts.append(Picture.Part(form: index, bytes: bytes))
            }
        }
        var missing: [UInt32] = []
        for scalar in typesetters.flatMap(\.missing) where !missing.contains(scalar) { missing.append(scalar) }
        return Picture(
            id: framebuffer.id,
            parts: parts,
            missing: missing.prefix(Typesetter.mostMissing).map {
                MissingGlyph(scalar: $0, package: FontPackage.name(for: $0))
            }
        )
    }

    private func renewFontsWhenDue() {
        drawingsSinceRenewal += 1
        guard drawingsSinceRenewal > drawingsPerRenewal else { return }
        drawingsSinceRenewal = 0
        typesetters = []
        Typesetter.forgetFonts()
    }

    /// The messages of a form: one, none, or one per strip.
    private func messages(
        _ form: PictureRequest.Form,
        _ request: PictureRequest,
        _ pixels: Pixels,
        _ framebuffer: Framebuffer
    ) throws(PictureError) -> [[UInt8]] {
        switch form {
        case .published(.png, _): [PNG.encoded(IndexedPixels(pixels))]
        case .published(.raw, _): [framebuffer.bytes]
        case .published(.deflate, _): [Zlib.deflated(framebuffer.bytes)]
        case .published(.packbits, _):
            [PackBits.encoded(framebuffer.bytes, bytesPerRow: framebuffer.layout.bytesPerRow)]
        case .published(.strips, let mostBytes): framebuffer.strips(mostBytes: mostBytes ?? 0)
        case .published(.label, let mostBytes): [label(of: request, mostBytes: mostBytes ?? 0)].compactMap(\.self)
        case .svg: [try svg(of: request)]
        case .pixels: [pixels.bytes]
        }
    }

    private func label(of request: PictureRequest, mostBytes: Int) -> [UInt8]? {
        PlaceLabel.encoded(
            request.context.placeName,
            context(of: request),
            typesetter(isSmooth: false, fonts: request.fonts),
            mostBytes: mostBytes
        )
    }

    /// Outlines need not fit a display's pixels: they are set as smooth text is.
    private func svg(of request: PictureRequest) throws(PictureError) -> [UInt8] {
        let typesetter = typesetter(isSmooth: true, fonts: request.fonts)
        let scene = try scene(of: request, typesetter)
        return VectorImage(Palette(request.colors, request.theme), typesetter).svg(of: scene)
    }

    /// The picture's pixels in the display's colours, upright.
    ///
    /// Throws ``PictureError/notUnderstood(_:)`` for an unknown widget or an unreadable entry.
    package func pixels(of request: PictureRequest) throws(PictureError) -> Pixels {
        let palette = Palette(request.colors, request.theme)
        let typesetter = typesetter(isSmooth: palette.isSmooth, fonts: request.fonts)
        let scene = try scene(of: request, typesetter)
        return Painter(palette, typesetter).pixels(of: scene, on: background(of: request, palette))
    }

    /// Receives a sentence for each background that cannot be read, once per file.
    package var complain: (String) -> Void = { _ in }

    /// The background's pixels; the last one is cached, because most drawings share it.
    private func background(of request: PictureRequest, _ palette: Palette) -> Pixels? {
        guard !request.background.isEmpty else { return nil }
        if let known = background, known.size == request.size, known.palette == palette, known.png == request.background
        {
            return known.pixels
        }
        let pixels = BackgroundPicture.fitted(request.background, to: request.size, palette)
        background = FittedBackground(png: request.background, size: request.size, palette: palette, pixels: pixels)
        if pixels == nil, unreadable.count < Self.mostUnreadable,
            unreadable.insert(Self.gist(request.background)).inserted
        {
            complain("a background is no PNG file that can be read: pictures are drawn without it; save it anew")
        }
        return pixels
    }

    private static let mostUnreadable = 64

    /// A hash that distinguishes files without keeping them.
    private static func gist(_ png: [UInt8]) -> UInt64 {
        var hash: UInt64 = 0xCBF2_9CE4_8422_2325
        for byte in png { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3 }
        return hash
    }

    /// The layout of the requested picture.
    ///
    /// Throws ``PictureError/notUnderstood(_:)`` for an unknown widget or an unreadable entry.
    package func scene(of request: PictureRequest, _ typesetter: Typesetter) throws(PictureError) -> Scene {
        guard let widget = widgets.first(where: { $0.name == request.widget }) as? any DrawnWidget else {
            throw .notUnderstood("there is no drawing of the widget \(request.widget)")
        }
        return try Self.scene(of: widget, request.entry, context(of: request), typesetter)
    }

    private func context(of request: PictureRequest) -> DrawingContext {
        DrawingContext(
            display: request.context,
            isExpired: request.isExpired,
            size: request.size,
            palette: Palette(request.colors, request.theme)
        )
    }

    private static func scene<Drawn: DrawnWidget>(
        of widget: Drawn,
        _ json: [UInt8],
        _ context: DrawingContext,
        _ typesetter: Typesetter
    ) throws(PictureError) -> Scene {
        let entry: Drawn.Entry
        do {
            entry = try Drawn.Entry.decoded(json: json)
        } catch {
            throw .notUnderstood("the entry cannot be read: \(error)")
        }
        return widget.drawing.scene(of: entry, in: context, typesetter)
    }

    /// The typesetter for these fonts, created on first use.
    package func typesetter(isSmooth: Bool, fonts: String) -> Typesetter {
        if let known = typesetters.first(where: { $0.isSmooth == isSmooth && $0.fonts == fonts }) { return known }
        if typesetters.count >= 2 * Self.mostTypesetters { typesetters.removeFirst() }
        let made = Typesetter(isSmooth: isSmooth, fonts: fonts)
        typesetters.append(made)
        return made
    }
}
