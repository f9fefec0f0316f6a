import Weather

/// An arrow that rises or falls the more, the faster the pressure does.
enum TrendArrow {
    /// Within a square; slopes are those that pixels can show evenly: 0, 1:2, 1:1, 2:1, upright; in a small one, in
    /// which those look alike, 1:1 for slow changes too, and upright for quick ones.
    static func element(_ trend: PressureTrend, in box: Rectangle, width: Double, _ ink: Ink) -> Scene.Element {
        let isSmall = box.width < 14
        let (dx, dy): (Double, Double) =
            switch trend {
            case .steady: (1, 0)
            case .risingSlowly: (1, isSmall ? -1 : -0.5)
            case .rising: (1, -1)
            case .risingQuickly: (isSmall ? 0 : 0.5, -1)
            case .risingVeryRapidly: (0, -1)
            case .fallingSlowly: (1, isSmall ? 1 : 0.5)
            case .falling: (1, 1)
            case .fallingQuickly: (isSmall ? 0 : 0.5, 1)
            case .fallingVeryRapidly: (0, 1)
            }
        let half = (box.width - width) / 2
        let (x, y) = (dx * half, dy * half)
        let length = (x * x + y * y).squareRoot()
        // The unit vector along the arrow; its head is two strokes at 45°.
        let (ux, uy) = (x / length, y / length)
        let head = max(3, half * 0.9)
        let (tipX, tipY) = (box.midX + x, box.midY + y)
        var path = Path()
        path.move(box.midX - x, box.midY - y)
        path.line(tipX, tipY)
        let diagonal = head * 0.5.squareRoot()
        path.move(tipX - diagonal * (ux - uy), tipY - diagonal * (uy + ux))
        path.line(tipX, tipY)
        path.line(tipX - diagonal * (ux + uy), tipY - diagonal * (uy - ux))
        return .path(path, ink, .stroke(width: width, clip: box))
    }
}
