import Drawing
import Testing
import Weather
import Widgets

@Suite(.oneAtATime) struct `Weather icons` {
    private let light = Palette(.blackAndWhite, .light)

    // MARK: Within the box

    @Test(arguments: 10...400)
    func `no mark leaves the box at any size`(side: Int) {
        let box = Rectangle(x: 7, y: 5, width: Double(side), height: Double(side))
        // One whose clouds have a body and one whose have none, now smooth and now not.
        let palettes = [Palette.all[side % Palette.all.count], Palette.all[(side + 7) % Palette.all.count]]
        for icon in IconCase.all {
            for palette in palettes {
                let strays = icon.elements(in: box, palette).filter { !$0.lies(within: box) }
                #expect(strays.isEmpty, "\(icon.testDescription), \(palette)")
            }
        }
    }

    @Test(arguments: [10, 11, 12, 15, 16, 19, 24, 25, 26, 31, 48], Palette.all)
    func `what is painted stays in the box, and something is`(side: Int, palette: Palette) throws {
        let sheet = try IconSheet(side: side, palette)
        #expect(sheet.strays == 0)
        for icon in IconCase.all {
            let inked = sheet.colors(of: icon).count { $0 != palette.color(of: .paper) }
            #expect(inked >= side * side / 16, "\(icon.testDescription)")
        }
    }

    @Test(arguments: [12, 17, 24, 37, 96, 150], [PictureColors.blackAndWhite, .full])
    func `the paper that covers stays in the box`(side: Int, colors: PictureColors) throws {
        #expect(try IconSheet(side: side, Palette(colors, .light), on: .ink).strays == 0)
    }

    @Test func `in a box that is no square the largest square is taken`() {
        let box = Rectangle(x: 0, y: 0, width: 31, height: 20)
        let square = Rectangle(x: 5, y: 0, width: 20, height: 20)
        for icon in IconCase.all { #expect(icon.elements(in: box, light) == icon.elements(in: square, light)) }
    }

    @Test func `in a box of less than ten pixels there is nothing`() {
        let box = Rectangle(x: 0, y: 0, width: 9, height: 40)
        for icon in IconCase.all { #expect(icon.elements(in: box, light).isEmpty) }
    }

    // MARK: Told apart

    /// The least number of side × side pixels that differ: about one in twelve for the smallest.
    @Test(arguments: [(10, 7), (11, 7), (12, 12), (16, 16), (24, 28), (32, 60), (48, 120)])
    func `each is told from every other`(side: Int, least: Int) throws {
        let sheet = try IconSheet(side: side, light)
        let icons = IconCase.all.filter { $0.isDaylight || IconCase.sky.contains($0.condition) }
        for (index, icon) in icons.enumerated() {
            for other in icons[(index + 1)...] {
                let difference = zip(sheet.colors(of: icon), sheet.colors(of: other)).count { $0 != $1 }
                #expect(difference >= least, "\(icon.testDescription), \(other.testDescription)")
            }
        }
    }

    @Test(arguments: Set(Condition.allCases).subtracting(IconCase.sky))
    func `without sun or moon day and night are the same`(condition: Condition) {
        for side in [10.0, 12, 24, 48] {
            let box = Rectangle(x: 0, y: 0, width: side, height: side)
            let day = WeatherIcon.elements(condition, isDaylight: true, in: box, light)
            #expect(day == WeatherIcon.elements(condition, isDaylight: false, in: box, light))
        }
    }

    @Test(arguments: [
        [IconCase(.drizzle), IconCase(.rain), IconCase(.showers), IconCase(.heavyRain)],
        [IconCase(.drizzle), IconCase(.rain), IconCase(.showers, isDaylight: false), IconCase(.heavyRain)],
        [IconCase(.snow), IconCase(.heavySnow)],
    ])
    func `the more falls, the more is inked`(icons: [IconCase]) throws {
        for side in [10, 12, 16, 20, 24, 32, 48, 96] {
            let sheet = try IconSheet(side: side, light)
            let weights = icons.map { icon in sheet.colors(of: icon).count { $0 == .black } }
            for (weight, next) in zip(weights, weights.dropFirst()) {
                #expect(weight < next, "\(weights) at \(side)")
            }
        }
    }

    // MARK: Crisp, in the display's colours

    @Test(arguments: 10..<16, PictureTheme.allCases)
    func `below 16 pixels nothing is smoothed`(side: Int, theme: PictureTheme) throws {
        let palette = Palette(.full, theme)
        let inks: [Ink] = [.paper, .ink, .secondary, .tone, .accent, .sun, .moon, .water]
        let known = Set(inks.map { palette.color(of: $0) })
        let sheet = try IconSheet(side: side, palette)
        for icon in IconCase.all {
            #expect(Set(sheet.colors(of: icon)).isSubset(of: known), "\(icon.testDescription)")
        }
    }

    @Test(arguments: Palette.all)
    func `the sun has the display's colour`(palette: Palette) throws {
        let expected: Color =
            switch palette.colors {
            case .blackWhiteRed: .red
            case .blackWhiteYellow: .yellow
            case .full: palette.color(of: .sun)
            case .blackAndWhite, .fourGreys, .sixteenGreys: palette.color(of: .ink)
            }
        for side in [12, 24, 48] {
            #expect(try IconSheet(side: side, palette).colors(of: IconCase(.clear)).contains(expected))
        }
    }

    @Test(arguments: [10, 12, 24, 48])
    func `a cloud covers what is behind`(side: Int) throws {
        let sheet = try IconSheet(side: side, light, on: .ink)
        #expect(sheet.color(of: IconCase(.rain), x: side / 2, y: side / 4) == .white)
    }
}

extension Scene.Element {
    /// True if every point is; a curve lies within the hull of its points.
    fileprivate func lies(within box: Rectangle) -> Bool {
        switch self {
        case .text(let text): box.contains(text.inkBox)
        case .fill(let area, _):
            box.contains(area) && [area.x, area.y, area.width, area.height].allSatisfy { $0 == $0.rounded() }
        case .texture(_, let area): box.contains(area)
        case .path(_, _, .stroke(_, let clip)): clip.map(box.contains) ?? false
        case .path(let path, _, .fill):
            path.steps.flatMap(\.points).allSatisfy { point in
                let slack = 1e-9
                return point.x >= box.x - slack && point.x <= box.maxX + slack && point.y >= box.y - slack
                    && point.y <= box.maxY + slack
            }
        }
    }
}

extension Path.Step {
    fileprivate var points: [Point] {
        switch self {
        case .move(let point), .line(let point): [point]
        case .curve(let first, let second, let end): [first, second, end]
        case .close: []
        }
    }
}
