import Drawing
import Pictures
import TestSupport
import Testing
import Time
import Weather
import Widgets

@Suite(.oneAtATime)
struct DayDrawingTests {
    private struct Clocks: TimeZones {
        func utcOffsetSeconds(in zone: String, at instant: UTCInstant) -> Int? { 0 }
        func zone(at coordinate: Coordinate) -> String { "UTC" }
    }

    private static func day(
        _ date: String,
        _ quote: String? = nil,
        from: String? = nil,
        source: String = "builtin"
    ) throws -> DayEntry {
        let date = try #require(CivilDate(iso8601: date))
        let start = UTCInstant(unixSeconds: date.daysSinceEpoch * 86_400)
        return DayEntry(
            date: start,
            day: LocalDay(containing: start, in: "UTC", zones: Clocks()),
            timeZone: "UTC",
            quote: quote.map { Quote(text: $0, from: from) },
            source: source
        )
    }

    private static let quotes: [(String?, String?)] = [
        (nil, nil), ("Carpe diem.", "Horatius, Carmina I, 11"), ("海内存知己，天涯若比邻。", "王勃"),
        (String(repeating: "All work and no play makes Jack a dull boy. ", count: 22), "Jack"),
        (String(repeating: "人生の意味は「努力」ー…。", count: 80), String(repeating: "とても長い出典", count: 40)),
        ("Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamtengesellschaft", nil),
        ("من جد وجد ومن زرع حصد", "مثل"), ("🌸👨‍👩‍👧‍👦🌸", "🙂"), ("ก็ที่นี่ Ẫṩ̣̂g", "\u{7}"), (" ", " "),
    ]
    private static let slogans = ["", "Müll rausbringen!", String(repeating: "毎日早寝早起き", count: 14)]

    private static let languages = ["de", "en", "es", "fr", "ja", "ko", "zh", "zh-TW", "zh-HK", "ar"]

    private func scene(
        _ entry: DayEntry,
        _ size: String,
        _ colors: PictureColors = .blackAndWhite,
        language: String = "de",
        family: Family = .medium,
        slogan: String = "",
        isExpired: Bool = false
    ) throws -> Scene {
        try PictureRequest.drawing(
            "day",
            entry,
            size,
            colors,
            language: language,
            family: family,
            options: ["slogan": slogan],
            isExpired: isExpired
        ).scene()
    }

    @Test(arguments: displaySizes)
    func `nothing is outside, and nothing over anything, whatever is said`(size: String) throws {
        for (number, quote) in Self.quotes.enumerated() {
            for (index, slogan) in Self.slogans.enumerated() {
                let language = Self.languages[(number * 3 + index) % Self.languages.count]
                let source = (number + index) % 2 == 0 ? "builtin" : "sample"
                let colors = index == 0 ? PictureColors.full : .blackAndWhite
                let entry = try Self.day("2022-09-29", quote.0, from: quote.1, source: source)
                let faults = try scene(entry, size, colors, language: language, slogan: slogan).faults
                #expect(faults.isEmpty, "\(language) \(quote.0 ?? "") \(slogan)")
            }
        }
    }

    @Test(arguments: displaySizes)
    func `every page has the date, whatever the size and language`(size: String) throws {
        for language in Self.languages {
            for family in [Family.small, .medium] {
                let entry = try Self.day("2022-11-30", "Carpe diem.", from: "Horatius")
                let scene = try scene(entry, size, language: language, family: family)
                #expect(scene.faults.isEmpty, "\(language)")
                let texts = scene.texts.map(\.text)
                let weekdays = [
                    Words.weekdayName(3, language: language), Words.shortWeekdayName(3, language: language),
                ]
                let months = [
                    Words.monthAndYear(of: entry.day.date, language: language),
                    Words.monthName(of: entry.day.date, language: language),
                ]
                #expect(texts.contains { weekdays.contains($0) }, "\(texts)")
                #expect(texts.contains { months.contains($0) }, "\(texts)")
                #expect(scene.texts.contains { $0.text == "30" && $0.style.size >= 20 }, "\(language)")
            }
        }
    }

    @Test func `the small family has the date alone`() throws {
        let entry = try Self.day("2022-02-05", "Carpe diem.", from: "Horatius")
        #expect(
            try scene(entry, "400x300", family: .small, slogan: "Hallo").texts.map(\.text).sorted() == [
                "5", "Februar 2022", "Samstag",
            ]
        )
    }

    @Test(arguments: ["128x296", "200x200", "296x128", "800x480"])
    func `the slogan, the quote and its source stand below each other`(size: String) throws {
        let entry = try Self.day("2022-02-05", "Carpe diem.", from: "Horaz")
        let texts = try scene(entry, size, slogan: "Hallo!").texts
        let said = texts.suffix(3)
        #expect(said.map(\.text) == ["Hallo!", "Carpe diem.", "— Horaz"])
        #expect(zip(said, said.dropFirst()).allSatisfy { $0.origin.y < $1.origin.y })
        #expect(said.first?.style.weight == .bold)
    }

    @Test func `the source goes first, then the quote's end, then the quote, the slogan last`() throws {
        let quote = String(repeating: "All work and no play makes Jack a dull boy. ", count: 3)
        func said(_ size: String, _ slogan: String, _ count: Int) throws -> String {
            let entry = try Self.day("2022-02-05", String(repeating: quote, count: count), from: "Jack")
            return try scene(entry, size, slogan: slogan).texts
                .map(\.text).joined(separator: " ")
        }
        #expect(try said("400x300", "Hallo!", 1).hasSuffix("— Jack"))
        let cut = try said("296x128", "Hallo!", 3)
        #expect(cut.contains("Hallo!") && cut.hasSuffix("…") && !cut.contains("— Jack"))
        let slogan = try said("160x80", String(repeating: "Hallo! ", count: 14), 3)
        #expect(slogan.contains("Hallo!") && slogan.hasSuffix("…") && !slogan.contains("work"))
    }

    @Test func `Sundays are red where there is red`() throws {
        func ink(_ date: String) throws -> Ink? {
            let texts = try scene(try Self.day(date), "296x128", .blackWhiteRed).texts
            return texts.first { $0.text == "6" || $0.text == "7" }?.ink
        }
        #expect(try ink("2022-02-06") == .accent)
        #expect(try ink("2022-02-07") == .ink)
    }

    @Test(arguments: displaySizes)
    func `sample data is marked, and a day that is over is not shown`(size: String) throws {
        for family in [Family.small, .medium] {
            let sample = try scene(DayWidget().sample(at: .shown), size, family: family).texts
            #expect(sample.contains { $0.text == "Sample" && $0.ink == .accent })
            let over = try scene(try Self.day("2022-02-05", "Carpe diem."), size, family: family, isExpired: true).texts
            #expect(over.contains { $0.ink == .accent })
            #expect(!over.contains { $0.text == "5" || $0.text == "Samstag" })
        }
    }

    @Test(arguments: [
        ("de", "Februar", "Februar 2022"), ("en", "February", "February 2022"), ("es", "febrero", "febrero de 2022"),
        ("fr", "février", "février 2022"), ("ja", "2月", "2022年2月"), ("ko", "2월", "2022년 2월"),
        ("zh", "2月", "2022年2月"), ("zh-TW", "2月", "2022年2月"), ("de-AT", "Februar", "Februar 2022"),
        ("fi", "2022-02", "2022-02"),
    ])
    func `months are called as calendars call them`(language: String, month: String, monthAndYear: String) throws {
        let date = try #require(CivilDate(iso8601: "2022-02-05"))
        #expect(Words.monthName(of: date, language: language) == month)
        #expect(Words.monthAndYear(of: date, language: language) == monthAndYear)
    }
}
