/// A box of scene elements laid out relative to each other but not yet placed in the picture; its upper left corner is
/// at 0, 0.
struct Block {
    var width: Double
    var height: Double
    /// The distance from the top to the texts' baseline.
    var baseline: Double
    var elements: [Scene.Element]

    init(width: Double, height: Double, baseline: Double? = nil, elements: [Scene.Element] = []) {
        self.width = width
        self.height = height
        self.baseline = baseline ?? height
        self.elements = elements
    }

    enum Vertical {
        case top
        case middle
        case baseline
    }

    enum Horizontal {
        case leading
        case middle
        case trailing
    }

    /// Side by side.
    static func row(_ blocks: [Block], gap: Double, _ alignment: Vertical) -> Block {
        let baseline = blocks.map(\.baseline).max() ?? 0
        let height =
            alignment == .baseline
            ? baseline + (blocks.map { $0.height - $0.baseline }.max() ?? 0) : blocks.map(\.height).max() ?? 0
        var row = Block(width: 0, height: height, baseline: baseline)
        for block in blocks {
            if row.width > 0 { row.width += gap }
            let top =
                switch alignment {
                case .top: 0.0
                case .middle: ((height - block.height) / 2).rounded()
                case .baseline: baseline - block.baseline
                }
            row.elements += block.elements(at: Point(row.width, top))
            row.width += block.width
        }
        return row
    }

    /// Below each other.
    static func column(_ blocks: [Block], gap: Double, _ alignment: Horizontal) -> Block {
        var column = Block(width: blocks.map(\.width).max() ?? 0, height: 0)
        for (index, block) in blocks.enumerated() {
            if index > 0 { column.height += gap }
            if index == 0 { column.baseline = block.baseline }
            let left =
                switch alignment {
                case .leading: 0.0
                case .middle: ((column.width - block.width) / 2).rounded(.down)
                case .trailing: column.width - block.width
                }
            column.elements += block.elements(at: Point(left, column.height))
            column.height += block.height
        }
        return column
    }

    /// A block at the right end of a column `width` wide; without a block only the empty width.
    static func trailing(_ block: Block?, width: Double) -> Block {
        guard let block else { return Block(width: width, height: 0) }
        return Block(
            width: width,
            height: block.height,
            baseline: block.baseline,
            elements: block.elements(at: Point(width - block.width, 0))
        )
    }

    /// The elements with the upper left corner at `origin`, on whole pixels.
    func elements(at origin: Point) -> [Scene.Element] {
        elements.map { $0.offset(origin.x.rounded(), origin.y.rounded()) }
    }
}

extension Scene.Element {
    /// The element moved to the right and down.
    fileprivate func offset(_ dx: Double, _ dy: Double) -> Scene.Element {
        switch self {
        case .text(var text):
            text.origin = Point(text.origin.x + dx, text.origin.y + dy)
            return .text(text)
        case .fill(let box, let ink): return .fill(box.offset(dx, dy), ink)
        case .path(let path, let ink, let brush):
            return .path(path.scaled(1, offset: Point(dx, dy)), ink, brush.offset(dx, dy))
        case .texture(let texture, let box): return .texture(texture, box.offset(dx, dy))
        }
    }
}

extension Scene.Brush {
    fileprivate func offset(_ dx: Double, _ dy: Double) -> Scene.Brush {
        switch self {
        case .fill: .fill
        case .stroke(let width, let clip): .stroke(width: width, clip: clip?.offset(dx, dy))
        }
    }
}
