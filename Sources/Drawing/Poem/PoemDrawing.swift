import Widgets

/// Sets a poem as books in its script do: Chinese and Japanese in columns from the right, others in rows.
struct PoemDrawing: WidgetDrawing {
    func scene(of entry: PoemEntry, in context: DrawingContext, _ typesetter: Typesetter) -> Scene {
        var scene = Scene(size: context.size)
        let poem = entry.poem
        if context.palette.colors == .full || context.palette.colors == .sixteenGreys {
            // Equal poems have equal paper. With fewer greys, paper would be nothing but specks.
            scene.add(.texture(.paper(seed: Self.seed(of: poem.lines.joined())), scene.frame))
        }
        let margin = (Double(min(context.size.width, context.size.height)) * 0.055).rounded() + 1
        var area = scene.frame.inset(margin, margin)
        let isVertical = Script(of: poem.lines).isVertical
        // A poem does not age.
        let state: DataState = entry.isPlaceholder ? .sample : context.isExpired ? .expired(hours: nil) : .fresh
        let level = StateMark(state, in: area, language: context.language, typesetter)
        let upright = StateMark(state, in: area, direction: .vertical, language: context.language, typesetter)
        // In a column of its own where there is more width than height.
        let isBeside = isVertical && area.width > area.height && upright?.isWhole == true
        if let mark = isBeside ? upright : level {
            for element in mark.elements { scene.add(element) }
            let dx = isBeside ? mark.box.width + margin : 0
            let dy = isBeside ? 0 : mark.box.height + margin
            area = Rectangle(x: area.x + dx, y: area.y + dy, width: area.width - dx, height: area.height - dy)
        }
        let (palette, language) = (context.palette, context.language)
        var texts: [PlacedText] = []
        if isVertical { texts = VerticalPoem(poem, in: area, palette, language: language, typesetter).texts() }
        // Also for letters that are too wide for columns.
        if texts.isEmpty { texts = HorizontalPoem(poem, in: area, palette, language: language, typesetter).texts() }
        for text in texts { scene.add(.text(text)) }
        return scene
    }

    /// FNV-1a (Fowler, Noll, Vo).
    private static func seed(of text: String) -> UInt64 {
        text.utf8.reduce(0xCBF2_9CE4_8422_2325) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }
    }
}

/// The face and sizes of poems.
enum PoemType {
    /// In em; each is one of a few, so that poems of the same kind look the same.
    static let sizes: [Double] = [
        10, 11, 12, 13, 14, 15, 16, 18, 20, 22, 24, 26, 28, 32, 36, 40, 44, 48, 56, 64, 72, 80, 96, 112, 128, 144, 160,
    ]
    /// Chinese characters cannot be told apart below.
    static let smallest = 10.0

    /// From the largest on, none larger than `most`.
    static func descending(from most: Double) -> [Double] { sizes.reversed().filter { $0 <= max(most, smallest) } }

    /// The largest that is not larger than `size`.
    static func atMost(_ size: Double) -> Double { sizes.last { $0 <= size } ?? smallest }

    /// Small letters need all of the contrast that there is.
    static func authorInk(_ size: Double) -> Ink { size < 13 ? .ink : .secondary }

    /// Serifs need greys or room.
    static func face(_ size: Double, _ palette: Palette) -> TextStyle.Face {
        size >= (palette.isSmooth ? 14 : 18) ? .serif : .sans
    }
}
