import Commands
import Configuration
import Messaging
import Places
import Storage
import Time
import Timelines
import Topics

/// Position commands: what comes in is judged, and answered by what becomes of it.
extension BridgeState {
    /// Takes in a message on a command topic.
    mutating func receive(_ message: IncomingMessage, at now: UTCInstant) -> [Effect] {
        switch setup.topics.command(at: message.topic) {
        case .location(let id): receivePosition(message, panel: id, at: now)
        // A retained request would be repeated at each reconnect.
        case .refresh(let id): message.isRetained ? [] : refresh(id, at: now)
        case .request(let verb): message.isRetained ? [] : receiveRequest(verb, message, at: now)
        case .hello(let id): receiveHello(message, panel: id, at: now)
        case nil:
            (message.topic == setup.birthTopic ? receiveBirth(message, at: now) : [])
                + receiveFollowed(message, at: now)
        }
    }

    private mutating func receivePosition(_ message: IncomingMessage, panel id: String, at now: UTCInstant) -> [Effect]
    {
        // An empty message clears a retained one and is no command.
        if message.isRetained && message.payload.isEmpty { return [] }
        guard let panel = panels[id] else {
            let address = address(of: message, to: id, otherwise: setup.topics.response)
            return [reply(to: address, .refused(.unknownPanel(id: Self.identifier(in: message))))]
        }
        let address = address(of: message, to: id, otherwise: setup.topics.locationResponse(of: id))
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
        defer { panels[id]?.rules = rules }
        return try moves.judge(change, from: origin, by: &rules, panel: id, at: now)
    }

    /// The requester's identifier of its request, if it can be read.
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
        panels[id]?.move?.wait(pending)
        return settleMove(of: id, at: now)
    }

    /// Carries out what was held back, by the limit of commands or the interval between positions, and may go now.
    mutating func takePendingPositions(at now: UTCInstant) -> [Effect] {
        var effects: [Effect] = []
        for id in moves.heldBack.sorted() {
            guard var rules = panels[id]?.rules else { continue }
            let before = rules.memory
            let pending = moves.takePending(from: &rules, panel: id, at: now)
            panels[id]?.rules = rules
            guard let pending else { continue }
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
        var move = Move(
            generation: moves.nextGeneration(),
            position: position,
            coordinate: coordinate,
            rulesBefore: rulesBefore
        )
        timelines.use(move.cell, for: panel, at: now)
        if let earlier = panel.move {
            timelines.release(earlier.cell, for: panel)
            move.overtake(earlier)
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

    /// The address for the answer to a command for a panel or (nil) for the bridge itself.
    func address(of message: IncomingMessage, to panel: String?, otherwise topic: Topic) -> ReplyAddress {
        guard let wished = message.responseTopic,
            setup.topics.allowsResponse(on: wished, toPanel: panel, prefixes: configuration.mqtt.responsePrefixes),
            !setup.announces(on: wished),
            // An answer contains a position, which would move the panels that follow that topic.
            !moves.isFollowed(wished)
        else { return ReplyAddress(topic: topic.name, correlationData: nil) }
        return ReplyAddress(topic: wished, correlationData: message.correlationData)
    }

    func reply(to address: ReplyAddress, _ reply: PositionReply) -> Effect {
        .publish([presenter.message(to: address, reply)])
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
