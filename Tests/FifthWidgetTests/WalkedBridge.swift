import Configuration
import Daemon
import Foundation
import PictureProgram
import Pictures
import Support
import TestSupport
import Testing
import Time
import Upstreams
import Widgets

/// A bridge with each widget of a catalogue, and all that it needs: a broker on a socket file, a server that is every
/// upstream, a store and the program that draws.
final class WalkedBridge: Sendable {
    let walked: WalkedCatalogue
    let broker: Broker
    let clock: any WallClock
    let drawer: WatchedDrawer
    let configuration: Configuration
    private let upstream: HTTPServer
    private let directory: ScratchDirectory
    private let log = Recorder<String>()

    /// `encodings` as configurations have them, in brackets.
    init(_ walked: WalkedCatalogue, clock: any WallClock, encodings: String = "[compact, full, fields, frame]") throws {
        self.walked = walked
        self.clock = clock
        broker = try Broker()
        directory = try ScratchDirectory()
        let services = WeatherServices(clock: clock, expiresAfter: .seconds(1800))
        upstream = try HTTPServer { request in
            let answer = request.path == "/tides" ? Self.tides(at: clock.now) : services.answer(request)
            return answer.with("Date", WeatherServices.httpDate(clock.now))
        }
        drawer = WatchedDrawer(Program.path(of: walked.drawingProgram), log)
        configuration = try walked.configuration(
            upstream: upstream.baseURL,
            head: """
                mqtt: {\(broker.address.keys)}
                store: {path: "\(directory.path)/kiatsu.db"}
                homeassistant: {discovery: component}
                log: {level: debug}
                """,
            encodings: encodings
        )
    }

    /// 123 cm in the present hour.
    private static func tides(at now: UTCInstant) -> HTTPServer.Response {
        let levels = (0..<48).map { 123 + $0 % 12 }.map(String.init).joined(separator: ",")
        return .json("{\"start\":\(now.hourStart.unixSeconds),\"levels\":[\(levels)]}")
    }

    /// The last lines of the log, for failures.
    var lastLines: String { log.elements.suffix(30).joined(separator: "\n") }

    /// Runs the daemon while `body` runs, and stops it as SIGTERM does.
    func run(_ body: () async throws -> Void) async throws {
        let (signals, stop) = AsyncStream.makeStream(of: ControlSignal.self)
        // A machine that is busy with many tests is no slow upstream.
        var limits = HTTPLimits()
        limits.totalTime = .seconds(600)
        limits.lowSpeedSeconds = 600
        limits.connectTime = .seconds(600)
        let daemon = Daemon(
            load: { [configuration] () throws(ConfigurationErrors) in configuration },
            clock: clock,
            drawer: drawer,
            limits: limits,
            log: Logger(level: .debug, clock: clock) { [log] in log.append($0) }
        )
        let task = Task { [configuration] in try await daemon.run(configuration, signals: signals) }
        let result: Result<Void, any Error>
        do { result = .success(try await body()) } catch { result = .failure(error) }
        stop.yield(.stop)
        try await task.value
        drawer.shutDown()
        try result.get()
    }

    /// The settings of a widget of the panel.
    func settings(of widget: any Widget) throws -> WidgetConfiguration {
        try #require(configuration.panels.first?.widgets.first { $0.widget == widget.name }, "\(widget.name)")
    }

    /// Waits until the picture of each widget's real data is published, which comes after that data.
    func showsAll(_ topics: TopicRecorder) async throws {
        for widget in walked.widgets {
            do {
                let picture = try await drawer.picture(of: widget)
                try await topics.first(on: "kiatsu/image/p/\(widget.name)") { message in
                    (try? JSONDecoder().decode(ToldPicture.self, from: Data(message.payload)))?.id == picture.id
                }
            } catch {
                throw Missing(description: "no data or picture of \(widget.name): \(error)\n\(lastLines)")
            }
        }
    }
}

/// The program that draws, and all that it has drawn.
final class WatchedDrawer: PictureDrawer {
    private let program: PictureProgram
    private let drawings = Recorder<(request: PictureRequest, picture: Picture)>()

    /// `path` is the program's.
    init(_ path: String, _ log: Recorder<String>) {
        var limits = PictureLimits()
        // The machine may have other things to do than this test.
        limits.drawingTime = .seconds(200)
        program = PictureProgram(path: path, limits: limits, log: Logger(level: .debug) { log.append($0) })
    }

    func draw(_ request: PictureRequest) async throws(PictureError) -> Picture {
        let picture = try await program.draw(request)
        drawings.append((request, picture))
        return picture
    }

    func shutDown() { program.shutDown() }

    /// The first picture of a widget that is not of a sample, waiting for it where there is none yet.
    func picture<Walked: Widget>(of widget: Walked) async throws -> Picture {
        try await drawings.first { drawing in
            guard drawing.request.widget == widget.name else { return false }
            let entry = try? JSONDecoder().decode(Walked.Entry.self, from: Data(drawing.request.entry))
            return entry?.isPlaceholder == false
        }.picture
    }
}

/// The failure of a walk that waited in vain.
struct Missing: Error, CustomStringConvertible {
    let description: String
}
