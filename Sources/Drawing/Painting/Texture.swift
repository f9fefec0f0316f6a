import Widgets

extension Scene.Texture {
    /// Paints the part of an area that lies within the picture.
    func paint(_ area: Rectangle, _ palette: Palette, on pixels: inout Pixels) {
        guard !area.isEmpty else { return }
        let columns = (Int(area.x.rounded())..<Int(area.maxX.rounded())).clamped(to: 0..<pixels.width)
        let rows = (Int(area.y.rounded())..<Int(area.maxY.rounded())).clamped(to: 0..<pixels.height)
        switch self {
        case .plain(let ink):
            let color = palette.color(of: ink)
            for y in rows { for x in columns { pixels[x, y] = color } }
        case .paper(let seed):
            Paper(seed: seed, palette).paint(columns, rows, on: &pixels)
        }
    }
}

/// Handmade paper: clouds of slightly more and less pulp, and a few long fibres.
private struct Paper {
    private let seed: UInt64
    private let palette: Palette

    /// The distance between the centres of pulp clouds, in pixels.
    private static let cloud = 48

    init(seed: UInt64, _ palette: Palette) {
        self.seed = seed
        self.palette = palette
    }

    func paint(_ columns: Range<Int>, _ rows: Range<Int>, on pixels: inout Pixels) {
        guard !columns.isEmpty, !rows.isEmpty else { return }
        for y in rows { for x in columns { pixels[x, y] = color(cloud(x, y)) } }
        // One to a patch of 40 by 40 pixels.
        for fibre in 0..<(columns.count * rows.count / 1600) {
            draw(fibre, columns, rows, on: &pixels)
        }
    }

    /// The colour of paper with more or less pulp, −1…1, in few steps, so that pictures stay small.
    private func color(_ amount: Double) -> Color {
        let step = (amount * 3).rounded() / 3
        func shifted(_ value: UInt8, _ range: Double) -> UInt8 { UInt8(max(0, min(255, Double(value) + step * range))) }
        let paper = palette.color(of: .paper)
        let range = palette.colors == .full ? 3.0 : 0
        return Color(
            shifted(paper.red, range),
            shifted(paper.green, range * 1.1),
            shifted(paper.blue, range * 1.5)
        )
    }

    /// −1…1, smooth.
    private func cloud(_ x: Int, _ y: Int) -> Double {
        let (column, row) = (x / Self.cloud, y / Self.cloud)
        func eased(_ value: Int) -> Double {
            let part = Double(value % Self.cloud) / Double(Self.cloud)
            return part * part * (3 - 2 * part)
        }
        let (across, down) = (eased(x), eased(y))
        func knot(_ dx: Int, _ dy: Int) -> Double {
            random(UInt64(column + dx) << 32 | UInt64(row + dy)) * 2 - 1
        }
        let upper = knot(0, 0) * (1 - across) + knot(1, 0) * across
        let lower = knot(0, 1) * (1 - across) + knot(1, 1) * across
        return upper * (1 - down) + lower * down
    }

    /// A slightly bent line, a pixel wide, that fades towards its ends.
    private func draw(_ number: Int, _ columns: Range<Int>, _ rows: Range<Int>, on pixels: inout Pixels) {
        func value(_ index: Int) -> Double { random(1 << 63 | UInt64(number) << 8 | UInt64(index)) }
        var x = Double(columns.lowerBound) + value(0) * Double(columns.count)
        var y = Double(rows.lowerBound) + value(1) * Double(rows.count)
        var angle = value(2) * 2 * .pi
        let bend = (value(3) - 0.5) * 0.12
        let length = Int(12 + value(4) * 36)
        let isDark = value(5) < 0.7
        for step in 0..<length {
            let (column, row) = (Int(x), Int(y))
            if columns.contains(column), rows.contains(row) {
                let fade = min(1, Double(min(step, length - step)) / 6)
                pixels[column, row] = fibre(over: pixels[column, row], isDark, (fade * 3).rounded() / 3)
            }
            x += cosine(angle)
            y += cosine(angle - .pi / 2)
            angle += bend
        }
    }

    private func fibre(over color: Color, _ isDark: Bool, _ strength: Double) -> Color {
        let amount = strength * (isDark == (palette.theme == .light) ? 14 : 7)
        func mixed(_ value: UInt8, _ part: Double) -> UInt8 {
            UInt8(max(0, min(255, Double(value) + (isDark ? -1 : 1) * amount * part)))
        }
        return Color(mixed(color.red, 0.9), mixed(color.green, 1), mixed(color.blue, 1.25))
    }

    /// Bhaskara's approximation: the result must not depend on a library's last digit.
    private func cosine(_ angle: Double) -> Double {
        let turn = (angle / (2 * .pi) - (angle / (2 * .pi)).rounded(.down)) * 4
        let (part, sign) = turn < 1 ? (turn, 1.0) : turn < 3 ? (turn - 2, -1.0) : (turn - 4, 1.0)
        let square = part * part
        return sign * (4 - 4 * square) / (4 + square)
    }

    /// 0..<1, the same for the same key.
    private func random(_ key: UInt64) -> Double {
        var mixed = seed &+ key &* 0x9E37_79B9_7F4A_7C15
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return Double((mixed ^ (mixed >> 31)) >> 11) / Double(1 << 53)
    }
}
