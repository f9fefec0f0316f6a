import TestSupport
import Testing
import Time
import Timelines
import Weather
import Widgets

@testable import Upstreams

/// An answer to all requests of a server, the time of the next try for the place, and a word of the remedy.
struct QWeatherFaultCase: Sendable, CustomTestStringConvertible {
    var testDescription: String
    var response: HTTPServer.Response
    var retry: ReloadFailure.Retry
    var word: String
    /// True if it concerns this place alone.
    var isOfPlace = false

    static let rarely = ReloadFailure.Retry.halfHourly
    static let daily = ReloadFailure.Retry.daily
    static let often = ReloadFailure.Retry.doubling(from: .seconds(30))

    private static func problem(
        _ status: Int,
        _ type: String,
        _ retry: ReloadFailure.Retry,
        _ word: String,
        isOfPlace: Bool = false
    ) -> Self {
        Self(
            testDescription: type,
            response: QWeatherAnswers.problemResponse(status, type),
            retry: retry,
            word: word,
            isOfPlace: isOfPlace
        )
    }

    private static func code(
        _ code: Int,
        _ retry: ReloadFailure.Retry,
        _ word: String,
        isOfPlace: Bool = false
    ) -> Self {
        let response = HTTPServer.Response.json(#"{"code":"\#(code)"}"#)
        return Self(testDescription: "code \(code)", response: response, retry: retry, word: word, isOfPlace: isOfPlace)
    }

    /// Each error that is documented, in both shapes.
    static let documented: [Self] = [
        problem(400, "invalid-parameters", rarely, "“generation”", isOfPlace: true),
        problem(400, "missing-parameters", rarely, "“generation”", isOfPlace: true),
        problem(400, "no-such-location", rarely, "position", isOfPlace: true),
        problem(400, "data-not-available", rarely, "another source", isOfPlace: true),
        problem(401, "unauthorized", rarely, "API key"),
        problem(403, "no-credit", rarely, "credit"),
        problem(403, "overdue", rarely, "bill"),
        problem(403, "security-restriction", rarely, "restrictions"),
        problem(403, "invalid-host", rarely, "“api_host”"),
        problem(403, "account-suspension", daily, "suspended"),
        problem(403, "deprecated", rarely, "“generation” to v1"),
        problem(403, "forbidden", rarely, "plan"),
        problem(404, "not-found", rarely, "“api_host”", isOfPlace: true),
        problem(405, "method-not-allowed", rarely, "invalid", isOfPlace: true),
        problem(429, "too-many-requests", often, "too many"),
        problem(429, "over-monthly-limit", daily, "month"),
        problem(500, "unknown-error", .backoff, "500"),
        problem(403, "new", rarely, "plan"),
        code(204, rarely, "no data", isOfPlace: true), code(400, rarely, "invalid", isOfPlace: true),
        code(401, rarely, "API key"), code(402, rarely, "credit"), code(403, rarely, "plan"),
        code(404, rarely, "position", isOfPlace: true), code(429, often, "too many"), code(500, .backoff, "500"),
    ]

    private static func other(
        _ name: String,
        _ response: HTTPServer.Response,
        _ retry: ReloadFailure.Retry,
        _ word: String,
        isOfPlace: Bool = false
    ) -> Self {
        Self(testDescription: name, response: response, retry: retry, word: word, isOfPlace: isOfPlace)
    }

    /// The other cases.
    static let others: [Self] = [
        other("HTML 400", .html("<html><h1>400 Bad Request</h1></html>", status: 400), .backoff, "“api_host”"),
        other("HTML 403", .html("<html>", status: 403), .backoff, "“api_host”"),
        other("HTML 404", .html("<html>", status: 404), .backoff, "“api_host”"),
        other("401", .empty(status: 401), .backoff, "“api_host”"),
        other("429", .empty(status: 429), often, "too many"),
        other("429 after", .empty(status: 429, headers: ["Retry-After": "7200"]), .doubling(from: .seconds(7200)), "t"),
        other("502", .html("<html>", status: 502), .backoff, "502"),
        other("503 after", .empty(status: 503, headers: ["Retry-After": "90"]), .doubling(from: .seconds(90)), "503"),
        other("status 204", .empty(status: 204), rarely, "no data", isOfPlace: true),
        other("no result", .json(#"{"metadata":{"zeroResult":true}}"#), rarely, "no data", isOfPlace: true),
        other("HTML", .html("<html><h1>Welcome to the hotel</h1></html>"), .backoff, "web page"),
        other("redirect away", .redirect(to: "http://login.invalid/"), .backoff, "login"),
        other("half an answer", .cutOff(#"{"code":"200","now":{"#), .backoff, "middle"),
        other("cut short", .json(#"{"code":"200","condition":{"code":"1"#), .backoff, "cut short"),
        other("empty", .json(""), .backoff, "empty"),
        other("nothing said", .json(#"{"code":"200","now":{},"condition":{}}"#), .backoff, "not as documented"),
        other("wrong types", .json(#"{"now":[],"condition":"x","temperature":"y"}"#), .backoff, "not as documented"),
        other("another's JSON", .json(#"{"error":"no"}"#), .backoff, "not as documented"),
        other("a list", .json("[1,2]"), .backoff, "not as documented"),
        other("silence", .silence, .backoff, "too long"),
    ]
}
