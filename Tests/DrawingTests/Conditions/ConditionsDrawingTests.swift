import Pictures
import Testing
import Time
import Weather
import Widgets

@testable import Drawing

@Suite(.oneAtATime)
struct ConditionsDrawingTests {
    private func scene(_ request: PictureRequest) throws -> Scene {
        let draughtsman = Draughtsman()
        let isSmooth = Palette(request.colors, request.theme).isSmooth
        return try draughtsman.scene(of: request, draughtsman.typesetter(isSmooth: isSmooth, fonts: ""))
    }

    private func texts(_ request: PictureRequest) throws -> [String] { try scene(request).texts.map(\.text) }

    @Test func `all that is known is told where there is room`() throws {
        let texts = try texts(.drawing("conditions", ConditionsEntry.evening, "800x480", language: "en"))
        let expected = [
            "世田谷区", "5 PM", "5.8", "°C", "Mostly cloudy", "Feels like 3°", "Wind", "3.2", "m/s", "Humidity", "48%",
            "Pressure", "1015", "hPa", "Air quality", "42", "Good", "Sat", "Sun", "Mon", "Tue", "7°", "−2°", "9°", "0°",
            "11°", "3°", "−1°", "−10°",
        ]
        #expect(texts.sorted() == expected.sorted())
    }

    @Test(arguments: ["96x64", "128x64", "200x96", "200x200", "296x128", "128x296", "800x480"])
    func `the place and the temperature are told at every size`(size: String) throws {
        let texts = try texts(.drawing("conditions", ConditionsEntry.evening, size))
        #expect(texts.contains("世田谷区"))
        #expect(texts.contains("5.8") || texts.contains("6"))
    }

    @Test func `what is not known is left out with its name`() throws {
        let texts = try texts(.drawing("conditions", ConditionsEntry.withGaps, "400x300", language: "en"))
        #expect(texts.sorted() == ["世田谷区", "5 PM", "−12.3", "°C", "Humidity", "90%", "Mon", "11°", "3°"].sorted())
    }

    @Test func `the small family has no days`() throws {
        let texts = try texts(
            .drawing("conditions", ConditionsEntry.evening, "800x480", language: "en", family: .small)
        )
        #expect(texts.contains("Humidity"))
        #expect(!texts.contains("Sat"))
    }

    @Test func `values are in the panel's units`() throws {
        let units = Units(temperature: .fahrenheit, pressure: .inchesOfMercury, wind: .milesPerHour)
        let texts = try texts(
            .drawing("conditions", ConditionsEntry.evening, "800x480", language: "en", units: units)
        )
        for text in ["42", "°F", "7", "mph", "29.98", "inHg", "45°", "28°"] { #expect(texts.contains(text)) }
    }

    @Test(arguments: [("ja", "風力2"), ("zh", "2级"), ("zh-TW", "2級"), ("en", "2")])
    func `Beaufort is written as in the language`(language: String, wind: String) throws {
        let units = Units(temperature: .celsius, pressure: .hectopascals, wind: .beaufort)
        let texts = try texts(
            .drawing("conditions", ConditionsEntry.evening, "800x480", language: language, units: units)
        )
        #expect(texts.contains(wind))
    }

    @Test func `old, expired and sample data is marked at every size`() throws {
        for size in ["96x64", "296x128", "128x296", "800x480"] {
            let stale = try texts(.drawing("conditions", ConditionsEntry.evening, size, language: "en", isStale: true))
            #expect(stale.contains("5 h old") || stale.contains("−5 h"), "\(size)")
            let expired = try texts(
                .drawing("conditions", ConditionsEntry.evening, size, language: "en", isStale: true, isExpired: true)
            )
            #expect(expired.contains { $0.hasPrefix("expired") }, "\(size)")
            let sample = try scene(.drawing("conditions", ConditionsEntry.sample, size, language: "en"))
            let mark = try #require(sample.texts.first { $0.text == "Sample" })
            let isReversed = sample.elements.contains { element in
                if case .fill(let box, .accent) = element { box.contains(mark.inkBox) } else { false }
            }
            #expect(isReversed && mark.ink == .paper, "\(size)")
        }
    }

    @Test func `where there is less room, less is told and in the stated order`() throws {
        let whole = try ConditionsContent(
            .evening,
            in: DrawingContext(
                display: PictureRequest.drawing("conditions", ConditionsEntry.evening, "96x64").context,
                isExpired: false,
                size: .of("96x64"),
                palette: Palette(.blackAndWhite, .light)
            )
        )
        let steps = whole.reductions
        let withDays = steps.prefix { !$0.days.isEmpty }
        let withoutDays = steps.dropFirst(withDays.count)
        let all: [QuantityName] = [.wind, .humidity, .pressure, .airQuality]
        let order = [all, [.wind, .humidity, .airQuality], [.wind, .airQuality], [.wind], []]
        func kinds(_ steps: ArraySlice<ConditionsContent>) -> [[QuantityName]] {
            steps.map { $0.details.map(\.kind) }.reduce(into: []) { if $0.last != $1 { $0.append($1) } }
        }
        #expect(kinds(withDays) == order)
        #expect(kinds(withoutDays) == order)
        #expect(withDays.allSatisfy { $0.days.count >= 3 })
        #expect(withoutDays.allSatisfy { $0.days.isEmpty })
    }

    @Test func `the temperature is the largest text`() throws {
        for size in ["96x64", "200x96", "200x200", "296x128", "128x296", "480x800", "1600x1200"] {
            let texts = try scene(.drawing("conditions", ConditionsEntry.evening, size)).texts
            let temperature = try #require(texts.first { ["5.8", "6"].contains($0.text) })
            #expect(texts.allSatisfy { $0.text == temperature.text || $0.style.size * 1.5 < temperature.style.size })
        }
    }
}

@Suite(.oneAtATime)
struct WindArrowTests {
    /// The arrow's tip, from the middle of its square: the first corner of a kite, the end of a shaft.
    private func tip(_ degrees: Int, side: Double) throws -> Point {
        let element = WindArrow.element(degrees, in: Rectangle(x: 0, y: 0, width: side, height: side))
        guard case .path(let path, _, let brush) = element else {
            throw PNGFile.Failure(description: "an arrow is a path")
        }
        let points = path.points
        let tip = try #require(brush == .fill ? points.first : points.dropFirst().first)
        return Point(tip.x - side / 2, tip.y - side / 2)
    }

    @Test(arguments: [11.0, 20, 64])
    func `an arrow points to where it is told, clockwise from the top`(side: Double) throws {
        let north = try tip(0, side: side)
        let east = try tip(90, side: side)
        let southWest = try tip(225, side: side)
        #expect(abs(north.x) < 0.01 && north.y < -side / 3)
        #expect(abs(east.y) < 0.01 && east.x > side / 3)
        #expect(southWest.x < -side / 4 && southWest.y > side / 4)
    }

    @Test func `an arrow stays in its square however it is turned`() {
        for side in [11.0, 16, 33] {
            let box = Rectangle(x: 0, y: 0, width: side, height: side)
            for degrees in 0..<360 {
                guard case .path(let path, _, _) = WindArrow.element(degrees, in: box) else { continue }
                let isInside = path.points.allSatisfy { box.contains(Rectangle(x: $0.x, y: $0.y, width: 0, height: 0)) }
                #expect(isInside, "\(degrees)° in \(side)")
            }
        }
    }

    @Test func `the panel's arrow points to where the wind blows`() throws {
        let request = try PictureRequest.drawing("conditions", ConditionsEntry.inBadAir, "800x480")
        let content = ConditionsContent(
            .inBadAir,
            in: DrawingContext(
                display: request.context,
                isExpired: false,
                size: request.size,
                palette: Palette(.full, .light)
            )
        )
        #expect(content.details.first?.arrow == 135)
    }
}

@Suite(.oneAtATime)
struct PanelNumbersTests {
    private func numbers(_ language: String, _ units: Units = .metric) -> PanelNumbers {
        PanelNumbers(units: units, language: language)
    }

    @Test(arguments: [
        ("en", "−0.5"), ("ja", "−0.5"), ("de", "−0,5"), ("de-CH", "−0.5"), ("fr", "−0,5"), ("es-MX", "−0.5"),
    ])
    func `numbers have the language's separator and a true minus`(language: String, expected: String) throws {
        let temperature = try #require(Temperature(tenthsCelsius: -5))
        #expect(numbers(language).temperature(temperature) == expected)
    }

    @Test func `numbers below one keep their zero`() {
        #expect(numbers("en").decimal(5, digits: 2) == "0.05")
        #expect(numbers("en").decimal(0, digits: 1) == "0.0")
        #expect(numbers("en").decimal(-1234, digits: 1) == "−123.4")
    }

    @Test(arguments: [("en", "55%", ""), ("ja", "55%", ""), ("de", "55", "%"), ("fr", "55", "%")])
    func `per cent stand as in the language`(language: String, number: String, unit: String) {
        #expect(numbers(language).percent(55) == PanelNumbers.Quantity(number: number, unit: unit))
    }
}
