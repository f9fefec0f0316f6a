extension Scene {
    /// The areas of texts, lines and icons with a small margin; they must be paper to be legible on a picture of any
    /// colours.
    package var occupied: [Rectangle] {
        let room = max(2, (min(frame.width, frame.height) / 64).rounded())
        return elements.compactMap { $0.area(in: frame) }.filter { !$0.isEmpty }.map { area in
            Rectangle(
                x: area.x - room,
                y: area.y - room,
                width: area.width + 2 * room,
                height: area.height + 2 * room
            )
        }
    }
}

extension Scene.Element {
    /// The area; nil for an element that covers the whole picture.
    fileprivate func area(in frame: Rectangle) -> Rectangle? {
        switch self {
        case .text(let text): text.inkBox
        case .fill(let box, _): box
        case .texture(_, let box): box == frame ? nil : box
        case .path(let path, _, .fill): path.box
        case .path(let path, _, .stroke(let width, let clip)):
            path.box.map { box in
                let reach = Rectangle(
                    x: box.x - width / 2,
                    y: box.y - width / 2,
                    width: box.width + width,
                    height: box.height + width
                )
                return clip.map(reach.intersection) ?? reach
            }
        }
    }
}

extension Path {
    /// The bounding box of all points of the steps, which contains the curves; nil for an empty path.
    fileprivate var box: Rectangle? {
        let points = steps.flatMap { step -> [Point] in
            switch step {
            case .move(let point), .line(let point): [point]
            case .curve(let first, let second, let end): [first, second, end]
            case .close: []
            }
        }
        guard let first = points.first else { return nil }
        var (minX, maxX, minY, maxY) = (first.x, first.x, first.y, first.y)
        for point in points {
            (minX, maxX) = (min(minX, point.x), max(maxX, point.x))
            (minY, maxY) = (min(minY, point.y), max(maxY, point.y))
        }
        return Rectangle(x: minX, y: minY, width: max(1, maxX - minX), height: max(1, maxY - minY))
    }
}

extension Rectangle {
    /// The area that both share; empty if there is none.
    fileprivate func intersection(_ other: Rectangle) -> Rectangle {
        let (left, top) = (max(x, other.x), max(y, other.y))
        return Rectangle(
            x: left,
            y: top,
            width: max(0, min(maxX, other.maxX) - left),
            height: max(0, min(maxY, other.maxY) - top)
        )
    }
}
