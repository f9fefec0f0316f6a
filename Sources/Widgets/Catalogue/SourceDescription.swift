/// What a configuration may say of an upstream, and what the upstream is good for.
package struct SourceDescription: Sendable, Equatable {
    /// Lower case, such as `open-meteo`: the name in configurations and in payloads.
    package let name: String
    /// As its makers write it, for messages.
    package let title: String
    /// Whether it can name places.
    package let namesPlaces: Bool
    package let settings: [SettingDescription]
    /// What a user may ask of it by default: requests a day and a month, nil for no limit.
    package let dailyBudget: Int?
    package let monthlyBudget: Int?

    package init(
        name: String,
        title: String,
        namesPlaces: Bool = false,
        settings: [SettingDescription],
        dailyBudget: Int? = nil,
        monthlyBudget: Int? = nil
    ) {
        self.name = name
        self.title = title
        self.namesPlaces = namesPlaces
        self.settings = settings
        self.dailyBudget = dailyBudget
        self.monthlyBudget = monthlyBudget
    }
}

/// One setting of an upstream.
package struct SettingDescription: Sendable, Equatable {
    package enum Format: Sendable, Equatable {
        /// `http` or `https`, a host, perhaps a port and a path, no `/` at the end.
        case baseURL
        /// Begins with `/`.
        case urlPath
        /// One of these words.
        case choice([String])
        /// One line without control characters.
        case text
        /// In a file or a variable, never in the configuration; may have several lines.
        case secret
    }

    /// Lower case, `_` between words; a secret's has `_file` behind it in the configuration.
    package let name: String
    package let format: Format
    /// Nil where there is none.
    package let fallback: String?

    package init(name: String, format: Format, fallback: String? = nil) {
        self.name = name
        self.format = format
        self.fallback = fallback
    }
}

/// What a configuration says of one upstream.
package struct SourceSettings: Sendable, Hashable {
    /// By the setting's name, fallbacks filled in; secrets apart.
    package var values: [String: String]
    package var secrets: [String: Secret]
    /// Requests a day (UTC) and a calendar month (UTC) at the most; nil for no limit.
    package var dailyBudget: Int?
    package var monthlyBudget: Int?

    package init(
        values: [String: String] = [:],
        secrets: [String: Secret] = [:],
        dailyBudget: Int? = nil,
        monthlyBudget: Int? = nil
    ) {
        self.values = values
        self.secrets = secrets
        self.dailyBudget = dailyBudget
        self.monthlyBudget = monthlyBudget
    }

    /// The settings of the description with nothing configured.
    package init(defaultsOf description: SourceDescription) {
        self.init(dailyBudget: description.dailyBudget, monthlyBudget: description.monthlyBudget)
        for setting in description.settings { values[setting.name] = setting.fallback }
    }
}
