import Weather

extension SmallIcon {
    /// For squares of 10 and 11 pixels.
    static func ten(_ condition: Condition, _ isDaylight: Bool) -> [[String]] {
        switch condition {
        case .unknown: [question10]
        case .clear: [isDaylight ? sun10 : moon10]
        case .fair: [isDaylight ? highSun10 : highMoon10, smallCloud10]
        case .mostlyCloudy: [isDaylight ? peekingSun10 : peekingMoon10, lowCloud10]
        case .overcast: [overcast10]
        case .fog: [fog10]
        case .haze: [haze10]
        case .drizzle: [cloud10, drizzle10]
        case .rain: [cloud10, rain10]
        case .showers: [isDaylight ? peekingSun10 : peekingMoon10, showers10]
        case .heavyRain: [heavy(cloud10), heavyRain10]
        case .sleet: [cloud10, sleet10]
        case .snow: [cloud10, snow10]
        case .heavySnow: [heavy(cloud10), heavySnow10]
        case .thunder: [thundercloud(cloud10), bolt10]
        case .exceptional: [warning10]
        }
    }

    private static let sun10 = [
        "....e....",
        ".e.....e.",
        "...eee...",
        "..essse..",
        "e.essse.e",
        "..essse..",
        "...eee...",
        ".e.....e.",
        "....e....",
    ]

    private static let moon10 = [
        "...mm.....",
        ".mmm...m..",
        ".mmm..mmm.",
        "mmm....m..",
        "mmm.......",
        "mmmm......",
        "mmmmm...m.",
        ".mmmmmmmm.",
        "..mmmmmm..",
        "....mm....",
    ]

    private static let highSun10 = [
        "...e......",
        "e.....e...",
        "..eee.....",
        ".essse....",
        ".essse....",
        ".essse....",
        "..eee.....",
        "e.........",
        "...e......",
    ]

    private static let highMoon10 = [
        "..mm......",
        ".mm.......",
        "mmm.......",
        "mmm.......",
        "mmm.......",
        "mmmmmm....",
        ".mmmmm....",
        "..mmm.....",
    ]

    private static let smallCloud10 = [
        "",
        "",
        "",
        "",
        ".....ooo..",
        "....oo##oo",
        "...oo#cc#o",
        "...o#cccc#",
        "...o#cccc#",
        "...oo####.",
    ]

    private static let lowCloud10 = [
        "",
        "",
        ".....ooo..",
        "....oo##oo",
        "ooooo#cc#o",
        "oo###cccc#",
        "o#ccccccc#",
        "#cccccccc#",
        "#cccccccc#",
        ".########.",
    ]

    private static let peekingSun10 = [
        "...e......",
        "e.....e...",
        "..eee.....",
        ".essse....",
        ".essse....",
        ".essse....",
        "..eee.....",
    ]

    private static let peekingMoon10 = [
        "...mm.....",
        ".mmm......",
        ".mmm......",
        "mmm.......",
        "mmm.......",
        "mmm.......",
        ".mm.......",
    ]

    private static let showers10 = [
        "",
        "",
        "......oo..",
        ".....o##o.",
        "....o#cc#o",
        "...o#cccc#",
        "...oo####.",
        "..........",
        "....r.r.r.",
        "...r.r.r..",
    ]

    private static let cloud10 = [
        "....###...",
        "...#ccc#..",
        ".##ccccc#.",
        "#cccccccc#",
        "#cccccccc#",
        ".########.",
    ]

    private static let overcast10 = [
        "....ddd...",
        "...ddddd..",
        "..ddddddd.",
        "..oooodddd",
        ".oo##ooddd",
        "oo#cc#ood.",
        "##cccc##o.",
        "#cccccc#..",
        "#cccccc#..",
        ".######...",
    ]

    private static let fog10 = [
        "...###....",
        "..#ccc##..",
        ".#cccccc#.",
        "#cccccccc#",
        "..........",
        "#######.##",
        "..........",
        "##.#######",
        "..........",
        ".#####.##.",
    ]

    private static let haze10 = [
        ".##....##.",
        "#..#..#..#",
        "....##....",
        "..........",
        ".#..#..#..",
        "..........",
        ".##....##.",
        "#..#..#..#",
        "....##....",
    ]

    private static let drizzle10 = [
        "",
        "",
        "",
        "",
        "",
        "",
        "",
        "...r....r.",
        "...r....r.",
        ".....r....",
    ]

    private static let rain10 = [
        "",
        "",
        "",
        "",
        "",
        "",
        "",
        "..r..r..r.",
        "..r..r..r.",
        ".r..r..r..",
    ]

    private static let heavyRain10 = [
        "",
        "",
        "",
        "",
        "",
        "",
        "",
        "..r.r.r.r.",
        "..r.r.r.r.",
        ".r.r.r.r..",
    ]

    private static let sleet10 = [
        "",
        "",
        "",
        "",
        "",
        "",
        "",
        "..r.r..r..",
        "..r.r.rrr.",
        ".r.r...r..",
    ]

    private static let snow10 = [
        "",
        "",
        "",
        "",
        "",
        "",
        "",
        "..r....r..",
        ".rrr..rrr.",
        "..r....r..",
    ]

    private static let heavySnow10 = [
        "",
        "",
        "",
        "",
        "",
        "",
        "",
        "..r....r..",
        ".rrr..rrr.",
        "..r....r..",
    ]

    private static let bolt10 = [
        "",
        "",
        "",
        "......oo..",
        ".....obbo.",
        "....obboo.",
        "...obbbbo.",
        "....obb...",
        "....bb....",
        "....b.....",
    ]

    private static let warning10 = [
        "....!!....",
        "....!!....",
        "...!!!!...",
        "...!oo!...",
        "..!!oo!!..",
        "..!!oo!!..",
        ".!!!!!!!!.",
        ".!!!oo!!!.",
        "!!!!!!!!!!",
    ]

    private static let question10 = [
        "...####...",
        "..##..##..",
        "..##..##..",
        ".....##...",
        "....##....",
        "....##....",
        "..........",
        "....##....",
        "....##....",
    ]
}
