import Configuration
import Foundation
import Pictures
import Synchronization
import TestSupport
import Time
import Upstreams

@testable import Doctor

/// The surroundings of a doctor: a broker, an upstream and a directory of its own, in the real time.
final class Practice: Sendable {
    let broker: Broker
    let upstream: HTTPServer
    let directory: ScratchDirectory

    init(
        broker configuration: [String] = Broker.openToAll,
        files: [String: String] = [:],
        on listener: Broker.Listener = .socket
    ) throws {
        broker = try Broker(configuration, files: files, on: listener)
        upstream = try HTTPServer { _ in Practice.forecast() }
        directory = try ScratchDirectory()
    }

    /// An answer of Open-Meteo, of a server whose clock is so far ahead.
    static func forecast(ahead: Duration = .zero) -> HTTPServer.Response {
        let now = SystemWallClock().now
        return .json(OpenMeteoFixture(now: now).json, headers: ["Date": httpDate(now + ahead)])
    }

    private static func httpDate(_ instant: UTCInstant) -> String {
        let formatter = DateFormatter()
        formatter.locale = Locale(identifier: "en_US_POSIX")
        formatter.timeZone = TimeZone(identifier: "GMT")
        formatter.dateFormat = "EEE, dd MMM yyyy HH:mm:ss 'GMT'"
        return formatter.string(from: Date(timeIntervalSince1970: Double(instant.unixSeconds)))
    }

    static let desk = #"panels: [{id: desk, location: "35.6465,139.6297", encodings: [compact, full, frame]}]"#

    /// `mqtt` and `source` are further keys of those sections, each with a comma before it.
    func configuration(
        _ yaml: String = Practice.desk,
        mqtt: String = "",
        source: String = "",
        environment: [String: String] = [:]
    ) throws -> Configuration {
        let text = """
            mqtt: {\(broker.address.keys)\(mqtt)}
            store: {path: "\(directory.path)/kiatsu.db"}
            sources: {open-meteo: {base_url: "\(upstream.baseURL)"\(source)}}
            \(yaml)

            """
        return try Configuration.parse(
            yaml: Array(text.utf8),
            fileName: "test.yaml",
            environment: environment,
            catalogue: .kiatsu,
            topicRoom: { _, _, _, _ in nil }
        ).configuration
    }

    /// All that a doctor finds, in its order.
    func findings(
        _ configuration: Configuration,
        drawer: any PictureDrawer = NoDrawer(),
        drawingProgram: String = "/bin/true"
    ) async -> Findings {
        let recorder = Recorder<Finding>()
        await Doctor(configuration, drawer: drawer, drawingProgram: drawingProgram).examine { report in
            if case .finding(let finding) = report { recorder.append(finding) }
        }
        return Findings(all: recorder.elements)
    }
}

struct Findings: CustomStringConvertible {
    var all: [Finding]

    subscript(check: String) -> [Finding] { all.filter { $0.check == check } }

    var faults: [Finding] { all.filter { $0.result == .fault } }

    /// True if there is a finding of this check and outcome with all of these words.
    func has(_ check: String, _ outcome: Finding.Outcome, _ words: String...) -> Bool {
        self[check].contains { finding in
            finding.result == outcome && words.allSatisfy { (finding.detail + (finding.remedy ?? "")).contains($0) }
        }
    }

    var description: String { all.map { "\n\($0.result) \($0.check): \($0.detail) → \($0.remedy ?? "-")" }.joined() }
}
