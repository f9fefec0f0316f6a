import Text
import Weather

/// French, in the words of Météo-France.
///
/// Those for the European index are the Atmo index's, which has its categories.
struct French: Vocabulary {
    func name(of condition: Condition) -> String {
        switch condition {
        case .unknown: "Inconnu"
        case .clear: "Ciel clair"
        case .fair: "Peu nuageux"
        case .mostlyCloudy: "Très nuageux"
        case .overcast: "Couvert"
        case .fog: "Brouillard"
        case .haze: "Brume sèche"
        case .drizzle: "Bruine"
        case .rain: "Pluie"
        case .showers: "Averses"
        case .heavyRain: "Pluie forte"
        case .sleet: "Neige fondue"
        case .snow: "Neige"
        case .heavySnow: "Neige forte"
        case .thunder: "Orage"
        case .exceptional: "Intempéries"
        }
    }

    func asOf(_ clock: String) -> String { "à \(clock.replacing(each: ":", with: "h"))" }
    func forecastAge(hours: Int) -> String { "il y a \(hours) h" }
    var oldForecast: String { "ancien" }
    var expired: String { "périmé" }
    func near(_ place: String) -> String {
        if place.hasPrefix("Le ") { return "près du \(place.dropFirst(3))" }
        if place.hasPrefix("Les ") { return "près des \(place.dropFirst(4))" }
        let elides = place.first.map { "AEIOUYÀÂÄÉÈÊËÎÏÔÖÙÛÜŒ".contains($0) } ?? false
        return elides ? "près d'\(place)" : "près de \(place)"
    }

    func name(of category: AirQualityCategory) -> String {
        switch category {
        case .chinaExcellent: "Excellent"
        case .chinaGood: "Bon"
        case .chinaLight: "Légèrement pollué"
        case .chinaModerate: "Moyennement pollué"
        case .chinaHeavy: "Fortement pollué"
        case .chinaSevere: "Gravement pollué"
        case .usGood: "Bon"
        case .usModerate: "Modéré"
        case .usUnhealthyForSensitiveGroups: "Malsain pour groupes sensibles"
        case .usUnhealthy: "Malsain"
        case .usVeryUnhealthy: "Très malsain"
        case .usHazardous: "Dangereux"
        case .europeGood: "Bon"
        case .europeFair: "Moyen"
        case .europeModerate: "Dégradé"
        case .europePoor: "Mauvais"
        case .europeVeryPoor: "Très mauvais"
        case .europeExtremelyPoor: "Extrêmement mauvais"
        case .openWeatherGood: "Bon"
        case .openWeatherFair: "Correct"
        case .openWeatherModerate: "Modéré"
        case .openWeatherPoor: "Mauvais"
        case .openWeatherVeryPoor: "Très mauvais"
        }
    }
}
