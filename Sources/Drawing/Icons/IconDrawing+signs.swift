/// Haze, lightning, wind and the unknown condition.
extension IconDrawing {
    /// Waves with dots between.
    mutating func drawHaze() {
        for row in 0..<4 {
            let y = (side * (0.2 + 0.22 * Double(row))).rounded()
            row % 2 == 0 ? addWave(y: y) : addDots(y: y)
        }
    }

    /// Two periods around `y`.
    private mutating func addWave(y: Double) {
        let height = side * 0.08
        guard stroke > 1 else {
            addFineWave(y: y)
            return
        }
        let step = (side - 2 * margin - stroke) / 4
        var path = Path()
        path.move(margin + stroke / 2, y)
        for half in 0..<4 {
            let x = margin + stroke / 2 + Double(half) * step
            // The curve rises to three quarters of its handles.
            let handle = y + (half % 2 == 0 ? -height : height) / 0.75
            path.curve(x + step * 0.36, handle, x + step * 0.64, handle, x + step, y)
        }
        stroke(path, .ink, width: stroke)
    }

    /// The same of single pixels: a curve that thin has holes where edges are not smoothed.
    private mutating func addFineWave(y: Double) {
        let half = Int(((side - 2 * margin) / 4).rounded())
        let height = half < 5 ? 1 : 2
        for column in 0..<Int(side - 2 * margin) {
            let place = column % half
            let rise = min(height, place, half - place) * (column / half % 2 == 0 ? 1 : -1)
            fill(Rectangle(x: margin + Double(column), y: y - Double(rise), width: 1, height: 1), .ink)
        }
    }

    private mutating func addDots(y: Double) {
        let dot = (stroke * 1.3).rounded()
        let pitch = (side - 2 * margin) / 4
        for index in 0..<4 {
            let x = (margin + (Double(index) + 0.5) * pitch - dot / 2).rounded()
            var path = Path()
            path.addDisc(Point(x + dot / 2, y + (stroke / 2).rounded(.down) - dot / 2), radius: dot / 2)
            fill(path, .ink)
        }
    }

    mutating func drawWarning() {
        let bar = max(2, pixels(0.09))
        let height = pixels(0.88)
        let width = bar + 2 * ((side - 2 * margin - bar) / 2).rounded(.down)
        let x = ((side - width) / 2).rounded(.down)
        let y = ((side - height) / 2).rounded()
        let middle = x + width / 2
        // The corners are rounded by a stroke around a smaller triangle.
        let round = (side * 0.04).rounded()
        var path = Path()
        path.addPolygon([
            Point(middle, y + 2.1 * round), Point(x + width - 1.6 * round, y + height - round),
            Point(x + 1.6 * round, y + height - round),
        ])
        fill(path, .accent)
        stroke(path, .accent, width: 2 * round)
        let foot = y + height - max(2, pixels(0.12))
        let rise = (height * 0.28).rounded(.down)
        let top = foot - bar - max(1, (bar * 0.6).rounded()) - rise
        for box in [
            Rectangle(x: middle - bar / 2, y: top, width: bar, height: rise),
            Rectangle(x: middle - bar / 2, y: foot - bar, width: bar, height: bar),
        ] {
            var mark = Path()
            mark.addRoundedRectangle(box, radius: bar > 3 ? bar / 2 : 0)
            fill(mark, .paper)
        }
    }

    mutating func drawQuestion() {
        let thick = max(2, pixels(0.12))
        let across = thick + 2 * ((side * 0.5 - thick) / 2).rounded()
        let radius = (across - thick) / 2
        let top = pixels(0.06)
        let center = Point(((side - across) / 2).rounded(.down) + across / 2, top + across / 2)
        var path = Path()
        path.move(center.x - radius, center.y)
        path.addArc(center, radius: radius, from: .pi, to: 2.2 * .pi)
        let foot = pixels(0.72) - thick / 2
        path.curve(center.x + radius * 0.4, center.y + radius, center.x, center.y + radius, center.x, foot)
        stroke(path, .ink, width: thick)
        let box = Rectangle(x: center.x - thick / 2, y: side - top - thick, width: thick, height: thick)
        var dot = Path()
        dot.addRoundedRectangle(box, radius: thick > 3 ? thick / 2 : 0)
        fill(dot, .ink)
    }
}
