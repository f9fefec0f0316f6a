import TestSupport
import Testing
import Timelines
import Weather
import Widgets

@testable import Upstreams

@Suite(.timeLimit(.minutes(4)))
struct QWeatherNameTests {
    private static let city = """
        {"code":"200","location":[{"name":"世田谷区","id":"1","lat":"35.6","lon":"139.6","adm1":"東京都","country":"日本"},
        {"name":"another"}],"refer":{}}
        """

    private func name(
        _ response: HTTPServer.Response,
        language: String = "ja"
    ) async throws -> (result: Result<String?, ReloadFailure>, requests: [HTTPServer.Request]) {
        let server = try HTTPServer { _ in response }
        let place = try coordinates((35.6465, 139.6297))[0]
        let result = await QWeatherAnswers.source(server).name(at: place, language: language)
        return (result, server.requests)
    }

    @Test func `a place is named by the first of the answer`() async throws {
        let (result, requests) = try await name(.json(Self.city))
        #expect(result == .success("世田谷区"))
        #expect(requests.map(\.path) == ["/geo/v2/city/lookup"])
        #expect(requests.map(\.query) == [["location": "139.63,35.65", "lang": "ja", "number": "1"]])
        #expect(requests.map { $0.headers["x-qw-api-key"] } == ["s3cret"])
    }

    @Test(arguments: [
        ("ja", "ja"), ("en-GB", "en"), ("zh", "zh"), ("zh-CN", "zh"), ("zh-Hans-CN", "zh"), ("zh-TW", "zh-hant"),
        ("zh-Hant", "zh-hant"), ("zh-HK", "zh-hant"), ("pt-BR", "pt"), ("", nil),
    ])
    func `a language is asked for by QWeather's code`(language: String, code: String?) {
        #expect(qWeatherLanguage(language) == code)
    }

    @Test(arguments: [
        (200, #"{"code":"404"}"#), (200, #"{"code":"204"}"#), (404, #"{"code":"404"}"#),
        (200, #"{"code":"200","location":[]}"#), (200, #"{"code":"200","location":[{"name":""}]}"#),
        (400, QWeatherAnswers.problem(400, "no-such-location")),
        (400, QWeatherAnswers.problem(400, "data-not-available")),
    ])
    func `where there is no place there is no name`(status: Int, body: String) async throws {
        #expect(try await name(.json(body, status: status)).result == .success(nil))
    }

    @Test(arguments: [
        (400, QWeatherAnswers.problem(400, "invalid-parameters")), (401, QWeatherAnswers.problem(401, "unauthorized")),
        (404, QWeatherAnswers.problem(404, "not-found")), (200, #"{"code":"402"}"#), (200, #"{"code":"200"}"#),
        (200, #"{"code":"200","location":[{"name":7}]}"#), (200, "<html>"), (502, "<html>"),
    ])
    func `a refusal is not an answer`(status: Int, body: String) async throws {
        let result = try await name(.json(body, status: status)).result
        guard case .failure(let failure) = result else {
            Issue.record("expected a failure, not \(result)")
            return
        }
        QWeatherAnswers.expectFitForTheLog(failure)
    }

    @Test func `names may not be stored`() throws {
        #expect(QWeatherAnswers.source(try HTTPServer()).mayBeStored == false)
    }
}
