import Testing
import Weather
import Widgets

@testable import Drawing

/// The rules that every picture of the weather keeps, whatever its size and what it is made of.
@Suite(.oneAtATime) struct WeatherSceneTests {
    static let sizes: [PictureSize] = {
        let sides = [
            (96, 64), (96, 96), (96, 128), (96, 240), (96, 384), (104, 212), (122, 250), (128, 64), (128, 96),
            (128, 128),
            (128, 160), (128, 296), (144, 168), (152, 152), (152, 296), (160, 80), (160, 128), (176, 264), (200, 96),
            (200, 200), (212, 104), (240, 135), (240, 240), (240, 320), (250, 122), (256, 64), (264, 176), (280, 240),
            (296, 128), (296, 152), (300, 400), (320, 64), (320, 170), (320, 240), (340, 800), (384, 168), (400, 100),
            (400, 300), (416, 240), (480, 64), (480, 280), (480, 320), (480, 800), (512, 64), (540, 960), (600, 448),
            (640, 80), (640, 384), (648, 480), (758, 1024), (800, 100), (800, 200), (800, 480), (800, 600), (880, 528),
            (960, 540), (1024, 600), (1200, 825), (1600, 200), (1600, 1200),
        ]
        return sides.compactMap { PictureSize(width: $0.0, height: $0.1) }
    }()

    static let names = [
        "世田谷区", "", "Llanfairpwllgwyngyllgogerychwyrndrobwllllantysiliogogogoch", "الدار البيضاء", "🏔️ Zermatt",
        String(repeating: "ガ", count: 200),
        "Z̸̢̛̼̲̪͓̹͎͙̗̫͋̀̓̈́̓̒͒͝a̴̧̘͚͎͖͆͂͗̽͘l̶̡̨̛̰̯̇̈́̒͘͝g̵͈̥͊̍͛͝o̸̤͆̈́͛̎",
        "กรุงเทพมหานคร", "A\nB\tC",
    ]
    static let states: [DataState] = [.fresh, .stale(hours: 5), .expired(hours: 123), .sample, .fresh]

    /// One of each of what a picture is made of, so that all come together with all in the course of the sizes.
    static func picture(_ number: Int, _ size: PictureSize, _ language: String) -> WeatherPictures.Case {
        WeatherPictures.Case(
            size: size,
            language: language,
            kind: WeatherPictures.Kind.allCases[number % WeatherPictures.Kind.allCases.count],
            family: [.large, .large, .medium, .small][number % 4],
            state: states[number % states.count],
            name: names[number % names.count],
            units: Units(
                temperature: number % 3 == 0 ? .fahrenheit : .celsius,
                pressure: PressureUnit.allCases[number / 2 % 3],
                wind: .metresPerSecond
            ),
            colors: number % 7 < 4 ? .blackAndWhite : .full
        )
    }

    @Test(arguments: WeatherPictures.languages)
    func `nothing leaves the picture, nothing overlaps, all is on whole pixels`(language: String) throws {
        let draughtsman = Draughtsman()
        let start = WeatherPictures.languages.firstIndex(of: language) ?? 0
        for (index, size) in Self.sizes.enumerated() {
            for turn in 0..<3 {
                let picture = Self.picture(start * 17 + index * 13 + turn * 5, size, language)
                let faults = faults(of: try WeatherPictures.scene(picture, draughtsman))
                #expect(faults.isEmpty, "\(picture)")
            }
        }
    }

    @Test(arguments: sizes)
    func `there is always a temperature, and a mark for data that is not fresh`(size: PictureSize) throws {
        let draughtsman = Draughtsman()
        for family in Family.allCases {
            for (state, word) in [
                (DataState.stale(hours: 5), "5 h"), (.expired(hours: 9), "abgelaufen"), (.sample, "Sample"),
            ] {
                let picture = WeatherPictures.Case(size: size, language: "de", family: family, state: state)
                let texts = try WeatherPictures.scene(picture, draughtsman).texts.map(\.text)
                #expect(texts.contains("−8"), "\(picture)")
                #expect(texts.contains { $0.contains(word) }, "\(picture): \(texts)")
            }
        }
    }

    @Test func `a usual panel says all that there is to say`() throws {
        for (width, height) in [(296, 128), (400, 300), (800, 480), (480, 800), (1600, 1200)] {
            let size = try #require(PictureSize(width: width, height: height))
            let texts = try WeatherPictures.scene(.init(size: size, language: "ja")).texts.map(\.text)
            let expected = [
                "世田谷区", "−8", "°C", "17:00 現在", "1005.3 hPa", "−2.3 hPa/3 h", "1020", "1005", "990", "hPa", "18",
                "21", "0", "3", "6", "9", "12", "15",
            ]
            #expect(expected.filter { !texts.contains($0) } == [], "\(size.text): \(texts)")
            // Small degree signs are drawn.
            #expect(texts.contains("−7") || texts.contains("−7°"))
        }
    }

    @Test func `the smallest picture still has the hour, the guides and some hours`() throws {
        let size = try #require(PictureSize(width: 96, height: 64))
        let texts = try WeatherPictures.scene(.init(size: size, language: "en")).texts.map(\.text)
        for text in ["−8", "1020", "1005", "990", "18", "0", "6", "12"] { #expect(texts.contains(text), "\(texts)") }
        #expect(texts.contains { $0.contains("17:00") })
    }

    @Test(arguments: [("ja", "−8", "17:00 現在"), ("de", "−8", "17:00 Uhr")])
    func `the small family has no graph`(language: String, temperature: String, hour: String) throws {
        let picture = WeatherPictures.Case(size: .standard, language: language, family: .small)
        let texts = try WeatherPictures.scene(picture).texts.map(\.text)
        #expect(Set(texts) == ["世田谷区", temperature, "°C", hour, "1005.3 hPa", "−2.3 hPa/3 h"])
    }

    @Test func `the medium family has neither labels nor temperatures of hours`() throws {
        let picture = WeatherPictures.Case(size: .standard, language: "en", family: .medium)
        let texts = try WeatherPictures.scene(picture).texts.map(\.text)
        #expect(texts.contains("1020") && !texts.contains("18") && !texts.contains { $0.hasPrefix("−7") })
    }

    @Test func `the clock is the place's, also where it is half an hour off`() throws {
        let picture = WeatherPictures.Case(size: .standard, language: "en", kind: .clockSetBack)
        #expect(try WeatherPictures.scene(picture).texts.contains { $0.text == "at 13:30" })
    }

    @Test(arguments: PictureColors.allCases)
    func `there is ink on paper`(colors: PictureColors) throws {
        for kind in [WeatherPictures.Kind.usual, .none] {
            let picture = WeatherPictures.Case(size: .standard, language: "ja", kind: kind, colors: colors)
            let pixels = try Draughtsman().pixels(of: WeatherPictures.request(picture))
            let inked = (0..<pixels.height).reduce(0) { sum, y in
                sum + (0..<pixels.width).count { pixels[$0, y].green < 128 }
            }
            #expect(inked > 300 && inked < pixels.width * pixels.height / 3)
        }
    }

    // MARK: What is wrong with a scene

    private func faults(of scene: Scene) -> [String] {
        var faults: [String] = []
        let texts = scene.texts
        if texts.isEmpty { faults.append("no text") }
        for (index, text) in texts.enumerated() {
            if !scene.frame.contains(text.inkBox) { faults.append("outside: \(text.text) \(text.inkBox)") }
            if text.origin.x.rounded() != text.origin.x || text.origin.y.rounded() != text.origin.y {
                faults.append("between pixels: \(text.text) \(text.origin)")
            }
            if text.style.size < 8 { faults.append("too small: \(text.text)") }
            for other in texts[(index + 1)...] where text.inkBox.intersects(other.inkBox) {
                faults.append("overlap: \(text.text) \(text.inkBox), \(other.text) \(other.inkBox)")
            }
        }
        let placed = scene.elements.enumerated().compactMap { place, element in
            if case .text(let text) = element { (place: place, text: text) } else { nil }
        }
        for (place, element) in scene.elements.enumerated() {
            faults += self.faults(of: element, at: place, among: placed, in: scene.frame)
        }
        return faults
    }

    private func faults(
        of element: Scene.Element,
        at place: Int,
        among texts: [(place: Int, text: PlacedText)],
        in frame: Rectangle
    ) -> [String] {
        var faults: [String] = []
        switch element {
        case .text: break
        case .fill(let box, _), .texture(_, let box):
            if !frame.contains(box) { faults.append("outside: \(element)") }
            if [box.x, box.y, box.width, box.height].contains(where: { $0.rounded() != $0 || $0 < 0 }) {
                faults.append("between pixels: \(element)")
            }
            guard case .fill = element else { break }
            for (index, text) in texts
            where text.inkBox.intersects(box) && (index < place || !box.contains(text.inkBox)) {
                faults.append("\(element) meets \(text.text)")
            }
        case .path(let path, _, let brush):
            if case .stroke(_, let clip?) = brush {
                if !frame.contains(clip) { faults.append("outside: \(clip)") }
            } else if !path.steps.allSatisfy({ $0.points.allSatisfy(frame.contains) }) {
                faults.append("outside: \(path)")
            }
        }
        return faults
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

extension Rectangle {
    fileprivate func contains(_ point: Point) -> Bool {
        point.x >= x && point.x <= maxX && point.y >= y && point.y <= maxY
    }
}
