import Weather

/// Rain, snow and hail below clouds.
extension IconDrawing {
    mutating func drawFalling(_ condition: Condition) {
        let box = Rectangle(x: margin, y: margin, width: side - 2 * margin, height: pixels(0.56))
        let isHeavy = condition == .heavyRain || condition == .heavySnow
        let body = isHeavy ? .secondary : condition == .thunder ? palette.thundercloud : palette.cloud
        addCloud(Cloud(box, stroke: stroke), body, hidesBehind: false)
        let room = room(below: box)
        switch condition {
        case .drizzle: addDrizzle(in: room)
        case .rain: addRain(in: room, count: 3)
        case .heavyRain: addRain(in: room, count: 4)
        case .sleet: addSleet(in: room)
        case .snow: addSnow(in: room, isHeavy: false)
        case .heavySnow: addSnow(in: room, isHeavy: true)
        default: addBolt(from: box)
        }
    }

    /// The area below a cloud in which rain or snow is drawn.
    func room(below cloud: Rectangle) -> Rectangle {
        let top = cloud.maxY + gap
        return Rectangle(x: cloud.x, y: top, width: cloud.width, height: side - margin - top)
    }

    /// Slanting strokes: one to the left on two down, so that steps are alike where edges are not smoothed.
    mutating func addRain(in room: Rectangle, count: Int) {
        let length = room.height
        let pitch = (room.width / (Double(count) + 0.6)).rounded()
        let across = pitch * Double(count - 1) + stroke + (length / 2).rounded(.down)
        let start = room.x + ((room.width - across) / 2).rounded() + (length / 2).rounded(.down)
        for index in 0..<count { addStreak(x: start + Double(index) * pitch, y: room.y, length: length) }
    }

    /// `x` is the left of its upper end.
    private mutating func addStreak(x: Double, y: Double, length: Double) {
        var path = Path()
        if stroke > 2 {
            let end = Point(x + stroke / 2 - length / 2 + stroke / 4, y + length)
            path.addBar(from: Point(x + stroke / 2, y), to: end, width: stroke, isRound: true)
        } else {
            for step in stride(from: 0, to: length, by: 2) {
                let height = min(2, length - step)
                path.addRectangle(Rectangle(x: x - step / 2, y: y + step, width: stroke, height: height))
            }
        }
        fill(path, .water)
    }

    private mutating func addDrizzle(in room: Rectangle) {
        let length = max(2, (room.height * 0.42).rounded())
        let pitch = (room.width * 0.27).rounded()
        let across = 2 * pitch + stroke + (length / 2).rounded(.down)
        let start = room.x + ((room.width - across) / 2).rounded() + (length / 2).rounded(.down)
        for index in 0..<3 {
            let y = index == 1 ? room.maxY - length : room.y
            addStreak(x: start + Double(index) * pitch, y: y, length: length)
        }
    }

    private mutating func addSleet(in room: Rectangle) {
        let pitch = (room.width / 4).rounded()
        let start = room.x + (room.height / 2).rounded(.down) + (room.width * 0.04).rounded()
        for index in 0..<2 { addStreak(x: start + Double(index) * pitch, y: room.y, length: room.height) }
        let across = flake(room.height * 0.9)
        let x = room.maxX - across - (room.width * 0.06).rounded()
        addFlake(x: x, y: room.y + ((room.height - across) / 2).rounded(.down), across: across)
    }

    /// Three crystals, every other lower; heavy snow has grains between.
    private mutating func addSnow(in room: Rectangle, isHeavy: Bool) {
        let across = flake(min(room.height * 0.85, room.width / 4.2))
        let pitch = ((room.width - across) / 2 - 0.25).rounded()
        let start = room.x + ((room.width - 2 * pitch - across) / 2).rounded(.down)
        for index in 0..<3 {
            let x = start + Double(index) * pitch
            addFlake(x: x, y: index == 1 ? room.maxY - across : room.y, across: across)
        }
        guard isHeavy else { return }
        let dot = max(1, (stroke * 1.2).rounded())
        for place in [0.5, 1.5] {
            let x = (start + across / 2 + place * pitch - dot / 2).rounded()
            var path = Path()
            path.addDisc(Point(x + dot / 2, room.y + dot / 2), radius: dot / 2)
            fill(path, .water)
        }
    }

    /// Of a crystal's arms.
    private var arm: Double { max(1, pixels(1 / 26)) }

    /// The width of a snow crystal in this much room.
    private func flake(_ room: Double) -> Double {
        if let rows = Flake.rows(room: room, arm: arm) { return Double(rows.count) }
        return arm + 2 * ((room - arm) / 2).rounded(.down)
    }

    /// Three bars across each other.
    private mutating func addFlake(x: Double, y: Double, across: Double) {
        if let rows = Flake.rows(room: across, arm: arm) {
            fill(rows, at: Point(x, y), .water)
            return
        }
        let center = Point(x + across / 2, y + across / 2)
        var path = Path()
        for third in 0..<3 {
            let angle = .pi / 2 + Double(third) * .pi / 3
            path.addBar(
                from: center.moved(-across / 2, at: angle),
                to: center.moved(across / 2, at: angle),
                width: arm,
                isRound: arm > 2
            )
        }
        fill(path, .water)
    }

    private mutating func addBolt(from cloud: Rectangle) {
        let top = cloud.y + (cloud.height * 0.5).rounded()
        let height = side - margin - top
        let width = (height * 0.66).rounded()
        let left = (cloud.midX - width / 2).rounded()
        let outline: [(Double, Double)] = [
            (0.42, 0), (0.9, 0), (0.66, 0.36), (1, 0.36), (0.3, 1), (0.44, 0.56), (0.06, 0.56),
        ]
        var path = Path()
        path.addPolygon(outline.map { Point(left + $0.0 * width, top + $0.1 * height) })
        stroke(path, .paper, width: 2 * gap)
        fill(path, palette.lightning)
    }
}
