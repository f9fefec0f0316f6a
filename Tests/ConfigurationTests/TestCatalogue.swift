import TestSupport
import Widgets

extension Catalogue {
    /// Widgets and upstreams with what real ones have to configure, and nothing behind it.
    static let test = Catalogue(
        widgets: [
            DescribedWidget(
                name: "weather",
                families: [.large, .medium, .small],
                encodings: [.compact, .full, .fields, .frame],
                quantities: [.temperature, .pressure],
                hasIcons: true
            ),
            DescribedWidget(
                name: "conditions",
                families: [.medium, .small],
                encodings: [.compact, .full, .fields],
                quantities: [.temperature, .pressure, .wind],
                hasIcons: true
            ),
            DescribedWidget(
                name: "day",
                subject: .timeZone,
                families: [.medium, .small],
                encodings: [.compact, .full, .fields],
                options: [
                    option("slogan", .text(mostCharacters: 100), ""),
                    option("categories", .choices(["auto", "a", "b", "d", "i", "k"]), "auto"),
                    option("quote_length", .integer(1...1000), "30"),
                    option("collection", .collection(required: ["quote"], optional: ["from", "language"]), ""),
                ]
            ),
            DescribedWidget(
                name: "poem",
                subject: .panel,
                families: [.medium],
                encodings: [.compact, .full, .fields],
                options: [option("collection", .collection(required: ["lines"], optional: ["author"]), "")]
            ),
        ],
        sources: [
            source(
                "open-meteo",
                widgets: ["weather", "conditions"],
                settings: [
                    SettingDescription(name: "base_url", format: .baseURL, fallback: "https://api.open-meteo.com"),
                    SettingDescription(name: "path", format: .urlPath, fallback: "/v1/forecast"),
                    SettingDescription(
                        name: "air_quality_base_url",
                        format: .baseURL,
                        fallback: "https://air-quality-api.open-meteo.com"
                    ),
                    SettingDescription(name: "air_quality_path", format: .urlPath, fallback: "/v1/air-quality"),
                    SettingDescription(name: "api_key", format: .secret),
                ],
                dailyBudget: 10_000,
                monthlyBudget: 300_000
            ),
            source(
                "openweather",
                widgets: ["weather", "conditions"],
                namesPlaces: true,
                settings: [
                    SettingDescription(name: "base_url", format: .baseURL, fallback: "https://api.openweathermap.org"),
                    SettingDescription(name: "path", format: .urlPath, fallback: "/data/3.0/onecall"),
                    SettingDescription(name: "air_path", format: .urlPath, fallback: "/data/2.5/air_pollution"),
                    SettingDescription(name: "api_key", format: .secret),
                ],
                dailyBudget: 1000,
                needed: "api_key",
                problem: "openweather needs an API key: set `sources.openweather.api_key_file` or "
                    + "KIATSU_OPENWEATHER_API_KEY"
            ),
            source(
                "met-norway",
                widgets: ["weather"],
                settings: [
                    SettingDescription(name: "base_url", format: .baseURL, fallback: "https://api.met.no"),
                    SettingDescription(
                        name: "path",
                        format: .urlPath,
                        fallback: "/weatherapi/locationforecast/2.0/compact"
                    ),
                    SettingDescription(name: "contact", format: .text),
                ],
                needed: "contact",
                problem: "met-norway refuses clients that do not tell who runs them: set `contact`"
            ),
            source(
                "qweather",
                widgets: ["conditions"],
                namesPlaces: true,
                settings: [
                    SettingDescription(name: "api_host", format: .text),
                    SettingDescription(name: "generation", format: .choice(["v1", "v7"]), fallback: "v1"),
                    SettingDescription(name: "api_key", format: .secret),
                    SettingDescription(name: "credential_id", format: .text),
                    SettingDescription(name: "project_id", format: .text),
                    SettingDescription(name: "private_key", format: .secret),
                ],
                monthlyBudget: 50_000,
                needed: "private_key",
                problem: "qweather needs a private key: set `sources.qweather.private_key_file`"
            ),
            source(
                "hitokoto",
                widgets: ["day"],
                settings: [
                    SettingDescription(name: "base_url", format: .baseURL, fallback: "https://v1.hitokoto.cn")
                ]
            ),
            source(
                "nominatim",
                widgets: [],
                namesPlaces: true,
                settings: [
                    SettingDescription(
                        name: "base_url",
                        format: .baseURL,
                        fallback: "https://nominatim.openstreetmap.org"
                    )
                ]
            ),
        ]
    )

    private static func option(
        _ name: String,
        _ format: OptionDescription.Format,
        _ fallback: String
    ) -> OptionDescription {
        OptionDescription(name: name, summary: name, format: format, fallback: fallback, shapesTimeline: true)
    }

    private static func source(
        _ name: String,
        widgets: [String],
        namesPlaces: Bool = false,
        settings: [SettingDescription],
        dailyBudget: Int? = nil,
        monthlyBudget: Int? = nil,
        needed: String? = nil,
        problem: String = ""
    ) -> Source {
        let description = SourceDescription(
            name: name,
            title: name,
            namesPlaces: namesPlaces,
            settings: settings,
            dailyBudget: dailyBudget,
            monthlyBudget: monthlyBudget
        )
        return Source(
            description: description,
            serves: { widgets.contains($0.name) },
            problem: { settings in
                guard let needed, settings.values[needed] == nil, settings.secrets[needed] == nil else { return nil }
                return problem
            }
        )
    }
}
