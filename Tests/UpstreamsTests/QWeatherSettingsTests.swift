import TestSupport
import Testing
import Time
import Timelines
import Weather
import Widgets

@testable import Upstreams

@Suite(.timeLimit(.minutes(4)))
struct QWeatherSettingsTests {
    private static let pem = TestKey.pem(seed: TestKey.seed)

    /// Settings by name; secrets are those of the description.
    private func settings(_ given: [String: String]) -> SourceSettings {
        var settings = SourceSettings(defaultsOf: QWeather.description)
        for (name, value) in given {
            let format = QWeather.description.settings.first { $0.name == name }?.format
            if format == .secret { settings.secrets[name] = Secret(value) } else { settings.values[name] = value }
        }
        return settings
    }

    @Test func `it is described with its settings and its plan's limit`() {
        let description = QWeather.description
        #expect(description.name == "qweather" && description.title == "QWeather")
        #expect(description.namesPlaces)
        #expect(description.dailyBudget == nil && description.monthlyBudget == 50_000)
        #expect(SourceSettings(defaultsOf: description).values == ["generation": "v1"])
        #expect(
            description.settings.map(\.name) == [
                "api_host", "generation", "api_key", "credential_id", "project_id", "private_key",
            ]
        )
    }

    @Test(arguments: [
        ["api_host": "abc.def.qweatherapi.com", "api_key": "s3cret"],
        ["api_host": "http://192.0.2.1:8080/gateway/", "api_key": "s3cret"],
        ["api_host": "a.b", "credential_id": "ABC-1_d", "project_id": "P2", "private_key": pem],
    ])
    func `a host and one way in are enough`(given: [String: String]) {
        #expect(QWeather.problem(in: settings(given)) == nil)
    }

    @Test(
        arguments: [
            (["api_key": "s3cret"], ["“api_host”", "https://console.qweather.com/setting"]),
            (["api_host": "", "api_key": "s3cret"], ["“api_host”"]),
            (["api_host": "a b", "api_key": "s3cret"], ["“api_host”", "correct"]),
            (["api_host": "ftp://a.b", "api_key": "s3cret"], ["“api_host”", "correct"]),
            (["api_host": "a.b?key=s3cret", "api_key": "s3cret"], ["“api_host”", "correct"]),
            (["api_host": "a.b"], ["“api_key_file”", "“private_key_file”"]),
            (["api_host": "a.b", "api_key": ""], ["“api_key_file”"]),
            (["api_host": "a.b", "api_key": "s3cret", "project_id": "P"], ["not both", "remove"]),
            (
                ["api_host": "a.b", "api_key": "s3cret", "credential_id": "C", "project_id": "P", "private_key": pem],
                ["not both", "remove"]
            ),
            (["api_host": "a.b", "credential_id": "C"], ["“project_id” and “private_key_file”", "add"]),
            (["api_host": "a.b", "credential_id": "C", "private_key": pem], ["“project_id”", "add"]),
            (
                ["api_host": "a.b", "credential_id": "C", "project_id": "P", "private_key": "s3cret"],
                ["private key", "openssl genpkey -algorithm ED25519"]
            ),
            (
                ["api_host": "a.b", "credential_id": #"C","alg":"none"#, "project_id": "P", "private_key": pem],
                ["“credential_id”", "letters"]
            ),
        ] as [([String: String], [String])]
    )
    func `what is missing or contradictory is told with its remedy`(given: [String: String], words: [String]) throws {
        let problem = try #require(QWeather.problem(in: settings(given)))
        for word in words { #expect(problem.contains(word), "\(problem)") }
        #expect(problem.hasPrefix("QWeather"))
        #expect(!problem.contains("s3cret") && !problem.contains("\n"))
    }

    @Test func `settings with a problem send nothing`() async throws {
        let server = try HTTPServer(QWeatherAnswers.all)
        var settings = QWeatherAnswers.settings(server.baseURL)
        settings.values["project_id"] = "P"
        let client = HTTPClient(version: "0", contact: nil)
        let environment = UpstreamEnvironment(client: client, clock: TestClock(now: testNow))
        let source = QWeather(settings: settings, environment: environment)
        let failure = try await source.failure()
        #expect(failure.reason == QWeather.problem(in: settings))
        #expect(failure.retry == .untilConfigurationChanges)
        let name = await source.name(at: try coordinates((1, 2))[0], language: "en")
        #expect(name == .failure(failure))
        #expect(server.requests.isEmpty)
    }

    @Test(arguments: [
        ("abc.qweatherapi.com", "https://abc.qweatherapi.com"), ("http://127.0.0.1:1/", "http://127.0.0.1:1"),
        ("https://a.b/c", "https://a.b/c"),
    ])
    func `a host alone is asked over HTTPS`(host: String, baseURL: String) throws {
        #expect(try QWeatherAccess(settings(["api_host": host, "api_key": "k"])).baseURL == baseURL)
    }

    @Test func `a request's description has neither the key nor the position`() throws {
        let place = try #require(Coordinate(latitude: 35.65, longitude: 139.63))
        for endpoint in QWeatherEndpoint.allCases {
            let path = endpoint.path(for: place)
            let request = HTTPRequest(
                url: "https://a.b" + path.path,
                secretPath: path.place,
                query: endpoint.query(for: place, language: "ja"),
                secretHeaders: [("X-QW-Api-Key", Secret("s3cret"))]
            )
            var text = "\(request) \(String(reflecting: request)) "
            dump(request, to: &text)
            #expect(!text.contains("35.6") && !text.contains("139.6") && !text.contains("s3cret"))
            #expect(request.wireURL.contains("35.65") && request.wireURL.contains("139.63"))
        }
    }
}
