/// Snow crystals that are too small for outlines, set pixel by pixel.
enum Flake {
    /// The largest that is no wider than `room`; nil where there is room for outlines.
    ///
    /// `arm` is how wide their arms are: 1 or 2 pixels, outlines for more.
    static func rows(room: Double, arm: Double) -> [String]? {
        guard arm <= 2, room < 11 else { return nil }
        let set = arm < 2 ? thin : bold
        return set.last { Double($0.count) <= room } ?? thin[0]
    }

    private static let thin = [
        [
            ".#.",
            "###",
            ".#.",
        ],
        [
            "..#..",
            "#.#.#",
            ".###.",
            "#.#.#",
            "..#..",
        ],
        [
            "...#...",
            "#..#..#",
            ".#.#.#.",
            "..###..",
            ".#.#.#.",
            "#..#..#",
            "...#...",
        ],
        [
            "....#....",
            "#...#...#",
            ".##.#.##.",
            "...###...",
            "....#....",
            "...###...",
            ".##.#.##.",
            "#...#...#",
            "....#....",
        ],
    ]

    private static let bold = [
        [
            "...##...",
            "#..##..#",
            "##.##.##",
            "..####..",
            "..####..",
            "##.##.##",
            "#..##..#",
            "...##...",
        ],
        [
            "....##....",
            "#...##...#",
            "##..##..##",
            ".##.##.##.",
            "...####...",
            "...####...",
            ".##.##.##.",
            "##..##..##",
            "#...##...#",
            "....##....",
        ],
    ]
}
