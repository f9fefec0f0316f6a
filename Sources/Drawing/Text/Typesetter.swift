import CPango
import Widgets

/// Measures and paints lines of text with Pango.
///
/// Not Sendable: Pango's contexts and caches belong to one thread.
@safe
package final class Typesetter {
    /// True if edges are smoothed; otherwise outlines are hinted to whole pixels.
    package let isSmooth: Bool
    /// Families as fontconfig knows them, with commas between; empty for Noto.
    package let fonts: String
    /// The characters that no font has, in order of appearance, none twice.
    package private(set) var missing: [UInt32] = []

    // Safe: both are made in `init`, freed in `deinit` alone, and never handed out.
    private let horizontal: OpaquePointer
    private let vertical: OpaquePointer
    private var measures: [Key: Known] = [:]
    /// Of their texts.
    private var measuredBytes = 0
    private var columnMiddles: [TextStyle: Double] = [:]

    private struct Key: Hashable {
        var text: String
        var style: TextStyle
    }

    private struct Known {
        var measure: TextMeasure
        /// The characters of the text that no font has; they are reported at each measurement.
        var missing: [UInt32]
    }

    private static let mostMeasures = 4096
    private static let mostMeasuredBytes = 1 << 20
    /// The most characters that are reported.
    static let mostMissing = 32
    private static let scale = Double(PANGO_SCALE)

    package init(isSmooth: Bool, fonts: String) {
        self.isSmooth = isSmooth
        self.fonts = fonts
        unsafe horizontal = Self.context(isSmooth: isSmooth)
        unsafe vertical = Self.context(isSmooth: isSmooth)
        unsafe pango_context_set_base_gravity(vertical, PANGO_GRAVITY_EAST)
        unsafe pango_context_set_gravity_hint(vertical, PANGO_GRAVITY_HINT_NATURAL)
    }

    deinit {
        unsafe g_object_unref(UnsafeMutableRawPointer(horizontal))
        unsafe g_object_unref(UnsafeMutableRawPointer(vertical))
    }

    /// Makes new typesetters on this thread open all fonts anew; existing ones keep theirs.
    package static func forgetFonts() { pango_cairo_font_map_set_default(nil) }

    /// Clears ``missing``.
    package func forgetMissing() { missing = [] }

    /// The text as one line: line breaks become spaces and control characters are removed.
    package func line(_ text: String) -> String { DisplayText(text).text }

    /// The extent of a line in a style.
    package func measure(_ text: String, _ style: TextStyle) -> TextMeasure {
        let key = Key(text: text, style: style)
        if let known = measures[key] {
            note(known.missing)
            return known.measure
        }
        let layout = unsafe layout(text, style)
        defer { unsafe g_object_unref(UnsafeMutableRawPointer(layout)) }
        let missing = unsafe Self.missing(in: layout)
        note(missing)
        var measure = unsafe Self.extents(of: layout)
        if style.direction == .vertical { measure = measure.turned(middle: columnMiddle(style)) }
        measuredBytes += text.utf8.count
        if measures.count >= Self.mostMeasures || measuredBytes > Self.mostMeasuredBytes {
            measures.removeAll(keepingCapacity: true)
            measuredBytes = text.utf8.count
        }
        measures[key] = Known(measure: measure, missing: missing)
        return measure
    }

    /// A line with its extent, at an origin.
    package func place(_ text: String, _ style: TextStyle, _ ink: Ink, at origin: Point) -> PlacedText {
        PlacedText(text, style, ink, at: origin, measure(text, style))
    }

    // MARK: Pango

    private static func context(isSmooth: Bool) -> OpaquePointer {
        // Pango ends the program when it has no memory for these: they are never NULL.
        let context = unsafe pango_font_map_create_context(pango_cairo_font_map_get_default())
        guard let context = unsafe context else { fatalError("Pango gave no context") }
        let options = unsafe cairo_font_options_create()
        unsafe cairo_font_options_set_antialias(options, isSmooth ? CAIRO_ANTIALIAS_GRAY : CAIRO_ANTIALIAS_NONE)
        unsafe cairo_font_options_set_hint_style(options, isSmooth ? CAIRO_HINT_STYLE_SLIGHT : CAIRO_HINT_STYLE_FULL)
        unsafe cairo_font_options_set_hint_metrics(options, CAIRO_HINT_METRICS_ON)
        unsafe pango_cairo_context_set_font_options(context, options)
        unsafe cairo_font_options_destroy(options)
        unsafe pango_cairo_context_set_resolution(context, 96)
        unsafe pango_context_set_round_glyph_positions(context, 1)
        return unsafe context
    }

    /// A layout that the caller frees.
    func layout(_ text: String, _ style: TextStyle) -> OpaquePointer {
        let context = unsafe style.direction == .horizontal ? horizontal : vertical
        unsafe pango_context_set_language(context, pango_language_from_string(style.language))
        // Never NULL: GLib ends the program where it has no memory for an object.
        guard let layout = unsafe pango_layout_new(context) else { fatalError("Pango gave no layout") }
        let description = unsafe pango_font_description_new()
        unsafe pango_font_description_set_family(description, families(of: style))
        unsafe pango_font_description_set_weight(description, PangoWeight(UInt32(style.weight.rawValue)))
        unsafe pango_font_description_set_absolute_size(description, style.size * Self.scale)
        unsafe pango_layout_set_font_description(layout, description)
        unsafe pango_font_description_free(description)
        unsafe pango_layout_set_single_paragraph_mode(layout, 1)
        unsafe pango_layout_set_text(layout, text, -1)
        return unsafe layout
    }

    private func families(of style: TextStyle) -> String {
        guard fonts.isEmpty else { return fonts }
        let face = style.face == .sans ? "Sans" : "Serif"
        let eastAsian = "Noto \(face) CJK \(Self.region(of: style.language))"
        // Only East Asian fonts have dashes, dots and quotation marks for columns.
        return style.direction == .vertical ? "\(eastAsian), Noto \(face)" : "Noto \(face), \(eastAsian)"
    }

    /// The region in Noto's family names for a language's character forms.
    private static func region(of language: String) -> String {
        switch language {
        case "zh-TW": "TC"
        case "zh-HK", "zh-MO": "HK"
        case let language where language.hasPrefix("zh"): "SC"
        case let language where language.hasPrefix("ko"): "KR"
        default: "JP"
        }
    }

    private static func extents(of layout: OpaquePointer) -> TextMeasure {
        var ink = PangoRectangle()
        var logical = PangoRectangle()
        let line = unsafe pango_layout_get_line_readonly(layout, 0)
        unsafe pango_layout_line_get_extents(line, &ink, &logical)
        return TextMeasure(ink: rectangle(ink), line: rectangle(logical))
    }

    private static func rectangle(_ units: PangoRectangle) -> Rectangle {
        Rectangle(
            x: Double(units.x) / scale,
            y: Double(units.y) / scale,
            width: Double(units.width) / scale,
            height: Double(units.height) / scale
        )
    }

    /// The distance from Pango's baseline down to the middle of a full-width character, which stands in the middle of
    /// its column.
    func columnMiddle(_ style: TextStyle) -> Double {
        if let known = columnMiddles[style] { return known }
        let layout = unsafe layout("国", style)
        defer { unsafe g_object_unref(UnsafeMutableRawPointer(layout)) }
        let middle = unsafe Self.extents(of: layout).ink.midY
        if columnMiddles.count >= Self.mostMeasures { columnMiddles.removeAll() }
        columnMiddles[style] = middle
        return middle
    }

    private func note(_ scalars: [UInt32]) {
        for scalar in scalars where missing.count < Self.mostMissing && !missing.contains(scalar) {
            missing.append(scalar)
        }
    }

    /// The characters for which Pango would draw a box with the number, at most ``mostMissing``, possibly repeated.
    private static func missing(in layout: OpaquePointer) -> [UInt32] {
        guard unsafe pango_layout_get_unknown_glyphs_count(layout) > 0 else { return [] }
        var scalars: [UInt32] = []
        // Safe: Pango's list of runs and their glyphs lives as long as the layout, and ends with NULL.
        var next = unsafe pango_layout_get_line_readonly(layout, 0)?.pointee.runs
        while let node = unsafe next {
            if let item = unsafe node.pointee.data?.assumingMemoryBound(to: PangoGlyphItem.self),
                let glyphs = unsafe item.pointee.glyphs
            {
                for index in 0..<Int(unsafe glyphs.pointee.num_glyphs) {
                    let glyph = unsafe glyphs.pointee.glyphs[index].glyph
                    guard glyph & unknownFlag != 0, scalars.count < mostMissing else { continue }
                    let scalar = glyph & ~unknownFlag
                    // Pango marks a byte that is no character with all bits.
                    if Unicode.Scalar(scalar) != nil { scalars.append(scalar) }
                }
            }
            unsafe next = node.pointee.next
        }
        return scalars
    }

    /// PANGO_GLYPH_UNKNOWN_FLAG: the glyph's other bits are the character.
    private static let unknownFlag: UInt32 = 0x1000_0000
}

extension TextMeasure {
    /// The measure of the line rotated clockwise by a quarter, with its middle at 0.
    fileprivate func turned(middle: Double) -> TextMeasure {
        func turn(_ box: Rectangle) -> Rectangle {
            Rectangle(x: middle - box.maxY, y: box.x, width: box.height, height: box.width)
        }
        return TextMeasure(ink: turn(ink), line: turn(line))
    }
}
