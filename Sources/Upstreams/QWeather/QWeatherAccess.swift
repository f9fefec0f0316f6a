import Text
import Widgets

/// The server of an account, and the account's credential for it, which is never of both kinds at once.
struct QWeatherAccess: Sendable {
    enum Identity: Sendable {
        case key(Secret)
        case token(QWeatherTokens)
    }

    /// With its scheme, without a slash at the end.
    let baseURL: String
    let identity: Identity

    /// A problem of the settings: one sentence with its remedy, without their values.
    struct Problem: Error, Equatable {
        let sentence: String
    }

    init(_ settings: SourceSettings) throws(Problem) {
        baseURL = try Self.baseURL(of: settings.values["api_host"] ?? "")
        identity = try Self.identity(in: settings)
    }

    private static func baseURL(of host: String) throws(Problem) -> String {
        guard !host.isEmpty else {
            throw Problem(
                sentence: "QWeather needs “api_host”: copy your API Host from https://console.qweather.com/setting"
            )
        }
        let url = host.contains(substring: "://") ? host : "https://" + host
        guard Origin(url: url) != nil, !url.contains("?"), !url.contains("#"), !url.contains(" ") else {
            throw Problem(
                sentence: "QWeather's “api_host” is neither a host, such as abc.def.qweatherapi.com, nor an http or "
                    + "https address: correct it"
            )
        }
        return url.hasSuffix("/") ? String(url.dropLast()) : url
    }

    private static func identity(in settings: SourceSettings) throws(Problem) -> Identity {
        let key = settings.secrets["api_key"]?.reveal() ?? ""
        let tokenSettings = [
            ("credential_id", settings.values["credential_id"] ?? ""),
            ("project_id", settings.values["project_id"] ?? ""),
            ("private_key_file", settings.secrets["private_key"]?.reveal() ?? ""),
        ]
        let missing = tokenSettings.filter(\.1.isEmpty).map { "“\($0.0)”" }
        if missing.count == tokenSettings.count {
            guard !key.isEmpty else {
                throw Problem(
                    sentence: "QWeather needs an API key: set “api_key_file”, or for JSON Web Tokens “credential_id”, "
                        + "“project_id” and “private_key_file”"
                )
            }
            return .key(Secret(key))
        }
        guard key.isEmpty else {
            throw Problem(
                sentence: "QWeather takes an API key or JSON Web Tokens, not both: remove “api_key_file”, or "
                    + "“credential_id”, “project_id” and “private_key_file”"
            )
        }
        guard missing.isEmpty else {
            throw Problem(
                sentence:
                    "QWeather's JSON Web Tokens need \(missing.joined(separator: " and ")) too: add what is missing"
            )
        }
        return .token(try tokens(credential: tokenSettings[0].1, project: tokenSettings[1].1, pem: tokenSettings[2].1))
    }

    private static func tokens(credential: String, project: String, pem: String) throws(Problem) -> QWeatherTokens {
        guard let key = Ed25519PrivateKey(pem: pem) else {
            throw Problem(
                sentence: "QWeather's private key is not an unencrypted Ed25519 key in PEM: make one with "
                    + "“openssl genpkey -algorithm ED25519” and upload its public key"
            )
        }
        guard let tokens = QWeatherTokens(credential: credential, project: project, key: key) else {
            throw Problem(
                sentence: "QWeather's “credential_id” and “project_id” have letters and digits only: copy them from "
                    + "https://console.qweather.com/project"
            )
        }
        return tokens
    }
}
