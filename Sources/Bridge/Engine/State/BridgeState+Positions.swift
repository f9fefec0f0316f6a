import Commands
import Configuration
import Messaging
import Storage
import Time
import Timelines
import Topics

/// Position commands: what comes in is judged, and answered by what becomes of it.
extension BridgeState {
    /// How many requests may wait for the answer to one move.
    private static let longestReplyQueue = 64

    /// Takes in a message on a command topic.
    mutating func receive(_ message: IncomingMessage, at now: UTCInstant) -> [Effect] {
        switch CommandTopic.parse(message.topic, baseTopic: configuration.mqtt.baseTopic) {
        case .location(let id): receivePosition(message, panel: id, at: now)
        // A retained one would ask again at each reconnect.
        case .refresh(let id): message.isRetained ? [] : refresh(id, at: now)
        case .request(let verb): message.isRetained ? [] : receiveRequest(verb, message, at: now)
        case .hello(let id): receiveHello(message, panel: id, at: now)
        case nil:
            (message.topic == birthTopic ? receiveBirth(message, at: now) : []) + receiveFollowed(message, at: now)
        }
    }

    private mutating func receivePosition(_ message: IncomingMessage, panel id: String, at now: UTCInstant) -> [Effect]
    {
        // The empty message that clears a retained one is no command.
        if message.isRetained && message.payload.isEmpty { return [] }
        guard let panel = panels[id] else {
            let address = address(of: message, to: id, otherwise: "\(configuration.mqtt.baseTopic)/bridge/response")
            return [reply(to: address, .refused(.unknownPanel(id: Self.identifier(in: message))))]
        }
        let address = address(of: message, to: id, otherwise: topic(id, "location/response"))
        do throws(PositionError) {
            guard !message.isRetained else { throw .retained(id: Self.identifier(in: message)) }
            guard case .change(let change) = try PositionCommand.parse(payload: message.payload) else { return [] }
            switch try judge(change, panel: id, at: now) {
            case .apply(let change):
                return startMove(
                    of: id,
                    change,
                    rulesBefore: panel.rules.memory,
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
    mutating func judge(
        _ change: PositionChange,
        from origin: PositionOrigin = .command,
        panel id: String,
        at now: UTCInstant
    ) throws(PositionError) -> PanelPositionState.Decision {
        guard var rules = panels[id]?.rules else { throw .unknownPanel(id: change.id) }
        defer {
            panels[id]?.rules = rules
            if rules.nextOpening != nil { heldBack.insert(id) } else { heldBack.remove(id) }
        }
        return try rules.judge(change, from: origin, at: now)
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

    /// Carries out what was held back, by the limit of commands or the interval between positions, and may go now.
    mutating func takePendingPositions(at now: UTCInstant) -> [Effect] {
        var effects: [Effect] = []
        for id in heldBack.sorted() {
            guard let before = panels[id]?.rules.memory, let pending = panels[id]?.rules.takePending(at: now) else {
                continue
            }
            heldBack.remove(id)
            effects += startMove(
                of: id,
                pending.change,
                from: pending.origin,
                rulesBefore: before,
                address: nil,
                at: now
            )
        }
        return effects
    }

    mutating func startMove(
        of id: String,
        _ change: PositionChange,
        from origin: PositionOrigin = .command,
        rulesBefore: PanelPositionState.Memory,
        address: ReplyAddress?,
        at now: UTCInstant
    ) -> [Effect] {
        guard let panel = panels[id] else { return [] }
        let position = StoredPosition(change, from: origin, acceptedAt: now)
        let coordinate = position?.coordinate ?? panel.configuration.location
        lastGeneration += 1
        var move = Move(
            generation: lastGeneration,
            position: position,
            coordinate: coordinate,
            rulesBefore: rulesBefore
        )
        usePlace(move.cell, for: panel, at: now)
        if var earlier = panel.move {
            releasePlace(earlier.cell, for: panel)
            move.replies = earlier.replies.suffix(Self.longestReplyQueue - 1)
            earlier.replies = []
            move.overtaken = earlier.isStored ? [] : earlier.overtaken
            earlier.overtaken = []
            move.overtaken.append(earlier)
        }
        if let address {
            move.replies.append(PendingReply(address: address, identifier: change.id, coordinate: coordinate))
        }
        panels[id]?.move = move
        return [
            .write(.position(position, panel: id, generation: move.generation)),
            .work(.name(coordinate, panel: id, generation: move.generation)),
        ] + advance(to: now)
    }

    // MARK: Answers

    /// Where the answer to a command goes, to a panel or (nil) to the bridge itself.
    func address(of message: IncomingMessage, to panel: String?, otherwise topic: String) -> ReplyAddress {
        guard let wished = message.responseTopic,
            CommandTopic.isAllowedResponseTopic(
                wished,
                panel: panel,
                baseTopic: configuration.mqtt.baseTopic,
                prefixes: configuration.mqtt.responsePrefixes
            ), !announces(on: wished),
            // An answer has a position, which would move whoever follows that topic.
            !followed.follows(wished)
        else { return ReplyAddress(topic: topic, correlationData: nil) }
        return ReplyAddress(topic: wished, correlationData: message.correlationData)
    }

    func reply(to address: ReplyAddress, _ reply: PositionReply) -> Effect {
        .publish([message(to: address, reply)])
    }

    func message(to address: ReplyAddress, _ reply: PositionReply) -> OutgoingMessage {
        OutgoingMessage(
            topic: address.topic,
            payload: reply.payload(
                topicBytes: address.topic.utf8.count,
                privacyDecimals: configuration.privacy.decimals,
                packetBytes: answerPacketBytes(on: address.topic)
            ),
            isRetained: false,
            lifetime: .seconds(60),
            correlationData: address.correlationData
        )
    }
}

extension StoredPosition {
    /// Nil for a reset.
    init?(_ change: PositionChange, from origin: PositionOrigin, acceptedAt: UTCInstant) {
        guard case .set(let position) = change else { return nil }
        self.init(
            coordinate: position.coordinate,
            name: position.name,
            accuracyMetres: position.accuracyMetres,
            reportedAt: position.reportedAt,
            acceptedAt: acceptedAt,
            source: origin == .command ? .command : .follow
        )
    }
}
