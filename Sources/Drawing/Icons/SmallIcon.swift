import Weather

/// A picture of the weather set pixel by pixel, for squares of 10 to 15 pixels, where no outline survives scaling.
struct SmallIcon {
    /// One letter a pixel, see ``ink(_:_:)``; later layers cover earlier ones.
    private let layers: [[String]]
    /// Of the square that the layers are set for.
    private let side: Int

    init(_ condition: Condition, isDaylight: Bool, side: Int) {
        self.side = side >= 12 ? 12 : 10
        layers = side >= 12 ? Self.twelve(condition, isDaylight) : Self.ten(condition, isDaylight)
    }

    /// The layers in the middle of a square, as rows of whole pixels.
    func elements(in square: Rectangle, _ palette: Palette) -> [Scene.Element] {
        let x0 = square.x + ((square.width - Double(side)) / 2).rounded(.down)
        let y0 = square.y + ((square.height - Double(side)) / 2).rounded(.down)
        var elements: [Scene.Element] = []
        for layer in layers {
            for (row, letters) in layer.enumerated() {
                for run in Self.runs(letters) {
                    guard let ink = Self.ink(run.letter, palette) else { continue }
                    let x = x0 + Double(run.start)
                    let box = Rectangle(x: x, y: y0 + Double(row), width: Double(run.length), height: 1)
                    elements.append(.fill(box, ink))
                }
            }
        }
        return elements
    }

    static func runs(_ letters: String) -> [(letter: Character, start: Int, length: Int)] {
        var runs: [(letter: Character, start: Int, length: Int)] = []
        for (column, letter) in letters.enumerated() {
            if let last = runs.last, last.letter == letter {
                runs[runs.count - 1].length += 1
            } else {
                runs.append((letter, column, 1))
            }
        }
        return runs
    }

    /// The same cloud, dark.
    static func heavy(_ cloud: [String]) -> [String] { filled(cloud, "d") }

    static func thundercloud(_ cloud: [String]) -> [String] { filled(cloud, "t") }

    private static func filled(_ cloud: [String], _ letter: Character) -> [String] {
        cloud.map { row in String(row.map { $0 == "c" ? letter : $0 }) }
    }

    /// Nil where what is behind stays.
    private static func ink(_ letter: Character, _ palette: Palette) -> Ink? {
        switch letter {
        case "#": .ink
        case "o": .paper
        case "c": palette.cloud
        case "d": .secondary
        case "t": palette.thundercloud
        case "s": palette.smallSun
        case "e": palette.sunOutline
        case "m": .moon
        case "r": .water
        case "b": palette.lightning
        case "!": .accent
        default: nil
        }
    }
}
