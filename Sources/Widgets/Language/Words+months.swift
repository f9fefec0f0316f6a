package import Time

extension Words {
    /// The month as it stands on a calendar: 2月, Februar; without a name in the language `2022-02`.
    package static func monthName(of date: CivilDate, language: String) -> String {
        names(of: date, language)?.month ?? iso8601Month(of: date)
    }

    /// The month and the year as they stand on a calendar: 2022年2月, Februar 2022, febrero de 2022; without a name in
    /// the language `2022-02`.
    package static func monthAndYear(of date: CivilDate, language: String) -> String {
        names(of: date, language)?.monthAndYear ?? iso8601Month(of: date)
    }

    private static func names(of date: CivilDate, _ language: String) -> (month: String, monthAndYear: String)? {
        let year = date.year
        switch String(language.prefix { $0 != "-" }) {
        case "ja", "zh": return ("\(date.month)月", "\(year)年\(date.month)月")
        case "ko": return ("\(date.month)월", "\(year)년 \(date.month)월")
        case let language:
            guard let names = monthNames[language] else { return nil }
            let month = names[date.month - 1]
            return (month, language == "es" ? "\(month) de \(year)" : "\(month) \(year)")
        }
    }

    private static func iso8601Month(of date: CivilDate) -> String { String(date.iso8601.dropLast(3)) }

    /// As they stand alone (CLDR, calendar month names, stand-alone and wide).
    private static let monthNames: [String: [String]] = [
        "de": [
            "Januar", "Februar", "März", "April", "Mai", "Juni", "Juli", "August", "September", "Oktober", "November",
            "Dezember",
        ],
        "en": [
            "January", "February", "March", "April", "May", "June", "July", "August", "September", "October",
            "November", "December",
        ],
        "es": [
            "enero", "febrero", "marzo", "abril", "mayo", "junio", "julio", "agosto", "septiembre", "octubre",
            "noviembre", "diciembre",
        ],
        "fr": [
            "janvier", "février", "mars", "avril", "mai", "juin", "juillet", "août", "septembre", "octobre",
            "novembre", "décembre",
        ],
    ]
}
