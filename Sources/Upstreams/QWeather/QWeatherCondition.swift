package import Weather

extension Condition {
    /// The condition of a QWeather condition code, that of an icon included: night variants (150…153, 351, 456, 457)
    /// count as their day's.
    ///
    /// A code that is not in use counts for its hundreds where these have one meaning: 3xx is rain, 4xx snow, 5xx haze.
    package init(qWeatherIcon code: Int) {
        switch code {
        case 100, 150: self = .clear
        case 102, 152: self = .fair
        case 101, 103, 151, 153: self = .mostlyCloudy
        case 104: self = .overcast
        case 500, 501, 509, 510, 514, 515: self = .fog
        case 309: self = .drizzle
        case 300, 350: self = .showers
        case 301, 351, 307, 308, 310, 311, 312, 315, 316, 317, 318: self = .heavyRain
        case 302, 303, 304: self = .thunder
        case 313, 404, 405, 406, 456: self = .sleet
        case 402, 403, 409, 410: self = .heavySnow
        case 300...399: self = .rain
        case 400...499: self = .snow
        case 500...599: self = .haze
        default: self = .unknown
        }
    }
}
