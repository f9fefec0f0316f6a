import Text
package import Weather

extension Condition {
    /// The condition of a symbol code of MET Norway (https://api.met.no/weatherapi/weathericon/2.0/documentation), with
    /// or without its ending for the time of day.
    ///
    /// The 41 codes are built of words, so that one that is not in use yet counts for the words in it.
    package init(metSymbol: String) {
        let symbol = metSymbol.prefix { $0 != "_" }
        switch symbol {
        case "clearsky": self = .clear
        case "fair": self = .fair
        case "partlycloudy": self = .mostlyCloudy
        case "cloudy": self = .overcast
        case "fog": self = .fog
        case _ where symbol.contains(substring: "thunder"): self = .thunder
        case _ where symbol.contains(substring: "sleet"): self = .sleet
        case _ where symbol.contains(substring: "snow"): self = symbol.hasPrefix("heavy") ? .heavySnow : .snow
        case _ where symbol.contains(substring: "rain") && symbol.hasPrefix("heavy"): self = .heavyRain
        case _ where symbol.contains(substring: "rainshowers"): self = .showers
        case _ where symbol.contains(substring: "drizzle"): self = .drizzle
        case _ where symbol.contains(substring: "rain"): self = .rain
        case _ where symbol.contains(substring: "fog") || symbol.contains(substring: "mist"): self = .fog
        case _ where symbol.contains(substring: "cloud"): self = .mostlyCloudy
        case _ where symbol.contains(substring: "clear"): self = .clear
        default: self = .unknown
        }
    }
}

/// True for a symbol of MET Norway's for daylight; nil for one that is the same by day and night.
func isDaylight(metSymbol: String) -> Bool? {
    switch metSymbol.drop(while: { $0 != "_" }) {
    case "_day": true
    // In polar twilight the sun stays below the horizon all day: there is none to show.
    case "_night", "_polartwilight": false
    default: nil
    }
}
