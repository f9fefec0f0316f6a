/// The reasons for the end of a connection.
extension BrokerConnection {
    var isInHandshake: Bool { tls.map { !$0.observation.isHandshakeDone } ?? false }

    /// The end of a connection before CONNACK; nil where TLS is not the reason.
    static func endOfHandshake(_ tls: TLSContext?, _ configuration: ClientConfiguration) -> ConnectionEnd? {
        guard let settings = configuration.tls, let observation = tls?.observation else { return nil }
        if let end = ConnectionEnd(observation, settings, host: configuration.host) { return end }
        guard observation.isHandshakeBegun, !observation.isHandshakeDone else { return nil }
        return ConnectionEnd(.network, "The broker closed the connection during the TLS handshake")
    }

    /// The end of the connection, from the most informative source.
    func end(after error: MosquittoError?) -> ConnectionEnd {
        if let code = handle.record.connectAcknowledgement?.code, code != 0 {
            return ConnectionEnd(connectReason: code)
        }
        if let code = handle.record.disconnectCode, code >= 0x80 {
            return ConnectionEnd(disconnectReason: UInt8(truncatingIfNeeded: code))
        }
        if case .violation(let violation) = transport.end { return ConnectionEnd(violation, configuration) }
        let isOpen = accepted != nil
        if transport.hasEmptyDisconnect {
            let event = "The broker ended the connection without a reason"
            return ConnectionEnd(.network, event, objection: isOpen ? nil : .end)
        }
        if !isOpen, let end = Self.endOfHandshake(tls, configuration) { return end }
        var error = error
        if case .failed(let code) = transport.end { error = MosquittoError(ofSocket: code) }
        guard let error, error.cause != .connectionLost else {
            return isOpen
                ? ConnectionEnd(.network, "The connection to the broker was lost")
                : ConnectionEnd(.network, "The broker closed the connection without an answer", objection: .end)
        }
        if error.cause == .unanswered { return ConnectionEnd(.network, "The broker stopped answering") }
        let event = "The connection to the broker broke: \(error.words)"
        return ConnectionEnd(.network, event, objection: isOpen ? nil : .end)
    }
}
