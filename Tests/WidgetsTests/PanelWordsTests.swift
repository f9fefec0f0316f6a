import Testing
import Widgets

/// Words that drawings alone use.
struct PanelWordsTests {
    private static let languages = ["de", "en", "es", "fr", "ja", "ko", "zh", "zh-HK", "zh-MO", "zh-TW"]

    @Test(arguments: languages)
    func `short weekdays are short, and no two are the same`(language: String) {
        let names = (1...7).map { Words.shortWeekdayName($0, language: language) }
        #expect(Set(names).count == 7)
        #expect(names.allSatisfy { (1...3).contains($0.count) })
    }

    @Test(arguments: [("ja", "土"), ("zh", "周六"), ("zh-TW", "週六"), ("de", "Sa"), ("en-GB", "Sat"), ("sw", "Jumamosi")])
    func `a short weekday is the language's, or the whole name`(language: String, name: String) {
        #expect(Words.shortWeekdayName(6, language: language) == name)
    }

    @Test(arguments: [0, 8, -1])
    func `there is no weekday of another number`(number: Int) {
        #expect(Words.shortWeekdayName(number, language: "en").isEmpty)
    }

    @Test(arguments: languages)
    func `every quantity has a name of its own`(language: String) {
        let names = QuantityName.allCases.map { Words.quantityName($0, language: language) }
        #expect(Set(names).count == QuantityName.allCases.count)
        #expect(names.allSatisfy { !$0.isEmpty })
    }

    @Test func `quantities have English names where no words are known`() {
        #expect(Words.quantityName(.humidity, language: "sw") == "Humidity")
    }
}
