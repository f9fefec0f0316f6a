/// The sizes of type and of spaces in a picture of the weather, all from one scale of steps.
struct WeatherType {
    /// Digits of the graph and of the hours: 8 px at least.
    var caption: Double
    /// Words beside the temperature: 10 px at least where they are Chinese, Japanese or Korean, else 9 px.
    var note: Double
    /// The place's name: the size above ``note``.
    var body: Double
    /// The digits of the current temperature.
    var title: Double
    let language: String

    /// Em squares in pixels; a step is a sixth of an octave, near enough, as far as whole pixels allow.
    static let steps: [Double] = [
        8, 9, 10, 11, 12, 13, 14, 16, 18, 20, 22, 24, 28, 32, 36, 40, 44, 48, 56, 64, 72, 80, 88, 96, 112, 128, 144,
        160,
        176, 192, 224, 256, 288, 320, 352, 384, 448, 512,
    ]

    /// The largest step that is no larger; the smallest one where there is none.
    static func step(_ size: Double) -> Double { steps.last { $0 <= size } ?? steps[0] }

    private static func nearestStep(_ size: Double) -> Double {
        steps.min { abs($0 - size) < abs($1 - size) } ?? steps[0]
    }

    /// From a step on, all that are smaller down to another, the largest first.
    static func steps(from largest: Double, downTo smallest: Double) -> [Double] {
        let found = steps.filter { (min(largest, smallest)...largest).contains($0) }
        return found.reversed()
    }

    /// In which words can be read.
    static func smallestWords(_ language: String) -> Double {
        ["ja", "ko", "zh"].contains(language.prefix { $0 != "-" }) ? 10 : 9
    }

    /// `words` is how much larger notes are than captions.
    init(caption: Double, words: Double, titleRatio: Double, language: String) {
        let caption = Self.step(caption)
        let smallest = Self.smallestWords(language)
        self.caption = caption
        note = max(Self.step(caption * words), smallest)
        body = Self.step(max(note, caption * words * 1.25))
        title = Self.step(caption * titleRatio)
        self.language = language
    }

    /// The caption that suits a picture: it grows more slowly than the picture, which is looked at from farther away.
    static func caption(width: Double, height: Double) -> Double {
        let share = min(height, 0.55 * width) / 128
        // share^(5/8)
        return nearestStep(10.2 * share.squareRoot() * share.squareRoot().squareRoot().squareRoot())
    }

    /// Between things of a group.
    var gap: Double { max(2, (caption / 4).rounded()) }
    /// Between groups, and around the picture.
    var margin: Double { max(2, (caption * 0.4).rounded()) }
    /// Of the curve.
    var lineWidth: Double { max(1, (caption / 5.6).rounded()) }
    /// Of guides, ticks and other rules.
    var ruleWidth: Double { max(1, (caption / 14).rounded(.down)) }
    /// Of a weather icon in the hours' row.
    var icon: Double { max(12, 2 * (caption * 0.8).rounded()) }

    func style(_ size: Double, _ weight: TextStyle.Weight = .regular) -> TextStyle {
        TextStyle(size: size, weight: weight, language: language)
    }
}

extension Typesetter {
    /// The height of digits.
    func digitHeight(_ style: TextStyle) -> Double { measure("0", style).ink.height.rounded() }
}
