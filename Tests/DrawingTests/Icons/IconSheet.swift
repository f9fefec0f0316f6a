import Drawing
import Testing
import Weather
import Widgets

/// A picture of the weather by day or by night.
struct IconCase: Sendable, Hashable, CustomTestStringConvertible {
    let condition: Condition
    let isDaylight: Bool

    init(_ condition: Condition, isDaylight: Bool = true) {
        self.condition = condition
        self.isDaylight = isDaylight
    }

    static let all = Condition.allCases.flatMap { [IconCase($0), IconCase($0, isDaylight: false)] }

    /// The conditions on whose pictures sun or moon is seen.
    static let sky: Set<Condition> = [.clear, .fair, .mostlyCloudy, .showers]

    var testDescription: String { "\(condition) by \(isDaylight ? "day" : "night")" }

    func elements(in box: Rectangle, _ palette: Palette) -> [Scene.Element] {
        WeatherIcon.elements(condition, isDaylight: isDaylight, in: box, palette)
    }
}

/// All icons of a size, painted in rows of eight with some space around each.
struct IconSheet {
    let side: Int
    private let pixels: Pixels
    private static let space = 3

    /// `side` is 190 at most: the sheet is a picture.
    init(side: Int, _ palette: Palette, on background: Ink = .paper) throws {
        self.side = side
        let cell = side + 2 * Self.space
        let size = try #require(PictureSize(width: 8 * cell, height: 4 * cell))
        var scene = Scene(size: size)
        if background != .paper { scene.add(.texture(.plain(background), scene.frame)) }
        for icon in IconCase.all {
            let (x, y) = Self.corner(of: icon, side: side)
            let box = Rectangle(x: Double(x), y: Double(y), width: Double(side), height: Double(side))
            for element in icon.elements(in: box, palette) { scene.add(element) }
        }
        pixels = Painter(palette, Typesetter(isSmooth: palette.isSmooth, fonts: "")).pixels(of: scene)
    }

    private static func corner(of icon: IconCase, side: Int) -> (x: Int, y: Int) {
        let cell = side + 2 * space
        let index = Int(icon.condition.rawValue) + (icon.isDaylight ? 0 : 16)
        return (space + index % 8 * cell, space + index / 8 * cell)
    }

    /// An icon's square, from its upper left.
    func colors(of icon: IconCase) -> [Color] {
        let (left, top) = Self.corner(of: icon, side: side)
        return (top..<top + side).flatMap { y in (left..<left + side).map { x in pixels[x, y] } }
    }

    func color(of icon: IconCase, x: Int, y: Int) -> Color {
        let (left, top) = Self.corner(of: icon, side: side)
        return pixels[left + x, top + y]
    }

    /// The number of painted pixels between the icons.
    var strays: Int {
        let background = pixels[0, 0]
        let (cell, square) = (side + 2 * Self.space, Self.space..<Self.space + side)
        return (0..<pixels.height).reduce(0) { count, y in
            count
                + (0..<pixels.width).count { x in
                    !(square.contains(x % cell) && square.contains(y % cell)) && pixels[x, y] != background
                }
        }
    }
}

extension Palette {
    static let all = PictureColors.allCases.flatMap { colors in
        PictureTheme.allCases.map { Palette(colors, $0) }
    }
}
