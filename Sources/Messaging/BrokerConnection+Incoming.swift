/// The broker's packets: acknowledgements, subscriptions and messages.
extension BrokerConnection {
    mutating func handleCallbacks(now: Instant) throws(ConnectionEnd) {
        let record = handle.record
        if let acknowledgement = record.connectAcknowledgement {
            record.connectAcknowledgement = nil
            guard acknowledgement.code == 0 else { throw ConnectionEnd(connectReason: acknowledgement.code) }
            try begin(acknowledgement, now: now)
        }
        handOut()
    }

    mutating func handOut() {
        let record = handle.record
        for acknowledgement in record.acknowledged { settle(acknowledgement) }
        record.acknowledged.removeAll(keepingCapacity: true)
        for answer in record.subscribed {
            guard let filter = subscriptions.removeValue(forKey: answer.identifier), answer.code >= 0x80 else {
                continue
            }
            events(.refused(topic: filter, reason: .broker(code: answer.code)))
        }
        record.subscribed.removeAll()
        for message in record.received { events(.received(message)) }
        record.received.removeAll()
    }

    mutating func subscribe(to subscription: Subscription) throws(ConnectionEnd) {
        do throws(MosquittoError) {
            subscriptions[try handle.subscribe(to: subscription)] = subscription.filter
        } catch {
            guard let reason = refusal(for: error) else { throw end(after: error) }
            tell(.refused(topic: subscription.filter, reason: reason))
        }
    }

    mutating func unsubscribe(from filter: String) throws(ConnectionEnd) {
        do throws(MosquittoError) {
            try handle.unsubscribe(from: filter)
        } catch {
            // A filter that cannot be cancelled was never accepted.
            if refusal(for: error) == nil { throw end(after: error) }
        }
    }

    mutating func subscribeFurther(to wanted: [Subscription]) throws(ConnectionEnd) {
        let kept = Set(wanted)
        for subscription in further.subtracting(kept) { try unsubscribe(from: subscription.filter) }
        for subscription in wanted where !further.contains(subscription) { try subscribe(to: subscription) }
        further = kept
    }

    /// Subscribes, then sends the first messages, before any pending one.
    ///
    /// Not done in the callback: the library would send it before it has finished with CONNACK.
    mutating func begin(_ acknowledgement: ConnectAcknowledgement, now: Instant) throws(ConnectionEnd) {
        accepted = now
        var acknowledgement = acknowledgement
        acknowledgement.protocolVersion = configuration.protocolVersion
        if !acknowledgement.retainAvailable { concessions.retainsNothing = true }
        if acknowledgement.maximumQualityOfService == 0 { concessions.acknowledgesNothing = true }
        window = min(window, Int(acknowledgement.receiveMaximum ?? .max))
        maximumPacketSize = acknowledgement.maximumPacketSize
        let wanted = Set(configuration.subscriptions.map(\.filter))
        for filter in configuration.formerFilters where !wanted.contains(filter) { try unsubscribe(from: filter) }
        for subscription in configuration.subscriptions { try subscribe(to: subscription) }
        for message in configuration.onConnect.map(concessions.applied) {
            do throws(MosquittoError) {
                let lifetime = message.lifetime.map { UInt32(clamping: max(1, $0.components.seconds)) }
                let identifier = try handle.publish(message, expirySeconds: lifetime)
                guard message.qualityOfService == .atLeastOnce else { continue }
                flights.insert(.onConnect(message), as: identifier, now: now)
            } catch {
                guard let reason = refusal(for: error) else { throw end(after: error) }
                tellRefusal(of: message.topic, reason)
            }
        }
        shared.connected(acknowledgement)
        events(.connected(sessionPresent: acknowledgement.sessionPresent))
        for event in early ?? [] { events(event) }
        early = nil
        for warning in concessions.warnings { events(.warning(warning)) }
    }

    mutating func settle(_ acknowledgement: CallbackRecord.Acknowledgement) {
        guard let message = flights.remove(acknowledgement.identifier) else { return }
        let reason = acknowledgement.code >= 0x80 ? RefusalReason.broker(code: acknowledgement.code) : nil
        switch message {
        case .slot(let slot):
            guard let reason, reason.mayPass else {
                if let reason { events(.refused(topic: shared.giveUp(slot, reason), reason: reason)) }
                settled.append(slot)
                return
            }
            if let topic = shared.refuse(slot, reason) { events(.refused(topic: topic, reason: reason)) }
        case .onConnect(let message):
            guard let reason else { return }
            events(.refused(topic: message.topic, reason: reason))
            if reason.mayPass, message.isRetained { shared.putRefused(message) }
        }
    }
}
