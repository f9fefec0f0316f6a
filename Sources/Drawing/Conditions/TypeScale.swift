/// The sizes of texts, about a sixth apart, so that related texts have equal sizes; whole pixels, as hinting requires.
enum TypeScale {
    static let steps: [Double] = [
        8, 9, 10, 11, 12, 13, 14, 16, 18, 20, 22, 24, 28, 32, 36, 40, 48, 56, 64, 72, 80, 96, 112, 128, 144, 160, 192,
        224, 256, 288, 320, 384, 448,
    ]

    /// The steps from `largest` down to `smallest`.
    static func steps(from largest: Double, downTo smallest: Double) -> [Double] {
        steps.reversed().filter { $0 <= largest && $0 >= smallest }
    }

    /// The largest step that is no larger, or the smallest of all.
    static func step(atMost size: Double) -> Double { steps.last { $0 <= size } ?? 8 }
}
