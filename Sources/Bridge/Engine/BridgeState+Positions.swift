import Commands
import Configuration
import Messaging
import Storage
import Time
import Timelines
import Weather

/// The way of a position command: checked, stored, named, and shown when the weather there has come.
extension BridgeState {
    /// How many requests may wait for the answer to one move.
    private static let longestReplyQueue = 64

    /// Takes in a message on a command topic.
    mutating func receive(_ message: IncomingMessage, at now: UTCInstant) -> [Effect] {
        switch CommandTopic.parse(message.topic, baseTopic: configuration.mqtt.baseTopic) {
        case .location(let id): receivePosition(message, panel: id, at: now)
        // A retained one would ask again at each reconnect.
        case .refresh(let id): message.isRetained ? [] : refresh(id, at: now)
        case nil: []
        }
    }

    private mutating func receivePosition(_ message: IncomingMessage, panel id: String, at now: UTCInstant) -> [Effect]
    {
        // The empty message that clears a retained one is no command.
        if message.isRetained && message.payload.isEmpty { return [] }
        guard let panel = panels[id] else {
            let address = address(of: message, otherwise: "\(configuration.mqtt.baseTopic)/bridge/response")
            return [reply(to: address, .refused(.unknownPanel(id: Self.identifier(in: message))))]
        }
        let address = address(of: message, otherwise: topic(id, "location/response"))
        do throws(PositionError) {
            guard !message.isRetained else { throw .retained(id: Self.identifier(in: message)) }
            guard case .change(let change) = try PositionCommand.parse(payload: message.payload) else { return [] }
            switch try judge(change, panel: id, at: now) {
            case .apply(let change):
                return startMove(
                    of: id,
                    change,
                    reportedBefore: panel.rules.reportedAt,
                    address: address,
                    at: now
                )
            case .noChange:
                return repeated(change, of: id, address: address, at: now)
            }
        } catch {
            return [reply(to: address, .refused(error))]
        }
    }

    /// Judges by the panel's rules, which remember the command before anything is done about it.
    private mutating func judge(
        _ change: PositionChange,
        panel id: String,
        at now: UTCInstant
    ) throws(PositionError) -> PanelPositionState.Decision {
        guard var rules = panels[id]?.rules else { throw .unknownPanel(id: change.id) }
        defer {
            panels[id]?.rules = rules
            if rules.nextOpening != nil { heldBack.insert(id) } else { heldBack.remove(id) }
        }
        return try rules.judge(change, at: now)
    }

    /// What the requester calls its request, where that can be read.
    private static func identifier(in message: IncomingMessage) -> RequestIdentifier? {
        do throws(PositionError) {
            guard case .change(let change) = try PositionCommand.parse(payload: message.payload) else { return nil }
            return change.id
        } catch {
            return error.id
        }
    }

    /// Answers a fix that came once more: as the first one, if that is still on its way.
    private mutating func repeated(
        _ change: PositionChange,
        of id: String,
        address: ReplyAddress,
        at now: UTCInstant
    ) -> [Effect] {
        guard let panel = panels[id] else { return [] }
        guard let move = panel.move else {
            return [reply(to: address, .accepted(panel.coordinate, name: panel.place.name, id: change.id))]
        }
        let pending = PendingReply(address: address, identifier: change.id, coordinate: move.coordinate)
        panels[id]?.move?.replies = move.replies.suffix(Self.longestReplyQueue - 1) + [pending]
        return settleMove(of: id, at: now)
    }

    /// Carries out what was held back by the limit of commands and may go now.
    mutating func takePendingPositions(at now: UTCInstant) -> [Effect] {
        var effects: [Effect] = []
        for id in heldBack.sorted() {
            let before = panels[id]?.rules.reportedAt
            guard let opening = panels[id]?.rules.nextOpening, opening <= now,
                let change = panels[id]?.rules.takePending(at: now)
            else { continue }
            heldBack.remove(id)
            effects += startMove(of: id, change, reportedBefore: before, address: nil, at: now)
        }
        return effects
    }

    private mutating func startMove(
        of id: String,
        _ change: PositionChange,
        reportedBefore: UTCInstant?,
        address: ReplyAddress?,
        at now: UTCInstant
    ) -> [Effect] {
        guard let panel = panels[id] else { return [] }
        let position = StoredPosition(change, acceptedAt: now)
        let coordinate = position?.coordinate ?? panel.configuration.location
        lastGeneration += 1
        var move = Move(
            generation: lastGeneration,
            position: position,
            coordinate: coordinate,
            reportedBefore: reportedBefore
        )
        use(move.cell, of: panel.configuration.source, at: now)
        if var earlier = panel.move {
            release(earlier.cell, of: panel.configuration.source)
            move.replies = earlier.replies.suffix(Self.longestReplyQueue - 1)
            earlier.replies = []
            if earlier.isStored { earlier.overtaken = [] }
            move.overtaken = earlier.isStored ? [earlier] : earlier.overtaken
        }
        if let address {
            move.replies.append(PendingReply(address: address, identifier: change.id, coordinate: coordinate))
        }
        panels[id]?.move = move
        return [
            .store(position, panel: id, generation: move.generation),
            .name(coordinate, panel: id, generation: move.generation),
        ] + advance(to: now)
    }

    /// The position is on disk.
    mutating func stored(panel id: String, generation: Int, at now: UTCInstant) -> [Effect] {
        guard panels[id]?.move?.generation == generation else { return [] }
        panels[id]?.move?.isStored = true
        return settleMove(of: id, at: now)
    }

    /// The position could not be written: the panel stays where it was.
    mutating func storingFailed(panel id: String, generation: Int, reason: String, at now: UTCInstant) -> [Effect] {
        guard let panel = panels[id], let move = panel.move, move.generation == generation else { return [] }
        if let overtaken = move.overtaken.first { use(overtaken.cell, of: panel.configuration.source, at: now) }
        release(move.cell, of: panel.configuration.source)
        panels[id]?.move = move.overtaken.first
        panels[id]?.rules.revert(to: move.reportedBefore)
        return move.replies.map { reply(to: $0.address, .refused(.notStored(reason, id: $0.identifier))) }
    }

    /// The place at the position has a name, or nil where there is none.
    mutating func placed(panel id: String, generation: Int, _ place: Place, at now: UTCInstant) -> [Effect] {
        guard panels[id]?.move?.generation == generation else { return [] }
        panels[id]?.move?.place = place
        return settleMove(of: id, at: now)
    }

    /// Shows the new position once all of it is there; answers as soon as that is known to take longer.
    mutating func settleMove(of id: String, at now: UTCInstant) -> [Effect] {
        guard let panel = panels[id], let move = panel.move, move.isStored, let place = move.place,
            let scheduler = schedulers[panel.configuration.source],
            let there = scheduler.presentation(of: move.cell)
        else { return [] }
        let asking = scheduler.asking(of: move.cell)
        let hasFailed = (asking?.failures ?? 0) > 0
        switch there.freshness {
        case .fresh, .stale:
            return showMove(of: id, place, at: now) { .accepted($0.coordinate, name: place.name, id: $0.identifier) }
        case .sample, .expired:
            guard hasFailed else { return [] }
            let showsRealData = presentation(of: panel).map { $0.freshness != .sample } ?? false
            guard showsRealData else {
                return showMove(of: id, place, at: now) { .refused(.upstream(id: $0.identifier)) }
            }
            panels[id]?.move?.replies = []
            // What is there is the old place's from now on, and stale.
            return [.publish(waitingMessages(of: id, at: now))]
                + move.replies.map { reply(to: $0.address, .refused(.upstream(id: $0.identifier))) }
        }
    }

    /// Answers to those whose position is on disk while its weather is still awaited, for when nobody will wait on.
    mutating func lastAnswers() -> [OutgoingMessage] {
        var answers: [OutgoingMessage] = []
        for id in panelIDs {
            guard let move = panels[id]?.move, move.isStored else { continue }
            panels[id]?.move?.replies = []
            answers += move.replies.map { message(to: $0.address, .refused(.upstream(id: $0.identifier))) }
        }
        return answers
    }

    private mutating func showMove(
        of id: String,
        _ place: Place,
        at now: UTCInstant,
        answer: (PendingReply) -> PositionReply
    ) -> [Effect] {
        guard let panel = panels[id], let move = panel.move else { return [] }
        let shown = ShownPlace(cell: move.cell, name: place.name)
        panels[id]?.position = move.position
        panels[id]?.place = place
        panels[id]?.shown = shown
        panels[id]?.move = nil
        // The move's use of its cell is now that of what is shown.
        release(panel.shown.cell, of: panel.configuration.source)
        var cache = EncodingCache()
        let replies = move.replies.map { reply(to: $0.address, answer($0)) }
        return [.publish(messages(of: id, .everything, cache: &cache, at: now))] + replies
            + [.storeShown(shown, panel: id), .log(.info, "panel \(id): now in \(place.name)")]
    }

    // MARK: Refresh

    private mutating func refresh(_ id: String, at now: UTCInstant) -> [Effect] {
        guard let panel = panels[id] else { return [] }
        let source = panel.configuration.source
        let askedAt = schedulers[source]?.asking(of: panel.wantedCell)?.askedAt
        guard askedAt.map({ now - $0 >= .seconds(60) || $0 > now }) ?? true else {
            return [.log(.info, "panel \(id): refresh ignored, its place was asked for within the last minute")]
        }
        let next = schedulers[source]?.requestReload(of: panel.wantedCell, at: now) ?? now
        guard next > now else { return advance(to: now) }
        return [.log(.info, "panel \(id): refresh waits until \(next.iso8601), as \(source.rawValue) asked for it")]
    }

    // MARK: Answers

    private func address(of message: IncomingMessage, otherwise topic: String) -> ReplyAddress {
        guard let wished = message.responseTopic,
            CommandTopic.isAllowedResponseTopic(wished, baseTopic: configuration.mqtt.baseTopic)
        else { return ReplyAddress(topic: topic, correlationData: nil) }
        return ReplyAddress(topic: wished, correlationData: message.correlationData)
    }

    private func reply(to address: ReplyAddress, _ reply: PositionReply) -> Effect {
        .publish([message(to: address, reply)])
    }

    private func message(to address: ReplyAddress, _ reply: PositionReply) -> OutgoingMessage {
        OutgoingMessage(
            topic: address.topic,
            payload: reply.payload(
                topicBytes: address.topic.utf8.count,
                privacyDecimals: configuration.privacy.decimals
            ),
            isRetained: false,
            lifetime: .seconds(60),
            correlationData: address.correlationData
        )
    }
}

extension StoredPosition {
    /// Nil for a reset.
    init?(_ change: PositionChange, acceptedAt: UTCInstant) {
        guard case .set(let position) = change else { return nil }
        self.init(
            coordinate: position.coordinate,
            name: position.name,
            accuracyMetres: position.accuracyMetres,
            reportedAt: position.reportedAt,
            acceptedAt: acceptedAt,
            source: .command
        )
    }
}
