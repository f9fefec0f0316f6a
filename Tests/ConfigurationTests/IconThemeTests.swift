import Configuration
import Testing
import Weather
import Widgets

struct IconThemeTests {
    @Test func `a theme names the pictures of a firmware`() throws {
        let yaml = """
            icon_themes:
              mine: {C: sun, c: moon, R: rain.png, "?": na}
              other: {"?": none}
            icon_theme: mine
            """
        let configuration = try parse(yaml + "\n" + panel).configuration
        #expect(configuration.iconThemes.map(\.name) == ["mine", "other", "hare"])
        let theme = try #require(configuration.widget("weather")?.display.iconTheme)
        #expect(theme.pictureName(of: .clear, isDaylight: true) == "sun")
        #expect(theme.pictureName(of: .clear, isDaylight: false) == "moon")
        #expect(theme.pictureName(of: .rain, isDaylight: false) == "rain.png")
        #expect(theme.pictureName(of: .snow, isDaylight: true) == "na")
    }

    @Test(arguments: [
        Case(
            "icon_themes:\n  ①Mine: {'?': na}\n  ②none: {'?': na}\n  ③hare: {'?': na}",
            "①: icon_themes.Mine: expected a name of 1 to 24 of the characters a-z 0-9 _ -, and not none; "
                + "write for example `mine:`",
            "②: icon_themes.none: expected a name of 1 to 24 of the characters a-z 0-9 _ -, and not none; "
                + "write for example `mine:`",
            "③: icon_themes.hare: this theme is built in; give yours a name of its own"
        ),
        Case(
            "icon_themes:\n  mine: ①{C: ②a b, ③Z: sun, ④rain: rain, F: ⑤\(String(repeating: "a", count: 25)), ⑥P: }",
            "①: icon_themes.mine.?: missing; add for example `\"?\": na`, for what has no picture of its own",
            "②: icon_themes.mine.C: expected the name of a picture, 1 to 24 of the characters A-Z a-z 0-9 _ - ., "
                + "found “a b”; write for example `C: na`",
            "③: icon_themes.mine.Z: not a letter of the weather; the letters are C F P O G H D R W X Y S V T Q by day, "
                + "the same in lower case by night, and ?",
            "④: icon_themes.mine.rain: not a letter of the weather; the letters are C F P O G H D R W X Y S V T Q by "
                + "day, the same in lower case by night, and ?",
            "⑤: icon_themes.mine.F: expected the name of a picture, 1 to 24 of the characters A-Z a-z 0-9 _ - ., "
                + "found “aaaaaaaaaaaaaaaaaaaaaaaaa”; write for example `F: na`",
            "⑥: icon_themes.mine.P: expected the name of a picture, 1 to 24 of the characters A-Z a-z 0-9 _ - ., "
                + "found nothing; write for example `P: na`"
        ),
        Case(
            "icon_themes: {mine: {C: sun, ①C: moon, '?': na}}",
            "①: icon_themes.mine.C: set already in line 1; keep one of the two"
        ),
        Case(
            "icon_themes: {mine: ①hare}",
            "①: icon_themes.mine: expected keys with values, found a single value; "
                + "write each as `key: value` in a line of its own, indented below"
        ),
    ])
    func `a theme that names nothing is refused, and what chooses it is not`(fault: Case) {
        let marked = MarkedText(fault.yaml.replacing("panels", with: "icon_theme: hare\npanels"))
        #expect(issues(marked.text) == marked.placed(fault.expected))
    }

    @Test func `a faulty theme makes no second fault where it is chosen`() {
        #expect(issues("icon_themes: {mine: {C: sun}}\nicon_theme: mine\n" + panel).count == 1)
    }
}
