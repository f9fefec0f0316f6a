import Weather

extension SmallIcon {
    /// For squares from 12 pixels on.
    static func twelve(_ condition: Condition, _ isDaylight: Bool) -> [[String]] {
        switch condition {
        case .unknown: [question12]
        case .clear: [isDaylight ? sun12 : moon12]
        case .fair: [isDaylight ? highSun12 : highMoon12, smallCloud12]
        case .mostlyCloudy: [isDaylight ? peekingSun12 : peekingMoon12, lowCloud12]
        case .overcast: [overcast12]
        case .fog: [fog12]
        case .haze: [haze12]
        case .drizzle: [cloud12, drizzle12]
        case .rain: [cloud12, rain12]
        case .showers: [isDaylight ? peekingSun12 : peekingMoon12, showers12]
        case .heavyRain: [heavy(cloud12), heavyRain12]
        case .sleet: [cloud12, sleet12]
        case .snow: [cloud12, snow12]
        case .heavySnow: [heavy(cloud12), heavySnow12]
        case .thunder: [thundercloud(cloud12), bolt12]
        case .exceptional: [warning12]
        }
    }

    private static let sun12 = [
        ".....e.....",
        ".e...e...e.",
        "..e.....e..",
        "....eee....",
        "...essse...",
        "ee.essse.ee",
        "...essse...",
        "....eee....",
        "..e.....e..",
        ".e...e...e.",
        ".....e.....",
    ]

    private static let moon12 = [
        "....mmm.....",
        "..mmm....m..",
        ".mmm....mmm.",
        ".mmm.....m..",
        "mmmm........",
        "mmmm........",
        "mmmmm.......",
        ".mmmmm....m.",
        ".mmmmmmmmmm.",
        "..mmmmmmmm..",
        "....mmmm....",
        "............",
    ]

    private static let highSun12 = [
        "....e.......",
        ".e.....e....",
        "...eee......",
        "..essse.....",
        "e.essse.e...",
        "..essse.....",
        "...eee......",
        ".e..........",
        "....e.......",
    ]

    private static let highMoon12 = [
        "...mmm......",
        ".mmm........",
        ".mmm........",
        "mmm.........",
        "mmm.........",
        "mmmm....m...",
        ".mmmmmmmm...",
        ".mmmmmmm....",
        "...mmm......",
    ]

    private static let smallCloud12 = [
        "", "", "", "", "",
        "......ooooo.",
        ".....oo###oo",
        "....oo#ccc#o",
        "...oo#ccccc#",
        "...o#cccccc#",
        "...o#cccccc#",
        "...oo######o",
    ]

    private static let peekingSun12 = [
        "....e.......",
        ".e.....e....",
        "...eee......",
        "..essse.....",
        "e.essse.....",
        "..essse.....",
        "...eee......",
        ".e..........",
    ]

    private static let peekingMoon12 = [
        "....mm......",
        "..mmm.......",
        ".mmm........",
        ".mmm........",
        "mmmm........",
        ".mmm........",
        ".mmmm.......",
    ]

    private static let lowCloud12 = [
        "",
        "",
        ".......oo...",
        ".....oo##oo.",
        "....oo#cc#oo",
        "..ooo#cccc#o",
        "oo###cccccc#",
        "o#ccccccccc#",
        "#cccccccccc#",
        "#cccccccccc#",
        "#cccccccccc#",
        ".##########.",
    ]

    private static let showers12 = [
        "",
        "",
        "",
        ".......oooo.",
        "......oo##oo",
        ".....oo#cc#o",
        "....oo#cccc#",
        "....o#ccccc#",
        "....oo#####o",
        "............",
        ".....r..r..r",
        "....r..r..r.",
    ]

    private static let cloud12 = [
        ".....####...",
        "....#cccc#..",
        ".###cccccc#.",
        "#ccccccccc##",
        "#cccccccccc#",
        "#cccccccccc#",
        ".##########.",
    ]

    private static let overcast12 = [
        ".....dddd...",
        "....ddddddd.",
        "...ddddddddd",
        "...ddddddddd",
        "..oooooodddd",
        ".oo####ooddd",
        "oo#cccc#ood.",
        "##cccccc##o.",
        "#cccccccc#..",
        "#cccccccc#..",
        ".########...",
    ]

    private static let fog12 = [
        ".....####...",
        "....#cccc#..",
        ".###cccccc#.",
        "#ccccccccc##",
        "#cccccccccc#",
        "............",
        "########.###",
        "............",
        "##.#########",
        "............",
        "..######.##.",
    ]

    private static let haze12 = [
        ".##....##...",
        "#..#..#..#..",
        "....##....##",
        "............",
        ".#..#..#..#.",
        "............",
        ".##....##...",
        "#..#..#..#..",
        "....##....##",
        "............",
        ".#..#..#..#.",
    ]

    private static let drizzle12 = [
        "", "", "", "", "", "", "", "",
        "...r.....r..",
        "...r.....r..",
        "......r.....",
        "......r.....",
    ]

    private static let rain12 = [
        "", "", "", "", "", "", "", "",
        "..r...r...r.",
        "..r...r...r.",
        ".r...r...r..",
        ".r...r...r..",
    ]

    private static let heavyRain12 = [
        "", "", "", "", "", "", "", "",
        "..r..r..r..r",
        "..r..r..r..r",
        ".r..r..r..r.",
        ".r..r..r..r.",
    ]

    private static let sleet12 = [
        "", "", "", "", "", "", "", "",
        "..r..r...r..",
        "..r..r..rrr.",
        ".r..r....r..",
        ".r..r.......",
    ]

    private static let snow12 = [
        "", "", "", "", "", "", "", "",
        "..r.......r.",
        ".rrr..r..rrr",
        "..r..rrr..r.",
        "......r.....",
    ]

    private static let heavySnow12 = [
        "", "", "", "", "", "", "", "",
        ".r.....r....",
        "rrr.r.rrr.r.",
        ".r.rrr.r.rrr",
        "....r.....r.",
    ]

    private static let bolt12 = [
        "",
        "",
        "",
        "",
        ".......ooo..",
        "......oobbo.",
        ".....oobboo.",
        "....oobbooo.",
        "....obbbbbo.",
        "......bb....",
        ".....bb.....",
        ".....b......",
    ]

    private static let warning12 = [
        ".....!!.....",
        ".....!!.....",
        "....!!!!....",
        "....!!!!....",
        "...!!oo!!...",
        "...!!oo!!...",
        "..!!!oo!!!..",
        "..!!!!!!!!..",
        ".!!!!oo!!!!.",
        ".!!!!!!!!!!.",
        "!!!!!!!!!!!!",
    ]

    private static let question12 = [
        "...####.....",
        "..##..##....",
        "..##..##....",
        "......##....",
        ".....##.....",
        "....##......",
        "....##......",
        "............",
        "....##......",
        "....##......",
    ]
}
