import JSON
import Text
import Widgets

/// The section `sources`, with the upstreams whose settings are wrong.
struct SourcesSection {
    var settings: [String: SourceSettings] = [:]
    /// Upstreams with a fault of their own: no second one is made of what they lack for it.
    var faulty: Set<String> = []

    /// The problem of each upstream, by name; those without a problem are left out.
    func problems(of catalogue: Catalogue, isContactFaulty: Bool) -> [String: String] {
        var problems: [String: String] = [:]
        for source in catalogue.sources {
            let description = source.description
            let isFaulty =
                faulty.contains(description.name)
                || isContactFaulty && description.settings.contains { $0.name == "contact" }
            guard !isFaulty, let settings = settings[description.name] else { continue }
            problems[description.name] = source.problem(settings)
        }
        return problems
    }
}

extension SectionReader {
    /// The settings of every upstream of the catalogue; `contact` is the common one, as a setting of the section above.
    mutating func sources(of catalogue: Catalogue, contact: String?) -> SourcesSection {
        var result = SourcesSection()
        for source in catalogue.sources {
            let description = source.description
            let variables = "KIATSU_" + description.name.uppercased().replacing(each: "-", with: "_")
            section(description.name, variables: variables) { reader in
                result.settings[description.name] = reader.source(description, contact: contact)
                if !reader.findings.issues.isEmpty { result.faulty.insert(description.name) }
            }
        }
        return result
    }

    private mutating func source(_ description: SourceDescription, contact: String?) -> SourceSettings {
        var settings = SourceSettings(defaultsOf: description)
        for setting in description.settings {
            if setting.format == .secret {
                settings.secrets[setting.name] = secret(setting.name, mayBePEM: true)
            } else if let value = value(setting.name, format(of: setting)) {
                settings.values[setting.name] = value
            } else if setting.name == "contact", let contact {
                settings.values[setting.name] = contact
            }
        }
        settings.dailyBudget = budget("daily_budget", default: description.dailyBudget)
        settings.monthlyBudget = budget("monthly_budget", default: description.monthlyBudget)
        return settings
    }

    private func format(of setting: SettingDescription) -> Format<String> {
        switch setting.format {
        case .baseURL: .baseURL(example: setting.fallback ?? "https://api.example.org")
        case .urlPath: .urlPath(example: setting.fallback ?? "/v1")
        case .choice(let words): .choice(of: words, example: setting.fallback ?? words.first ?? "")
        // It goes into a header of every request.
        case .text where setting.name == "contact": .contact
        case .text, .secret: .setting(example: setting.fallback ?? "some-words")
        }
    }

    /// A number of requests; nil for no limit.
    private mutating func budget(_ key: String, default fallback: Int?) -> Int? {
        value(key, .budget(example: fallback)) ?? fallback
    }

    /// The geocoder's name.
    mutating func geocoder(of catalogue: Catalogue) -> String {
        let offline = Configuration.offlineGeocoder
        let namers = catalogue.sources.filter(\.description.namesPlaces).map(\.description.name)
        return value("geocoder", .choice(of: [offline] + namers, example: offline)) ?? offline
    }
}

extension Format<Int?> {
    fileprivate static func budget(example: Int?) -> Self {
        let range = 1...100_000_000
        let unlimited = "unlimited"
        return Format(
            expected: "\(OptionDescription.Format.integer(range).expected) or the word \(unlimited)",
            example: example.map(String.init) ?? "1000",
            isNumber: true,
            candidates: [unlimited],
            schema: .any(of: [.integer(range), .choice([unlimited])])
        ) { text in
            if text == unlimited { return .some(nil) }
            return Int(text).flatMap { range.contains($0) ? .some($0) : nil }
        }
    }
}
