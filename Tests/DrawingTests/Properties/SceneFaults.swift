import Drawing
import Widgets

extension Scene {
    /// The faults that no scene may have: ink outside of the picture, texts within each other, edges between pixels.
    var faults: [String] {
        var faults: [String] = []
        let texts = texts
        for (index, text) in texts.enumerated() {
            if !frame.contains(text.inkBox) { faults.append("outside: \(text.text.debugDescription) \(text.inkBox)") }
            if text.text.isEmpty { faults.append("a text without a character at \(text.origin)") }
            for other in texts[..<index] where other.inkBox.intersects(text.inkBox) {
                faults.append("\(text.text.debugDescription) and \(other.text.debugDescription) overlap")
            }
            if text.origin.x != text.origin.x.rounded() || text.origin.y != text.origin.y.rounded() {
                faults.append("between pixels: \(text.text.debugDescription) \(text.origin)")
            }
        }
        for element in elements { faults += self.faults(of: element) }
        return faults
    }

    private func faults(of element: Element) -> [String] {
        switch element {
        case .text: return []
        case .fill(let box, _):
            let edges = [box.x, box.y, box.width, box.height]
            return (frame.contains(box) ? [] : ["outside: a fill \(box)"])
                + (edges.allSatisfy { $0 == $0.rounded() } ? [] : ["between pixels: a fill \(box)"])
        case .texture(_, let box): return frame.contains(box) ? [] : ["outside: a texture \(box)"]
        case .path(_, _, .stroke(_, let clip?)): return frame.contains(clip) ? [] : ["outside: a clip \(clip)"]
        case .path(let path, _, let brush):
            var reach = 0.0
            if case .stroke(let width, _) = brush { reach = width / 2 }
            let isInside = path.points.allSatisfy { point in
                frame.contains(
                    Rectangle(x: point.x - reach, y: point.y - reach, width: 2 * reach, height: 2 * reach)
                )
            }
            return isInside ? [] : ["outside: a path \(path.points)"]
        }
    }
}

extension Path {
    /// Points on it: all corners, and some of each curve.
    var points: [Point] {
        var points: [Point] = []
        for step in steps {
            switch step {
            case .move(let point), .line(let point): points.append(point)
            case .curve(let first, let second, let end):
                let start = points.last ?? first
                for part in stride(from: 0.125, through: 1, by: 0.125) {
                    let rest = 1 - part
                    func mix(_ value: (Point) -> Double) -> Double {
                        rest * rest * rest * value(start) + 3 * rest * rest * part * value(first)
                            + 3 * rest * part * part * value(second) + part * part * part * value(end)
                    }
                    points.append(Point(mix(\.x), mix(\.y)))
                }
            case .close: break
            }
        }
        return points
    }
}

extension Scene {
    /// The same in the middle of a larger picture; nil where there is none so large.
    func withMargin(_ margin: Int) -> Scene? {
        guard let size = PictureSize(width: size.width + 2 * margin, height: size.height + 2 * margin) else {
            return nil
        }
        var scene = Scene(size: size)
        let offset = Double(margin)
        for element in elements {
            switch element {
            case .text(var text):
                text.origin = Point(text.origin.x + offset, text.origin.y + offset)
                scene.add(.text(text))
            case .fill(let box, let ink): scene.add(.fill(box.offset(offset, offset), ink))
            case .texture(let texture, let box): scene.add(.texture(texture, box.offset(offset, offset)))
            case .path(let path, let ink, .fill):
                scene.add(.path(path.scaled(1, offset: Point(offset, offset)), ink, .fill))
            case .path(let path, let ink, .stroke(let width, let clip)):
                let clip = clip?.offset(offset, offset)
                scene.add(
                    .path(path.scaled(1, offset: Point(offset, offset)), ink, .stroke(width: width, clip: clip))
                )
            }
        }
        return scene
    }
}

extension Pixels {
    /// The number of pixels of a frame so wide that have another colour than the first.
    func marks(inMargin margin: Int) -> Int {
        var count = 0
        for y in 0..<height {
            let isWhole = y < margin || y >= height - margin
            for x in 0..<width where (isWhole || x < margin || x >= width - margin) && self[x, y] != self[0, 0] {
                count += 1
            }
        }
        return count
    }

    /// True if there is more than one colour.
    var hasInk: Bool {
        (1..<width * height).contains { bytes[3 * $0..<3 * $0 + 3] != bytes[0..<3] }
    }
}
