import TestSupport
import Testing
import Time
import Timelines
import Weather
import Widgets

@testable import Upstreams

@Suite(.timeLimit(.minutes(4)))
struct PlaceNamerTests {
    private let client = HTTPClient(version: "0", contact: "https://example.org/house")
    private let clock = TestClock(now: testNow)

    private func openWeather(_ server: HTTPServer) -> OpenWeather {
        OpenWeather(client: client, clock: clock, baseURL: server.baseURL, apiKey: "s3cret")
    }

    /// A namer's result for Setagaya when the server answers so.
    private func name<Namer: PlaceNamer & Upstream>(
        by namer: Namer.Type,
        _ json: String,
        status: Int = 200,
        language: String = "ja"
    ) async throws -> Result<String?, ReloadFailure> {
        let server = try HTTPServer { _ in .json(json, status: status) }
        let namer = Namer(client: client, clock: clock, baseURL: server.baseURL, apiKey: "s3cret")
        return await namer.name(at: try coordinates((35.6465, 139.62971))[0], language: language)
    }

    @Test func `OpenWeather is asked as documented`() async throws {
        let server = try HTTPServer { _ in .json("[]") }
        let namer = openWeather(server)
        #expect(await namer.name(at: try coordinates((35.6465, 139.62971))[0], language: "ja") == .success(nil))
        #expect(server.requests.map(\.path) == ["/geo/1.0/reverse"])
        #expect(
            server.requests.map(\.query) == [["lat": "35.65", "lon": "139.63", "limit": "1", "appid": "s3cret"]]
        )
        #expect(namer.mayBeStored)
    }

    @Test(arguments: [
        ("ja", "世田谷区"), ("zh-TW", "世田谷區"), ("zh-CN", "世田谷"), ("zh", "世田谷"), ("ZH-hk", "世田谷"), ("nb", "Setagaya (no)"),
        ("no", "Setagaya (no)"), ("nn", "Setagaya (nn)"), ("pt-BR", "Setagaya (pt)"), ("fr", "Setagaya"),
        ("de", "Setagaya"), ("ascii", "Setagaya"), ("feature_name", "Setagaya"),
    ])
    func `OpenWeather's name is in the language, or else its own`(language: String, name: String) async throws {
        let json = #"""
            [{"name":"Setagaya","lat":35.6,"lon":139.6,"country":"JP","local_names":{"ja":"世田谷区","zh-TW":"世田谷區",
            "zh":"世田谷","no":"Setagaya (no)","nn":" Setagaya (nn)\n","pt":"Setagaya (pt)","de":" ",
            "ascii":"ASCII","feature_name":"FEATURE"}},{"name":"Second"}]
            """#
        #expect(try await self.name(by: OpenWeather.self, json, language: language) == .success(name))
    }

    @Test(arguments: [
        "", "{}", "null", "[null]", "[{}]", #"[{"name":null}]"#, #"[{"name":1}]"#, "<html>",
        #"[{"name":"A","local_names":[]}]"#, #"[{"name":"A","local_names":{"ja":1}}]"#, #"[{"name":"A"}"#,
    ])
    func `OpenWeather's answer that is not as documented is refused`(json: String) async throws {
        let failure = failure(of: try await name(by: OpenWeather.self, json))
        #expect(failure.retry == .backoff)
        #expect(failure.reason.hasPrefix("OpenWeather sent an answer that cannot be read"))
    }

    @Test func `a name that is none is no name`() async throws {
        let long = String(repeating: "長", count: 201)
        for text in ["", " \\n\\t", long] {
            #expect(try await name(by: OpenWeather.self, #"[{"name":"\#(text)"}]"#) == .success(nil))
            #expect(try await name(by: Nominatim.self, #"{"address":{"city":"\#(text)"}}"#) == .success(nil))
        }
    }

    @Test func `Nominatim is asked as documented, by somebody who can be reached`() async throws {
        let server = try HTTPServer { _ in .json(#"{"address":{"city":"世田谷区"}}"#) }
        let namer = Nominatim(client: client, clock: clock, baseURL: server.baseURL)
        #expect(await namer.name(at: try coordinates((35.6465, 139.62971))[0], language: "ja") == .success("世田谷区"))
        let request = await server.request(1)
        #expect(request.path == "/reverse")
        #expect(
            request.query == [
                "lat": "35.65", "lon": "139.63", "format": "jsonv2", "zoom": "10", "addressdetails": "1",
                "accept-language": "ja",
            ]
        )
        #expect(request.headers["user-agent"] == "kiatsu/0 (+https://example.org/house)")
        #expect(namer.mayBeStored)
    }

    @Test func `Nominatim's own contact comes before that of all upstreams`() async throws {
        let server = try HTTPServer { _ in .json(#"{"address":{"city":"A"}}"#) }
        let values = ["base_url": server.baseURL, "contact": "map@example.org"]
        let namer = Nominatim(client: client, clock: clock, values: values)
        #expect(await namer.name(at: try coordinates((1, 2))[0], language: "ja") == .success("A"))
        #expect(await server.request(1).headers["user-agent"] == "kiatsu/0 (+map@example.org)")
    }

    @Test(arguments: [
        ("ja", "ja"), ("zh-TW", "zh-TW,zh-Hant;q=0.9,zh;q=0.8"), ("zh-CN", "zh-CN,zh-Hans;q=0.9,zh;q=0.8"),
        ("zh", "zh,zh-Hans;q=0.9"), ("zh-Hant", "zh-Hant,zh;q=0.9"), ("pt-BR", "pt-BR,pt;q=0.9"), ("nb", "nb,no;q=0.9"),
        ("de", "de"),
    ])
    func `a language is asked for before its relatives, and no other at all`(language: String, list: String) {
        #expect(Nominatim.preference(for: language) == list)
    }

    @Test(arguments: [
        (#"{"city":"A","town":"B","village":"C","municipality":"D","county":"E"}"#, "A"),
        (#"{"county":"E","municipality":"D","village":"C","town":"B"}"#, "B"),
        (#"{"county":"E","municipality":"D","village":"C","suburb":"F"}"#, "C"),
        (#"{"county":"E","municipality":"D"}"#, "D"), (#"{"county":"E","state":"S"}"#, "E"),
        (#"{"town":"大島町","city":"東京都"}"#, "東京都"), (#"{"city":" ","town":"B"}"#, "B"),
        (#"{"state":"S","country":"Japan"}"#, nil), ("{}", nil),
    ])
    func `Nominatim's name is the largest populated place`(address: String, name: String?) async throws {
        #expect(try await self.name(by: Nominatim.self, #"{"address":\#(address)}"#) == .success(name))
    }

    @Test(arguments: [200, 404])
    func `where nothing is there is no name, whatever form that takes`(status: Int) async throws {
        for json in [
            #"{"error":"Unable to geocode"}"#, #"{"error":{"code":404,"message":"Unable to geocode"}}"#,
        ] {
            #expect(try await name(by: Nominatim.self, json, status: status) == .success(nil))
        }
    }

    @Test(arguments: [
        "", "[]", "{}", "null", "<html>", #"{"address":null}"#, #"{"address":[]}"#, #"{"address":{"city":1}}"#,
        #"{"address":{"city":"A"}"#, #"{"error":"Internal"}"#, #"{"error":true}"#, #"{"error":{"code":1}}"#,
        #"{"error":"Internal","address":{"city":"A"}}"#,
    ])
    func `Nominatim's answer that is not as documented is refused`(json: String) async throws {
        let failure = failure(of: try await name(by: Nominatim.self, json))
        #expect(failure.retry == .backoff)
        #expect(failure.reason.hasPrefix("Nominatim sent an answer that cannot be read"))
        let missing = self.failure(of: try await name(by: Nominatim.self, json, status: 404))
        #expect(missing.retry == .backoff)
    }

    private func failure(of result: Result<String?, ReloadFailure>) -> ReloadFailure {
        UpstreamsTests.failure(of: result)
    }

    @Test(arguments: [
        (["base_url": "https://nominatim.openstreetmap.org"], true),
        (["base_url": "https://Nominatim.OpenStreetMap.org/", "contact": ""], true),
        (["base_url": "https://nominatim.openstreetmap.org:443"], true), ([:], true),
        (["contact": "me@example.org"], false), (["base_url": "http://nominatim.local:8080"], false),
    ])
    func `the public server is not asked without a contact`(values: [String: String], isProblem: Bool) throws {
        var settings = SourceSettings(defaultsOf: Nominatim.description)
        settings.values.merge(values) { $1 }
        let problem = Nominatim.problem(in: settings)
        #expect((problem != nil) == isProblem)
        #expect(problem?.contains("`contact`") != false)
    }

    @Test func `Nominatim is asked once a second, in order`() async throws {
        let server = try HTTPServer { request in
            .json(#"{"address":{"city":"\#(request.query["accept-language"] ?? "")"}}"#)
        }
        let namer = Nominatim(client: client, clock: clock, baseURL: server.baseURL)
        let place = try coordinates((1, 2))[0]
        #expect(await namer.name(at: place, language: "aa") == .success("aa"))
        async let second = namer.name(at: place, language: "bb")
        #expect(await clock.nextSleep() == testNow + .seconds(1))
        #expect(server.requests.count == 1)
        clock.advance(by: .milliseconds(999))
        #expect(await clock.nextSleep() == testNow + .seconds(1))
        #expect(server.requests.count == 1)
        clock.advance(by: .milliseconds(1))
        #expect(await second == .success("bb"))
        clock.advance(by: .seconds(60))
        #expect(await namer.name(at: place, language: "cc") == .success("cc"))
        #expect(server.requests.count == 3)
    }

    @Test func `a 403 of Nominatim's, or of whoever answers in its place, is no last word`() async throws {
        let server = try HTTPServer { _ in .html("<html><h1>Access blocked</h1></html>", status: 403) }
        let namer = Nominatim(client: client, clock: clock, baseURL: server.baseURL)
        let place = try coordinates((35.65, 139.63))[0]
        #expect(failure(of: await namer.name(at: place, language: "ja")).retry == .refused(again: .seconds(30)))
        server.setHandler { _ in .json(#"{"address":{"city":"A"}}"#) }
        clock.advance(by: .seconds(30))
        #expect(await namer.name(at: place, language: "ja") == .success("A"))
    }
}
