import Testing
import Weather

@testable import Upstreams

struct QWeatherConditionTests {
    /// Each code once; a night's counts as its day's.
    private static let table: [(letter: String, codes: [Int])] = [
        ("C", [100, 150]), ("F", [102, 152]), ("P", [101, 103, 151, 153]), ("O", [104, 154]),
        ("G", [500, 501, 509, 510, 514, 515]), ("H", [502, 503, 504, 507, 508, 511, 512, 513]), ("D", [309]),
        ("R", [305, 306, 314, 399]), ("W", [300, 350]),
        ("X", [301, 351, 307, 308, 310, 311, 312, 315, 316, 317, 318]), ("Y", [313, 404, 405, 406, 456]),
        ("S", [400, 401, 407, 457, 408, 499]), ("V", [402, 403, 409, 410]), ("T", [302, 303, 304]),
        ("?", [900, 901, 999]),
    ]

    @Test(arguments: table)
    func `a QWeather code has the letter of the table, by day and by night`(letter: String, codes: [Int]) {
        for code in codes {
            let condition = Condition(qWeatherIcon: code)
            #expect(String(UnicodeScalar(condition.code(isDaylight: true))) == letter, "\(code)")
            #expect(String(UnicodeScalar(condition.code(isDaylight: false))) == letter.lowercased(), "\(code)")
        }
    }

    @Test func `the table has each of the 63 codes once`() {
        let codes = Self.table.flatMap(\.codes)
        #expect(codes.count == 63)
        #expect(Set(codes).count == 63)
    }

    @Test(
        arguments: [
            ("C", 1031, "晴"), ("C", 1031, "Clear"), ("O", 154, "阴"), ("O", nil, "陰"), ("P", 1001, "多云"),
            ("P", 1001, "晴间多云"), ("F", 1001, "少云"), ("F", 1001, "Few Clouds"), ("W", 2300, "阵雨"),
            ("X", 2300, "大暴雨"), ("X", 350_000, "Heavy Rain"), ("T", 0, "雷阵雨伴有冰雹"), ("Y", 0, "雨夹雪"),
            ("Y", 0, "Freezing Rain"), ("S", 0, "小雪"), ("V", 0, "大雪"), ("D", 0, "毛毛雨"), ("R", 0, "小雨"), ("G", 0, "浓雾"),
            ("H", 0, "沙尘暴"), ("H", 0, "Duststorm"), ("H", 0, "强沙尘暴"), ("Q", 0, "龙卷风"), ("S", 450, "又冷又热"),
            ("?", 999, "未知"), ("?", 900, "热"), ("?", nil, ""), ("C", 100, "雷"), ("C", 160, "晴"),
        ] as [(String, Int?, String)]
    )
    func `a code that is not in the table counts for what the upstream says of it`(
        letter: String,
        code: Int?,
        text: String
    ) {
        let condition = Condition(qWeatherIcon: code, text: text)
        #expect(String(UnicodeScalar(condition.code(isDaylight: true))) == letter)
    }

    @Test(arguments: [
        ("R", [319, 349, 352, 398]), ("S", [411, 458, 498]), ("H", [505, 506, 516, 599]),
        ("P", [105, 155, 199]), ("?", [-1, 0, 99, 200, 299, 600, 1000, 1031, Int.min, Int.max]),
    ])
    func `a code that is not in use counts for its hundreds, or is unknown`(letter: String, codes: [Int]) {
        for code in codes {
            #expect(String(UnicodeScalar(Condition(qWeatherIcon: code).code(isDaylight: true))) == letter, "\(code)")
        }
    }
}
