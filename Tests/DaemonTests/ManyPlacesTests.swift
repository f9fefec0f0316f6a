import TestSupport
import Testing
import Time

@testable import Bridge

@Suite(.timeLimit(.minutes(4))) struct ManyPlacesTests {
    @Test func `places are shown as their answers come, not after the last of all`() async throws {
        let installation = try Installation()
        let panels = (0..<150).map { "{id: p\($0), location: \"\(Double($0) / 10),10\"}" }
        let configuration = try installation.configuration("panels: [\(panels.joined(separator: ", "))]")
        try await installation.run(configuration) { _ in
            try await installation.logs("weather from open-meteo: 100 timeline(s)")
            try await installation.logs("weather from open-meteo: 50 timeline(s)")
        }
    }
}
