/// A bar with half discs for ends and two discs on it.
struct Cloud {
    private let bar: Rectangle
    private let high: Rectangle
    private let low: Rectangle?

    /// Nothing narrow is left within an outline of `stroke`.
    init(_ box: Rectangle, stroke: Double) {
        let isSimple = box.width < 12 * stroke
        let thick = (box.height * 0.56).rounded()
        bar = Rectangle(x: box.x, y: box.maxY - thick, width: box.width, height: thick)
        let large = min(box.height, (box.width * 0.54).rounded())
        let right = (box.width * (isSimple ? 0.3 : 0.36)).rounded()
        high = Rectangle(x: box.x + right, y: box.y, width: large, height: large)
        let small = min((box.width * 0.38).rounded(), box.height)
        let drop = min(box.height - small, (box.height * 0.24).rounded())
        let left = Rectangle(x: box.x + (box.width * 0.1).rounded(), y: box.y + drop, width: small, height: small)
        low = isSimple ? nil : left
    }

    /// Adds the cloud's outline, moved inwards by `inset`.
    func add(to path: inout Path, inset: Double) {
        path.addRoundedRectangle(bar.inset(inset, inset), radius: bar.height / 2)
        let bumps = [low, high].compactMap { $0 }
        for bump in bumps {
            path.addDisc(Point(bump.midX, bump.midY), radius: bump.width / 2 - inset)
        }
        // Smaller discs part where the outline is notched: what lies between their middles belongs to the cloud.
        let round = bar.height / 2
        let ends = [Point(bar.maxX - round, bar.midY), Point(bar.x + round, bar.midY)]
        path.addPolygon(bumps.map { Point($0.midX, $0.midY) } + ends)
    }
}

extension IconDrawing {
    /// `hidesBehind` keeps a line of paper around it.
    mutating func addCloud(_ cloud: Cloud, _ body: Ink, hidesBehind: Bool) {
        if hidesBehind {
            var around = Path()
            cloud.add(to: &around, inset: 0)
            stroke(around, .paper, width: 2 * gap)
        }
        addOutlined(.ink, body) { path, inset in cloud.add(to: &path, inset: inset) }
    }

    mutating func drawFog() {
        let bars = barsOfFog
        let bottom = (bars.first?.y ?? side) - max(2, gap + 1)
        let box = Rectangle(x: margin, y: margin, width: side - 2 * margin, height: bottom - margin)
        addCloud(Cloud(box, stroke: stroke), palette.cloud, hidesBehind: false)
        for bar in bars {
            var path = Path()
            path.addRoundedRectangle(bar, radius: stroke > 2 ? stroke / 2 : 0)
            fill(path, .ink)
        }
    }

    private var barsOfFog: [Rectangle] {
        let step = stroke + max(1, (side * 0.07).rounded())
        let first = side - margin - 2 * step - stroke
        let spans: [[(Double, Double)]] = [
            [(0, 0.68), (0.78, 1)], [(0, 0.16), (0.26, 1)], [(0.12, 0.6), (0.7, 0.9)],
        ]
        let width = side - 2 * margin
        return spans.enumerated().flatMap { row, spans in
            spans.map { start, end in
                let x = (start * width).rounded()
                return Rectangle(
                    x: margin + x,
                    y: first + Double(row) * step,
                    width: (end * width).rounded() - x,
                    height: stroke
                )
            }
        }
    }
}
