import Messaging
import PicturePublishing
import Support
import Time
import Topics

/// Performing the effects that the state returns.
extension Engine {
    func carryOut(_ effects: [Effect]) {
        for effect in effects {
            switch effect {
            case .publish(let messages): if connection.isConnected { dependencies.client.publish(messages) }
            case .round(let round):
                if connection.isConnected { begin(round) }
                // Panels may have left the places whose names the upstream could not give.
                if case .panels = round { findWantedNames() }
            case .draw(let panel):
                pictures.expect(panel)
                pictures.changed.set()
            case .work(.findNames): findWantedNames()
            case .work(let work): begin(work)
            case .write(let write): begin(write)
            case .manifest(let change): carryOut(change)
            case .subscribe: dependencies.client.setFurtherSubscriptions(state.moves.subscriptions)
            case .forgetRefusals: dependencies.forgetRefusals()
            case .log(let level, let text): log(level, text)
            }
        }
        lookAtFaults()
        time.deadlineIs(state.nextDeadline())
    }

    private func carryOut(_ change: ManifestChange) {
        switch change {
        case .retain(let topics):
            manifest.retain(topics)
            begin(.addToManifest(topics))
        case .retire(let entities, let device): manifest.retire(entities, of: device)
        case .clear(let topics): clear(topics)
        }
    }

    /// Clears topics that are not used any more; what is retained is written down once they are gone.
    private func clear(_ topics: [String]) {
        forgetPictures(on: topics)
        let messages = manifest.clear(topics, wanted: ManifestState.retainedTopics(of: state.presenter))
        if connection.isConnected { dependencies.client.publish(messages) }
        guard messages.isEmpty, manifest.isSettled else { return }
        begin(.setManifest(manifest.cleared()))
    }

    /// Writes to the log; what is wrong is shown in Home Assistant as well.
    func log(_ level: LogLevel, _ text: String) {
        dependencies.log.log(level, text)
        let messages = state.noteLine(level, text, at: dependencies.clock.now)
        if connection.isConnected { dependencies.client.publish(messages) }
    }
}
