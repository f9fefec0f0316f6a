/// The name of a quantity beside its number in a picture; the raw value is its index in the tables.
package enum QuantityName: Int, Sendable, CaseIterable {
    /// The felt temperature.
    case feelsLike
    /// The wind.
    case wind
    /// The relative humidity.
    case humidity
    /// The sea-level pressure.
    case pressure
    /// The air quality index.
    case airQuality
}

extension Words {
    /// The name of a quantity: 湿度, Humidity; English for languages without words.
    package static func quantityName(_ name: QuantityName, language: String) -> String {
        let names = quantityNames[language] ?? quantityNames[String(language.prefix { $0 != "-" })] ?? englishNames
        return names[name.rawValue]
    }

    private static let englishNames = ["Feels like", "Wind", "Humidity", "Pressure", "Air quality"]

    private static let quantityNames: [String: [String]] = [
        "de": ["Gefühlt", "Wind", "Feuchte", "Luftdruck", "Luftqualität"],
        "es": ["Sensación", "Viento", "Humedad", "Presión", "Calidad del aire"],
        "fr": ["Ressenti", "Vent", "Humidité", "Pression", "Qualité de l’air"],
        "ja": ["体感", "風", "湿度", "気圧", "空気質"],
        "ko": ["체감", "바람", "습도", "기압", "대기질"],
        "zh": ["体感", "风", "湿度", "气压", "空气质量"],
        "zh-HK": ["體感", "風", "濕度", "氣壓", "空氣質素"],
        "zh-MO": ["體感", "風", "濕度", "氣壓", "空氣質素"],
        "zh-TW": ["體感", "風", "濕度", "氣壓", "空氣品質"],
    ]
}
