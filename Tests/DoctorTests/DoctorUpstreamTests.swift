import Configuration
import Faults
import Foundation
import Storage
import TestSupport
import Testing
import Time
import Widgets

@testable import Doctor

@Suite(.timeLimit(.minutes(1)))
struct DoctorUpstreamTests {
    private let practice: Practice

    init() throws {
        practice = try Practice()
        // What an upstream says needs no broker.
        practice.broker.kill()
    }

    @Test func `a refusal is told in the adapter's words`() async throws {
        practice.upstream.setHandler { _ in .json(#"{"error":true,"reason":"no such key"}"#, status: 401) }
        let findings = await practice.findings(try practice.configuration())
        #expect(findings.has("upstream", .fault, "refuses access (401)", "no such key"), "\(findings)")
        #expect(!findings.description.contains("139.6"))
    }

    @Test func `an answer that is no forecast is told of`() async throws {
        practice.upstream.setHandler { _ in .html("<h1>Log in to this network</h1>") }
        let findings = await practice.findings(try practice.configuration())
        #expect(findings.has("upstream", .fault, "cannot be read (a web page)"), "\(findings)")
    }

    @Test func `an upstream that nobody reaches is told of, and the others are asked`() async throws {
        practice.upstream.stop()
        let day = try HTTPServer { _ in
            .json(#"{"id":1,"hitokoto":"明月松间照。","from":"山居秋暝","from_who":"王维","length":6}"#)
        }
        var configuration = try practice.configuration(
            #"panels: [{id: desk, location: "1,2", language: zh, widgets: [weather, day]}]"#
        )
        configuration.sources["hitokoto"]?.values["base_url"] = day.baseURL
        let findings = await practice.findings(configuration)
        #expect(findings.has("upstream", .fault, "open-meteo for weather", "no connection"), "\(findings)")
        #expect(findings.has("upstream", .ok, "hitokoto for day", "1 call(s)"), "\(findings)")
        #expect(day.requests.count == 1)
    }

    @Test(arguments: [
        (0, Finding.Outcome.ok), (-30, .warning), (3600, .fault), (-3600, .fault),
    ])
    func `a clock that is off is told of`(seconds: Int, outcome: Finding.Outcome) async throws {
        practice.upstream.setHandler { _ in Practice.forecast(ahead: .seconds(seconds)) }
        let findings = await practice.findings(try practice.configuration())
        let clock = try #require(findings["clock"].first)
        #expect(clock.result == outcome, "\(findings)")
        if seconds != 0 {
            #expect(clock.detail.contains(seconds > 0 ? "behind" : "ahead"), "\(findings)")
            #expect(clock.remedy?.contains("timedatectl") == true)
            let digits = clock.detail.prefix { $0.isNumber }
            let seen = try #require(Int(digits))
            #expect(abs(seen - abs(seconds)) <= 3, "\(clock.detail)")
        }
    }

    @Test(arguments: [(3, Finding.Outcome.ok), (8, .warning), (10, .fault)])
    func `what is used of a budget is read from the store`(calls: Int, outcome: Finding.Outcome) async throws {
        let configuration = try practice.configuration(source: ", daily_budget: 10")
        let store = try await Store.open(at: configuration.store.path)
        let today = CivilDate(at: SystemWallClock().now, utcOffsetSeconds: 0)
        _ = try await store.spend(calls, of: "open-meteo", day: today, dailyLimit: nil, monthlyLimit: nil)
        await store.close()
        let findings = await practice.findings(configuration)
        #expect(
            findings.has("quota", outcome, "\(calls) call(s) today, \(calls) this month, of 10 a day"),
            "\(findings)"
        )
        #expect(findings.has("store", .ok, "can be read and written"), "\(findings)")
    }

    @Test func `what is used of a budget is told by the running bridge, where there is one`() async throws {
        let examination = UpstreamExamination(try practice.configuration(), clock: SystemWallClock())
        let answer = UpstreamExamination.Answer(source: "open-meteo", finding: Finding("upstream", .ok, ""), clock: nil)
        let json = Data(#"{"upstreams":{"open-meteo":{"calls_today":9000}}}"#.utf8)
        let health = try JSONDecoder().decode(HealthReport.self, from: json)
        let told = Findings(all: examination.quotas([answer, answer], spent: nil, health: health))
        #expect(told.all.count == 1 && told.has("quota", .warning, "9000 call(s) today, of 10000 a day"), "\(told)")
        let unknown = Findings(all: examination.quotas([answer], spent: nil, health: nil))
        #expect(unknown.has("quota", .unknown, "not known"))
    }

    @Test func `what names places is asked for a name, and what nobody asks is not`() async throws {
        practice.upstream.setHandler { request in
            request.path == "/reverse"
                ? .json(#"{"error":"Unable to geocode"}"#) : Practice.forecast()
        }
        var configuration = try practice.configuration(
            """
            geocoder: nominatim
            contact: me@example.org
            panels: [{id: desk, location: "35.6465,139.6297", widgets: {poem: {}, day: {family: small}}}]
            """
        )
        configuration.sources["nominatim"]?.values["base_url"] = practice.upstream.baseURL
        let findings = await practice.findings(configuration)
        #expect(findings["upstream"].count == 1, "\(findings)")
        #expect(findings.has("upstream", .ok, "nominatim for names of places", "it knows no name"), "\(findings)")
        #expect(practice.upstream.requests.map(\.path) == ["/reverse"])
    }

    @Test func `a file that is no store is told of, and left as it is`() async throws {
        let configuration = try practice.configuration()
        let text = String(repeating: "no database ", count: 200)
        let path = try practice.directory.write(text, to: "kiatsu.db")
        #expect(path == configuration.store.path)
        let findings = await practice.findings(configuration)
        #expect(findings.has("store", .fault, path, "not a database"), "\(findings)")
        #expect(findings.has("quota", .unknown, "not known"))
        #expect(try String(contentsOfFile: path, encoding: .utf8) == text)
        #expect(try FileManager.default.contentsOfDirectory(atPath: practice.directory.path) == ["kiatsu.db"])
    }
}
