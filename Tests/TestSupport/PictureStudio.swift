import Foundation
package import PictureProgram
package import Pictures
import Support
import Time
import Weather
import Widgets

extension PictureRequest {
    /// A small picture that is soon drawn.
    package static func poem(_ change: (inout PictureRequest) -> Void = { _ in }) throws -> PictureRequest {
        let hour = UTCInstant(unixSeconds: 1_774_699_200)
        guard let size = PictureSize(width: 96, height: 64) else {
            throw PictureStudio.Failure(description: "96x64 is no size")
        }
        var request = PictureRequest(
            widget: "poem",
            entry: Array(try JSONEncoder().encode(PoemEntry.sample(at: hour))),
            context: DisplayContext(
                settings: DisplaySettings(language: "ja", units: .metric, family: .large),
                placeName: "世田谷区",
                hour: hour,
                isStale: false
            ),
            isExpired: false,
            size: size,
            colors: .blackAndWhite,
            theme: .light,
            rotation: .none,
            fonts: "",
            forms: [.raw]
        )
        change(&request)
        return request
    }

    /// One that every program answers with an error.
    package static func unknownWidget() throws -> PictureRequest { try poem { $0.widget = "tides" } }
}

/// A user of a program that draws, and what is logged of it.
package struct PictureStudio {
    package struct Failure: Error, CustomStringConvertible {
        package var description: String
    }

    package let program: PictureProgram
    package let log = Recorder<String>()

    /// The `kiatsu-draw` that was built with the tests, or another program.
    package init(_ path: String = Program.path(of: "kiatsu-draw"), _ change: (inout PictureLimits) -> Void = { _ in }) {
        var limits = PictureLimits()
        // The machine may have other things to do than these tests.
        limits.drawingTime = .seconds(50)
        change(&limits)
        let logger = Logger(level: .debug) { [log] in log.append($0) }
        program = PictureProgram(path: path, limits: limits, log: logger)
    }

    /// Those of the programs that were started, in their order.
    package var identifiers: [Int32] { log.elements.compactMap(Self.startedIdentifier) }

    /// Of the next program to be started, or the first.
    package func identifier(since mark: Int = 0) async throws -> Int32 {
        let line = try await log.first(since: mark) { Self.startedIdentifier(in: $0) != nil }
        guard let identifier = Self.startedIdentifier(in: line) else {
            throw PictureStudio.Failure(description: "no process id in “\(line)”")
        }
        return identifier
    }

    @discardableResult
    package func logs(_ text: String, since mark: Int = 0) async throws -> String {
        try await log.first(since: mark) { $0.contains(text) }
    }

    private static func startedIdentifier(in line: String) -> Int32? {
        guard line.hasSuffix(" started") else { return nil }
        return line.split(separator: " ").compactMap { Int32($0) }.last
    }
}

extension PictureProgram {
    /// The outcome of a drawing.
    package func outcome(of request: PictureRequest) async -> Result<Picture, PictureError> {
        do throws(PictureError) {
            return .success(try await draw(request))
        } catch {
            return .failure(error)
        }
    }
}

extension Result where Success == Picture, Failure == PictureError {
    package var isNotUnderstood: Bool { if case .failure(.notUnderstood) = self { true } else { false } }
    package var isFailed: Bool { if case .failure(.failed) = self { true } else { false } }

    /// The text of a failure.
    package var text: String {
        switch self {
        case .success: ""
        case .failure(.notUnderstood(let text)), .failure(.unavailable(let text)), .failure(.failed(let text)): text
        }
    }
}
