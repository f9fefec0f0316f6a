extension Words {
    /// The wind by where it comes from, degrees clockwise from north: 东北风, 北東の風, Nordostwind; of eight or sixteen
    /// directions, as the weather services of the language tell it apart.
    package static func windName(fromDegrees degrees: Int, language: String) -> String {
        let names = windNames[language] ?? windNames[String(language.prefix { $0 != "-" })] ?? englishWinds
        let turn = (degrees % 360 + 360) % 360
        return names[(turn * names.count + 180) / 360 % names.count]
    }

    private static let englishWinds = [
        "Northerly", "Northeasterly", "Easterly", "Southeasterly", "Southerly", "Southwesterly", "Westerly",
        "Northwesterly",
    ]

    private static let traditionalWinds = ["北風", "東北風", "東風", "東南風", "南風", "西南風", "西風", "西北風"]

    /// From north on, clockwise.
    private static let windNames: [String: [String]] = [
        "de": [
            "Nordwind", "Nordostwind", "Ostwind", "Südostwind", "Südwind", "Südwestwind", "Westwind", "Nordwestwind",
        ],
        "es": [
            "Viento del norte", "Viento del noreste", "Viento del este", "Viento del sureste", "Viento del sur",
            "Viento del suroeste", "Viento del oeste", "Viento del noroeste",
        ],
        "fr": [
            "Vent de nord", "Vent de nord-est", "Vent d’est", "Vent de sud-est", "Vent de sud", "Vent de sud-ouest",
            "Vent d’ouest", "Vent de nord-ouest",
        ],
        "ja": [
            "北の風", "北北東の風", "北東の風", "東北東の風", "東の風", "東南東の風", "南東の風", "南南東の風", "南の風", "南南西の風",
            "南西の風", "西南西の風", "西の風", "西北西の風", "北西の風", "北北西の風",
        ],
        "ko": [
            "북풍", "북북동풍", "북동풍", "동북동풍", "동풍", "동남동풍", "남동풍", "남남동풍", "남풍", "남남서풍", "남서풍", "서남서풍", "서풍",
            "서북서풍", "북서풍", "북북서풍",
        ],
        "zh": ["北风", "东北风", "东风", "东南风", "南风", "西南风", "西风", "西北风"],
        "zh-HK": traditionalWinds,
        "zh-MO": traditionalWinds,
        "zh-TW": traditionalWinds,
    ]
}
