import Bridge
import Configuration
import FifthWidget
import Foundation
import Payloads
import TestSupport
import Testing
import Time
import Upstreams
import Widgets

/// Each widget of a catalogue, carried through the engine, a broker, the program that draws, the plan and the doctor.
@Suite(.timeLimit(.minutes(4)))
struct DaemonWalkTests {
    private let broker: Broker
    private let upstream: HTTPServer
    private let directory: ScratchDirectory
    private let clock = TestClock(now: noon + .seconds(60))
    private let log = Recorder<String>()

    init() throws {
        broker = try Broker()
        directory = try ScratchDirectory()
        upstream = try HTTPServer { [clock] request in Self.answer(request, now: clock.now) }
    }

    /// Every upstream that has no place for its answers elsewhere, by path.
    private static func answer(_ request: HTTPServer.Request, now: UTCInstant) -> HTTPServer.Response {
        guard request.path == "/tides" else { return OpenMeteoFixture.response(to: request, now: now) }
        let levels = (0..<48).map { 123 + $0 % 12 }.map(String.init).joined(separator: ",")
        return .json("{\"start\":\(now.hourStart.unixSeconds),\"levels\":[\(levels)]}")
    }

    private func configuration(_ walked: WalkedCatalogue) throws -> Configuration {
        try walked.configuration(
            upstream: upstream.baseURL,
            head: """
                mqtt: {\(broker.address.keys)}
                store: {path: "\(directory.path)/kiatsu.db"}
                homeassistant: {discovery: component}
                log: {level: debug}
                """
        )
    }

    private func program(_ walked: WalkedCatalogue) -> PictureProgram {
        let logger = Logger(level: .debug) { [log] in log.append($0) }
        return PictureProgram(
            path: Program.path(of: walked.drawingProgram),
            limits: Self.patientPictures,
            log: logger
        )
    }

    /// A machine that is busy with many tests is no slow upstream, and no broken program.
    private static var patient: HTTPLimits {
        var limits = HTTPLimits()
        limits.totalTime = .seconds(600)
        limits.lowSpeedSeconds = 600
        limits.connectTime = .seconds(600)
        return limits
    }

    private static var patientPictures: PictureLimits {
        var limits = PictureLimits()
        limits.drawingTime = .seconds(50)
        return limits
    }

    @Test(arguments: WalkedCatalogue.all)
    func `each widget is published with real data, in all of its encodings, with a picture and its readings`(
        walked: WalkedCatalogue
    ) async throws {
        let configuration = try configuration(walked)
        let topics = try await TopicRecorder(broker)
        let (signals, stop) = AsyncStream.makeStream(of: ControlSignal.self)
        let drawer = program(walked)
        let daemon = Daemon(
            load: { () throws(ConfigurationErrors) in configuration },
            clock: clock,
            drawer: drawer,
            limits: Self.patient,
            log: Logger(level: .debug, clock: clock) { [log] in log.append($0) }
        )
        let task = Task { try await daemon.run(configuration, signals: signals) }
        let result: Result<Void, any Error>
        do {
            for widget in walked.widgets { try await expectPublished(widget, configuration, topics) }
            try await expectState(walked, topics)
            result = .success(())
        } catch {
            result = .failure(error)
        }
        stop.yield(.stop)
        try await task.value
        drawer.shutDown()
        try result.get()
    }

    /// Waits for real data on each topic of a widget, and for its picture and sensors.
    private func expectPublished(
        _ widget: any Widget,
        _ configuration: Configuration,
        _ topics: TopicRecorder
    ) async throws {
        let topic = "kiatsu/p/\(widget.name)"
        try await topics.first(on: topic + "/full") { message in
            let document = try? JSONSerialization.jsonObject(with: Data(message.payload)) as? [String: Any]
            return (document?["src"] as? String).map { $0 != "sample" } ?? false
        }
        let settings = try #require(configuration.panels.first?.widgets.first { $0.widget == widget.name })
        #expect(settings.encodings.count == widget.encodings.count)
        for encoding in settings.encodings {
            let bounds = EncodingBounds(of: widget, display: settings.display, encoding: encoding)
            for suffix in bounds.topicSuffixes { try await topics.first(on: topic + suffix) }
        }
        let picture = try await topics.first(on: "kiatsu/image/p/\(widget.name)") { message in
            (try? JSONDecoder().decode(ToldPicture.self, from: Data(message.payload)))?.ts == noon.unixSeconds
        }
        #expect(picture.isRetained || !picture.payload.isEmpty)
        try await topics.first(on: "homeassistant/image/kiatsu_p/picture_\(widget.name)/config")
        for reading in widget.readings where reading.kind.form != .forecasts {
            try await topics.first(on: "homeassistant/sensor/kiatsu_p/\(reading.name)/config")
        }
    }

    /// The document that the entities read has every reading of every widget; the tide's has the gauge's level.
    private func expectState(_ walked: WalkedCatalogue, _ topics: TopicRecorder) async throws {
        let names = walked.widgets.flatMap(\.readings).map(\.name)
        try await topics.first(on: "kiatsu/bridge/homeassistant/p") { message in
            let document = try? JSONSerialization.jsonObject(with: Data(message.payload)) as? [String: Any]
            guard let document, names.allSatisfy({ document[$0] != nil }) else { return false }
            return !names.contains("tide_level") || document["tide_level"] as? Double == 1.23
        }
    }

    @Test(arguments: WalkedCatalogue.all)
    func `the doctor asks each widget's upstream and draws each sample`(walked: WalkedCatalogue) async throws {
        let configuration = try configuration(walked)
        let findings = Recorder<Finding>()
        let drawer = program(walked)
        let doctor = Doctor(
            configuration,
            clock: clock,
            drawer: drawer,
            drawingProgram: Program.path(of: walked.drawingProgram)
        )
        await doctor.examine { if case .finding(let finding) = $0 { findings.append(finding) } }
        drawer.shutDown()
        let details = findings.elements
        for widget in walked.widgets {
            let settings = try #require(configuration.panels.first?.widgets.first { $0.widget == widget.name })
            for source in widget.askedSources(of: settings) {
                let title = "\(source) for \(widget.name): "
                let finding = try #require(details.first { $0.detail.hasPrefix(title) }, "\(title)")
                #expect(finding.result == .ok, "\(finding)")
            }
        }
        let pictures = details.filter { $0.check == "pictures" }
        #expect(!pictures.isEmpty && pictures.allSatisfy { $0.result != .fault }, "\(pictures)")
    }

    @Test(arguments: WalkedCatalogue.all)
    func `the plan has each topic of each widget, and its words`(walked: WalkedCatalogue) async throws {
        let configuration = try configuration(walked)
        let plan = await Plan(configuration, now: noon)
        let rows = plan.panels.flatMap(\.self)
        for settings in try #require(configuration.panels.first).widgets {
            let widget = try #require(walked.catalogue.widget(settings.widget))
            #expect(plan.kinds.contains { $0.widget == widget.name && $0.title == widget.words.title(in: "en") })
            #expect(plan.services.contains { $0.title.hasPrefix(widget.name) }, "\(widget.name)")
            #expect(rows.contains { $0.topic == "kiatsu/image/p/\(widget.name).png" }, "\(widget.name)")
            for encoding in settings.encodings {
                let bounds = EncodingBounds(of: widget, display: settings.display, encoding: encoding)
                for suffix in bounds.topicSuffixes {
                    let row = rows.first { $0.topic == "kiatsu/p/\(widget.name)\(suffix)" }
                    #expect((row?.largestPacketBytes ?? .max) <= encoding.packetLimit, "\(widget.name)\(suffix)")
                }
            }
        }
    }
}
