package import Weather

extension Condition {
    /// The condition of a WMO weather interpretation code (table 4677 as Open-Meteo uses it).
    ///
    /// A code that Open-Meteo does not use counts for what the table has it mean, or for its tens where these have one
    /// meaning: 6x is rain.
    package init(wmoCode: Int) {
        switch wmoCode {
        case 0: self = .clear
        case 1: self = .fair
        case 2: self = .mostlyCloudy
        case 3: self = .overcast
        case 56, 57, 66, 67: self = .sleet
        case 65, 82: self = .heavyRain
        case 75, 86: self = .heavySnow
        case 85: self = .snow
        case 4...9, 30...35: self = .haze
        case 10...12, 28, 40...49: self = .fog
        case 13, 17, 27, 29: self = .thunder
        case 18, 19: self = .exceptional
        case 20: self = .drizzle
        case 21: self = .rain
        case 22, 26, 36...39: self = .snow
        case 23, 24: self = .sleet
        case 25: self = .showers
        case 50...59: self = .drizzle
        case 60...69: self = .rain
        case 70...79: self = .snow
        case 80...89: self = .showers
        case 90...99: self = .thunder
        default: self = .unknown
        }
    }
}
