import Configuration
import Daemon
import Messaging
import Pictures
import Time
import Topics

/// Drawing again whenever a panel's picture changes.
extension DrawCommand {
    /// Draws now, and again each time the panel's picture changes, until Ctrl-C.
    ///
    /// A refusal of the first question is final; a bridge that does not answer may return.
    func watch(_ panel: String, _ configuration: Configuration) async throws -> Int32 {
        let (changes, change) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
        let (failures, failure) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
        let topics = [configuration.mqtt.topics.everything(of: panel)]
        let client = try LiveTopics.client(configuration.mqtt, topics: topics, command: "draw") { _ in change.yield() }
        let signals = ControlSignals()
        let stream = signals.stream
        try client.start()
        change.yield()
        let code = await withTaskGroup { group in
            group.addTask { await redraw(panel, configuration, on: changes, failure) }
            group.addTask { await Self.tryAgain(after: failures, change) }
            group.addTask {
                for await _ in stream { break }
                return 0
            }
            let code = await group.next() ?? 0
            group.cancelAll()
            return code
        }
        await client.stop(last: [], within: .seconds(1))
        withExtendedLifetime(signals) {}
        return code
    }

    /// Draws at each change; returns if the bridge refuses the first question, or when the task is cancelled.
    private func redraw(
        _ panel: String,
        _ configuration: Configuration,
        on changes: AsyncStream<Void>,
        _ failure: AsyncStream<Void>.Continuation
    ) async -> Int32 {
        var hasAsked = false
        var shown: PictureRequest?
        var warnings = MissingGlyphWarnings()
        for await _ in changes {
            switch await asked(of: panel, configuration) {
            case .picture(let request):
                let wanted = adjusted(request)
                // Many publications for a panel do not change its picture.
                if wanted == shown { break }
                shown = await draw(exactly: wanted, &warnings) ? wanted : nil
                if shown == nil { failure.yield() }
            case .refused:
                guard hasAsked else { return ExitCode.failure }
                failure.yield()
            case .unanswered: failure.yield()
            }
            hasAsked = true
        }
        return 0
    }

    /// Triggers another drawing some time after one failed.
    private static func tryAgain(
        after failures: AsyncStream<Void>,
        _ change: AsyncStream<Void>.Continuation
    ) async -> Int32 {
        let clock = SystemWallClock()
        for await _ in failures {
            guard (try? await clock.sleep(until: clock.now + .seconds(60), tolerance: nil)) != nil else { break }
            change.yield()
        }
        return 0
    }
}
