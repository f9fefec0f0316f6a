/// An upstream's name, its settings, its budgets and the widgets that it serves.
package struct SourceDescription: Sendable, Equatable {
    /// Lower case, such as `open-meteo`: the name in configurations and in payloads.
    package let name: String
    /// The name as its makers write it, for messages.
    package let title: String
    /// True if it can name the place at a point.
    package let namesPlaces: Bool
    /// Its settings in configurations.
    package let settings: [SettingDescription]
    /// The default budget of requests a day (UTC); nil for no limit.
    package let dailyBudget: Int?
    /// The default budget of requests a calendar month (UTC); nil for no limit.
    package let monthlyBudget: Int?
    /// The calls that it counts for a request that it answers with an error; nil for as many as for any other.
    package let refusedCallCount: Int?

    package init(
        name: String,
        title: String,
        namesPlaces: Bool = false,
        settings: [SettingDescription],
        dailyBudget: Int? = nil,
        monthlyBudget: Int? = nil,
        refusedCallCount: Int? = nil
    ) {
        self.name = name
        self.title = title
        self.namesPlaces = namesPlaces
        self.settings = settings
        self.dailyBudget = dailyBudget
        self.monthlyBudget = monthlyBudget
        self.refusedCallCount = refusedCallCount
    }
}

/// One setting of an upstream.
package struct SettingDescription: Sendable, Equatable {
    /// The form of a setting's value.
    package enum Format: Sendable, Equatable {
        /// A URL with `http` or `https`, a host, optionally a port and a path, without a trailing `/`.
        case baseURL
        /// A path that begins with `/`.
        case urlPath
        /// One of these words.
        case choice([String])
        /// One line without control characters.
        case text
        /// A secret, read from a file or an environment variable and never from the configuration; may have several
        /// lines.
        case secret
    }

    /// The name in lower case with `_` between words; in configurations a secret's ends with `_file`.
    package let name: String
    /// The form of its value.
    package let format: Format
    /// The default; nil if there is none.
    package let fallback: String?

    package init(name: String, format: Format, fallback: String? = nil) {
        self.name = name
        self.format = format
        self.fallback = fallback
    }
}

/// The settings of one upstream in a configuration.
package struct SourceSettings: Sendable, Hashable {
    /// The values by setting, defaults included, secrets excluded.
    package var values: [String: String]
    /// The secrets by setting.
    package var secrets: [String: Secret]
    /// The most requests a day (UTC); nil for no limit.
    package var dailyBudget: Int?
    /// The most requests a calendar month (UTC); nil for no limit.
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

    /// The settings of an upstream for which nothing is configured.
    package init(defaultsOf description: SourceDescription) {
        self.init(dailyBudget: description.dailyBudget, monthlyBudget: description.monthlyBudget)
        for setting in description.settings { values[setting.name] = setting.fallback }
    }
}
