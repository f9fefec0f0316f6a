import Configuration
import Faults
import Messaging
import PicturePublishing
import Pictures
import Support
import Time
import Topics
import Widgets

/// The keeping of pictures: what panels want and have not is drawn, one picture at a time, beside everything else.
///
/// Only one task does this, and only it publishes pictures.
extension Engine {
    /// The bytes of small pictures in a batch.
    private static let bytesPerBatch = 256 << 10

    /// Draws and publishes until the task is cancelled.
    func keepPictures() async {
        while !Task.isCancelled {
            await waitForPictures()
            while connection.isConnected, !Task.isCancelled, let work = await nextPicture() { await keep(work) }
        }
    }

    /// Returns when there may be something to draw: something changed, or what failed is due.
    private func waitForPictures() async {
        // A picture that became due since the last look is due at once. Without a connection nothing is drawn.
        let looked = pictures.lookedAt ?? dependencies.clock.now
        guard connection.isConnected, let next = pictures.troubles.nextTry(after: looked) else {
            return await pictures.changed.wait()
        }
        await withDiscardingTaskGroup { group in
            group.addTask {
                guard (try? await self.dependencies.clock.sleep(until: next, tolerance: nil)) != nil else { return }
                await self.lookForPicturesAgain()
            }
            await pictures.changed.wait()
            group.cancelAll()
        }
    }

    private func lookForPicturesAgain() {
        pictures.lookAgain()
        pictures.changed.set()
    }

    private func nextPicture() async -> PictureWork? {
        while connection.isConnected, !Task.isCancelled {
            let now = dependencies.clock.now
            if let work = pictures.nextAwaited(at: now, wanted: { state.presenter.wantedPictures(of: $0, at: now) })
                ?? pictures.nextFound(at: now)
            {
                return work
            }
            guard pictures.mustLook else { return nil }
            await lookForPictures()
        }
        return nil
    }

    /// Goes through all panels, in batches, so that others have their turn.
    private func lookForPictures() async {
        var look = pictures.beginLook(at: dependencies.clock.now)
        let ids = state.panelIDs
        for start in stride(from: 0, to: ids.count, by: Round.panelsPerBatch) {
            let now = dependencies.clock.now
            for id in ids[start..<min(start + Round.panelsPerBatch, ids.count)] {
                for wanted in state.presenter.wantedPictures(of: id, at: now) {
                    pictures.consider(wanted, in: &look, at: now)
                }
            }
            await Task.yield()
        }
        if pictures.end(look, isDrawn: { state.presenter.isDrawn($0) }) {
            carryOut(state.faultEnded(.drawing, at: dependencies.clock.now))
        }
    }

    // MARK: One picture

    private func keep(_ work: PictureWork) async {
        let now = dependencies.clock.now
        guard work.targets.contains(where: { state.presenter.wantedPicture(of: $0, at: now)?.key == work.key }) else {
            // The targets want another picture by now; the next look finds which.
            return pictures.lookAgain()
        }
        guard let picture = await picture(for: work) else { return }
        await publish(picture, work)
    }

    private func picture(for work: PictureWork) async -> Picture? {
        if let known = pictures.cache.picture(for: work.key) { return known }
        do throws(PictureError) {
            let picture = try await Self.draw(work.key, with: dependencies.drawer)
            pictures.drew(picture, for: work.key)
            for line in pictures.missing.lines(for: picture.missing) {
                carryOut(state.faultBegan(.missingFont(line), at: dependencies.clock.now))
            }
            return picture
        } catch {
            // A cancelled drawing does not count as a failure.
            guard !Task.isCancelled else { return nil }
            let now = dependencies.clock.now
            let (kind, message) = pictures.troubles.failed(work.key, for: work.targets[0], error, at: now)
            carryOut(state.faultBegan(.drawing(kind, message), at: now))
            return nil
        }
    }

    @concurrent
    private static func draw(_ key: PictureKey, with drawer: any PictureDrawer) async throws(PictureError) -> Picture {
        try await drawer.draw(key.request())
    }

    /// Hands a picture over for those of the panels that want it by now.
    private func publish(_ picture: Picture, _ work: PictureWork) async {
        let begun = connection.number
        let bytes = pendingBytes(of: picture, work)
        let count = max(1, min(Round.panelsPerBatch, Self.bytesPerBatch / bytes))
        for start in stride(from: 0, to: work.targets.count, by: count) {
            let targets = work.targets[start..<min(start + count, work.targets.count)]
            guard await dependencies.client.waitForRoom(patientBytes: bytes * targets.count) else {
                return pass(over: work, bytes: bytes)
            }
            // The hour's messages are published before its pictures.
            while rounds.isUnderway, !Task.isCancelled { await rounds.ended.wait() }
            guard connection.isConnected, connection.number == begun, !Task.isCancelled else { return }
            let now = dependencies.clock.now
            var messages: [OutgoingMessage] = []
            for target in targets {
                guard let wanted = state.presenter.wantedPicture(of: target, at: now), wanted.key == work.key,
                    let room = room(of: target)
                else {
                    pictures.lookAgain()
                    continue
                }
                messages += pictures.published.publish(picture, as: wanted, in: room, at: now)
                endTooLarge(target, at: now)
            }
            dependencies.client.publish(messages)
            rounds.usedMemory()
        }
    }

    private func endTooLarge(_ target: PictureTarget, at now: UTCInstant) {
        guard state.faults.isLasting(.picture(target.name)) else { return }
        carryOut(state.faultEnded(.picture(target.name), at: now))
    }

    private func room(of target: PictureTarget) -> PictureRoom? {
        state.panels[target.panel]?.configuration.widgets.first { $0.widget == target.widget }.map {
            state.presenter.pictureRoom(of: target.panel, $0)
        }
    }

    /// At most what one panel's messages take of the bytes that may wait.
    private func pendingBytes(of picture: Picture, _ work: PictureWork) -> Int {
        work.targets.lazy.compactMap { self.room(of: $0) }.first.map(picture.pendingBytes) ?? 1
    }

    private func pass(over work: PictureWork, bytes: Int) {
        let now = dependencies.clock.now
        for target in work.targets {
            guard let wanted = state.presenter.wantedPicture(of: target, at: now), wanted.key == work.key else {
                continue
            }
            pictures.published.pass(over: wanted)
        }
        for target in work.targets { carryOut(state.faultBegan(.tooLarge(target, bytes: bytes), at: now)) }
    }

    // MARK: Topics

    /// Forgets pictures whose topics are cleared on the broker.
    func forgetPictures(on topics: [String]) {
        for target in topics.compactMap({ PictureTarget(topic: $0, in: state.configuration.mqtt.topics) }) {
            pictures.published.forget(target)
        }
    }
}

extension FaultReport {
    /// After so long without another, a widget's picture is not wanted any more, or not so large.
    private static let tooLargeQuietTime = Duration.seconds(25 * 3600)

    fileprivate static func drawing(_ kind: PictureTroubles.Kind, _ message: String) -> FaultReport {
        FaultReport(
            key: .drawing,
            cause: kind.rawValue,
            message: message,
            recovery: "all pictures are drawn again",
            isGrave: true
        )
    }

    /// `line` says what is missing and what to install; that it is there is known after a restart.
    fileprivate static func missingFont(_ line: String) -> FaultReport {
        FaultReport(key: .fonts, cause: line, message: line, recovery: "all characters have a font again")
    }

    fileprivate static func tooLarge(_ target: PictureTarget, bytes: Int) -> FaultReport {
        let megabytes = "\((bytes + 50_000) / 1_000_000).\((bytes + 50_000) / 100_000 % 10) MB"
        return FaultReport(
            key: .picture(target.name),
            cause: "too large",
            message: "\(target.name) is not published: the picture is \(megabytes), more than may wait for the broker; "
                + "what was published before stays; use deflate or png, fewer formats, or a smaller size",
            recovery: "\(target.name) is published again, or not wanted any more",
            level: .error,
            quietTime: tooLargeQuietTime
        )
    }
}

extension PictureTarget {
    /// `kitchen/weather`.
    fileprivate var name: String { "\(panel)/\(widget)" }
}
