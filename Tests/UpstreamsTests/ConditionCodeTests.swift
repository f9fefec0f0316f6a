import Testing
import Weather

@testable import Upstreams

struct ConditionCodeTests {
    @Test(arguments: [
        ("C", [0]), ("F", [1]), ("P", [2]), ("O", [3]), ("G", [45, 48]), ("D", [51, 53, 55]), ("R", [61, 63]),
        ("W", [80, 81]), ("X", [65, 82]), ("Y", [56, 57, 66, 67]), ("S", [71, 73, 77, 85]), ("V", [75, 86]),
        ("T", [95, 96, 99]),
        // Not in use: by their tens, or unknown.
        ("G", [40, 49]), ("D", [50, 59]), ("R", [60, 69]), ("S", [70, 79]), ("W", [83, 89]), ("T", [90, 98]),
        ("H", [4, 9, 30, 35]), ("G", [10, 28]), ("S", [22, 36, 39]), ("T", [13, 17, 29]), ("Q", [18, 19]),
        ("Y", [23, 24]),
        ("?", [-1, 14, 100, 1000, Int.min, Int.max]),
    ])
    func `a WMO code has the letter of the table`(letter: String, codes: [Int]) {
        for code in codes { #expect(self.letter(Condition(wmoCode: code)) == letter, "\(code)") }
    }

    @Test(arguments: [
        ("T", [200, 201, 202, 210, 211, 212, 221, 230, 231, 232]), ("D", [300, 301, 302, 310, 311, 312]),
        ("W", [313, 321, 520, 521, 531]), ("X", [314, 502, 503, 504, 522]), ("R", [500, 501]),
        ("Y", [511, 611, 612, 613, 615, 616]), ("S", [600, 601, 620, 621]), ("V", [602, 622]), ("G", [701, 741]),
        ("H", [711, 721, 731, 751, 761, 762]), ("Q", [771, 781]), ("C", [800]), ("F", [801, 802]), ("P", [803]),
        ("O", [804]),
        // Not in the table: by their hundreds, or unknown.
        ("T", [299]), ("D", [399]), ("R", [505, 599]), ("S", [699]), ("H", [799]), ("P", [805, 899]),
        ("?", [-1, 0, 100, 199, 400, 499, 900, 901, 999, 8000, Int.min, Int.max]),
    ])
    func `an OpenWeather id has the letter of the table`(letter: String, identifiers: [Int]) {
        for id in identifiers { #expect(self.letter(Condition(openWeatherID: id)) == letter, "\(id)") }
    }

    @Test(arguments: [
        ("T", "Thunderstorm"), ("S", "snow"), ("P", "Clouds"), ("C", "Clear"), ("G", "Mist"), ("Q", "Tornado"),
        ("?", "New"),
    ])
    func `an OpenWeather id of an unknown hundred has the letter of its group`(letter: String, group: String) {
        #expect(self.letter(Condition(openWeatherID: 950, group: group)) == letter)
        #expect(self.letter(Condition(openWeatherID: 800, group: group)) == "C")
    }

    private func letter(_ condition: Condition) -> String {
        String(UnicodeScalar(condition.code(isDaylight: true)))
    }
}
