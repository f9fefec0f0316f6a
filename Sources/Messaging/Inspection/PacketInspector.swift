/// An inspection of the broker's packets before the library reads them: an unknown property would make it end the
/// process, and it allocates any length that a packet claims.
///
/// A value without I/O; its size is bounded by the largest accepted packet.
struct PacketInspector {
    /// The topic of an empty message in the place of one that is thrown away, so that the library acknowledges that.
    static let discardedTopic = "$discarded"

    private let isVersion5: Bool
    private let maximumPacketBytes: Int
    /// The received part of an incomplete packet.
    private var pending: [UInt8] = []
    /// The number of bytes still to come of a discarded PUBLISH.
    private var toSkip = 0
    private var isLetIn = false

    init(_ version: ClientConfiguration.ProtocolVersion, maximumPacketBytes: Int) {
        isVersion5 = version == .v5
        self.maximumPacketBytes = max(2, maximumPacketBytes)
    }

    /// True after a DISCONNECT of length 0, which libmosquitto reports as an error of its own.
    private(set) var hasEmptyDisconnect = false

    /// The number of bytes that wait for the rest of their packet.
    var pendingCount: Int { pending.count }

    private enum Verdict {
        case pass
        /// A message that is not taken, though the broker may be right to deliver it: other clients write it.
        case discard(acknowledging: UInt16?)
        /// A packet without its properties, which are not used.
        case shorten([UInt8])
    }

    private struct Header {
        var type: PacketType
        var flags: UInt8
        /// The bytes behind the length.
        var body: Range<Int>
    }

    /// Inspects received bytes and appends the complete, valid packets to `accepted`.
    ///
    /// Packets before the fault are in `accepted` when it throws; the inspector must not be used after that.
    mutating func take(_ bytes: ArraySlice<UInt8>, into accepted: inout [UInt8]) throws(PacketViolation) {
        let skipped = min(toSkip, bytes.count)
        toSkip -= skipped
        pending.append(contentsOf: bytes.dropFirst(skipped))
        var taken = 0
        /// The index of the first byte that is accepted and not yet appended.
        var unappended = 0
        defer {
            accepted.append(contentsOf: pending[unappended..<taken])
            pending.removeFirst(taken)
        }
        while true {
            taken += acknowledgementBytes(at: taken)
            guard let header = try nextHeader(at: taken) else { return }
            let isWhole = header.body.upperBound <= pending.count
            let isTooLarge = header.body.upperBound - taken > maximumPacketBytes
            let verdict: Verdict
            if isTooLarge {
                guard let identifier = try identifierOfTooLarge(header) else { return }
                verdict = .discard(acknowledging: identifier == 0 ? nil : identifier)
            } else {
                guard isWhole else { return }
                verdict = try judge(header)
            }
            switch verdict {
            case .pass:
                taken = header.body.upperBound
                continue
            case .shorten(let packet):
                accepted.append(contentsOf: pending[unappended..<taken])
                accepted.append(contentsOf: packet)
            case .discard(let identifier):
                accepted.append(contentsOf: pending[unappended..<taken])
                if let identifier { accepted.append(contentsOf: substitute(acknowledging: identifier)) }
            }
            toSkip = max(0, header.body.upperBound - pending.count)
            taken = header.body.upperBound - toSkip
            unappended = taken
        }
    }

    /// The number of bytes of complete acknowledgements without properties, the most frequent packets.
    private func acknowledgementBytes(at start: Int) -> Int {
        guard isLetIn else { return 0 }
        var end = start
        unsafe pending.withUnsafeBufferPointer { bytes in
            while end + 4 <= bytes.count, unsafe bytes[end] == 0x40 {
                let length = unsafe Int(bytes[end + 1])
                let hasIdentifier = unsafe bytes[end + 2] | bytes[end + 3] != 0
                guard length == 2 || length == 3 && isVersion5, hasIdentifier, end + 2 + length <= bytes.count else {
                    break
                }
                end += 2 + length
            }
        }
        return end - start
    }

    /// The type and length of the packet that begins at `start`; nil where they are not there yet.
    private func nextHeader(at start: Int) throws(PacketViolation) -> Header? {
        guard start < pending.count else { return nil }
        let first = pending[start]
        let type = PacketType(rawValue: first >> 4)
        if !isLetIn { try checkFirst(type, at: start) }
        guard let type else { throw PacketViolation(packet: nil, fault: .unknownType) }
        try checkType(type, flags: first & 0x0F)
        var length = 0
        for index in 0..<4 {
            guard start + 1 + index < pending.count else { return nil }
            let byte = pending[start + 1 + index]
            length |= Int(byte & 0x7F) << (7 * index)
            guard byte & 0x80 == 0 else { continue }
            guard byte != 0 || index == 0 || !isVersion5 else {
                throw PacketViolation(packet: type, fault: .lengthField)
            }
            let body = start + 2 + index
            if type != .publish, 2 + index + length > maximumPacketBytes {
                throw PacketViolation(packet: type, fault: .tooLarge)
            }
            return Header(type: type, flags: first & 0x0F, body: body..<body + length)
        }
        throw PacketViolation(packet: type, fault: .lengthField)
    }

    /// Checks the first packet, which may show that the other end is no broker.
    private func checkFirst(_ type: PacketType?, at start: Int) throws(PacketViolation) {
        // A broker may say why it goes before it lets us in, though MQTT 5 wants it to say that in CONNACK.
        if type == .connectAcknowledgement || isVersion5 && type == .disconnect { return }
        let bytes = pending[start...]
        if bytes.starts(with: "HTTP".utf8) { throw PacketViolation(packet: nil, fault: .webServer) }
        // An alert, or a handshake, of any version of TLS.
        if bytes.count > 1, (0x15...0x16).contains(bytes[start]), bytes[start + 1] == 3 {
            throw PacketViolation(packet: nil, fault: .encrypted)
        }
        guard let type else { return }
        throw PacketViolation(packet: type, fault: .tooEarly)
    }

    private func checkType(_ type: PacketType, flags: UInt8) throws(PacketViolation) {
        func violation(_ fault: PacketViolation.Fault) -> PacketViolation {
            PacketViolation(packet: type, fault: fault)
        }
        switch type {
        case .connect, .subscribe, .unsubscribe, .pingRequest: throw violation(.ofClients)
        // Messages go out and are subscribed to with a QoS of 1 at most, and CONNECT names no method to log in.
        case .publishReceived, .publishRelease, .publishComplete: throw violation(.unasked)
        case .authentication: throw violation(isVersion5 ? .unasked : .ofOtherVersion)
        case .disconnect where !isVersion5: throw violation(.ofClients)
        case .connectAcknowledgement where isLetIn: throw violation(.repeated)
        case .publish: if flags >> 1 & 3 > 1 { throw violation(.qualityOfService) }
        default: break
        }
        if type != .publish, flags != 0 { throw violation(.flags) }
    }

    /// The identifier of a message that is larger than we take, 0 where it has none; nil until it is there.
    private func identifierOfTooLarge(_ header: Header) throws(PacketViolation) -> UInt16? {
        var reader = PacketReader(pending, header.body.clamped(to: 0..<pending.count), of: .publish)
        let hasIdentifier = header.flags & 0x06 != 0
        guard reader.remaining >= 2 else { return nil }
        let topicBytes = Int(try reader.word())
        let needed = topicBytes + (hasIdentifier ? 2 : 0)
        guard header.body.count >= 2 + needed else { throw reader.violation(.length) }
        guard reader.remaining >= needed else { return nil }
        try reader.skip(topicBytes)
        return hasIdentifier ? try reader.identifier() : 0
    }

    /// A message without content by the same identifier.
    private func substitute(acknowledging identifier: UInt16) -> [UInt8] {
        let topic = Array(Self.discardedTopic.utf8)
        var body = [0, UInt8(topic.count)] + topic + [UInt8(identifier >> 8), UInt8(identifier & 0xFF)]
        if isVersion5 { body.append(0) }
        return [0x32, UInt8(body.count)] + body
    }

    // MARK: Packets

    private mutating func judge(_ header: Header) throws(PacketViolation) -> Verdict {
        var reader = PacketReader(pending, header.body, of: header.type)
        switch header.type {
        case .publish: return try judgeMessage(&reader, flags: header.flags)
        case .connectAcknowledgement:
            try checkConnectAcknowledgement(&reader)
            isLetIn = true
        case .publishAcknowledgement:
            let start = reader.position
            _ = try reader.identifier()
            if isVersion5, reader.remaining > 0 {
                try checkReason(&reader, of: header.type)
                try reader.finish()
                // libmosquitto 2.0 does not free those of an identifier that it does not know.
                return header.body.count > 3 ? .shorten([0x40, 3] + pending[start..<start + 3]) : .pass
            }
        case .subscribeAcknowledgement, .unsubscribeAcknowledgement:
            _ = try reader.identifier()
            if isVersion5 { try checkProperties(&reader, of: header.type) }
            if isVersion5 || header.type == .subscribeAcknowledgement {
                guard reader.remaining > 0 else { throw reader.violation(.noReasonCode) }
                try reader.skip(reader.remaining)
            }
        case .disconnect:
            hasEmptyDisconnect = reader.remaining == 0
            if !hasEmptyDisconnect { try checkReason(&reader, of: header.type) }
        default: break
        }
        try reader.finish()
        return .pass
    }

    private func judgeMessage(_ reader: inout PacketReader, flags: UInt8) throws(PacketViolation) -> Verdict {
        let topic = try reader.data()
        guard !topic.isEmpty else { throw reader.violation(.noTopic) }
        let identifier = flags & 0x06 == 0 ? nil : try reader.identifier()
        var isForLibrary = PacketReader.isText(pending[topic])
        if isVersion5 {
            let findings = try PropertyFindings(&reader, of: .publish)
            isForLibrary = isForLibrary && findings.areForLibrary
        }
        return isForLibrary ? .pass : .discard(acknowledging: identifier)
    }

    private func checkConnectAcknowledgement(_ reader: inout PacketReader) throws(PacketViolation) {
        guard try reader.byte() <= 1 else { throw reader.violation(.flags) }
        let code = try reader.byte()
        guard isVersion5 else { return }
        guard reader.remaining > 0 else { throw reader.violation(.olderAcknowledgement(code: code)) }
        try checkProperties(&reader, of: .connectAcknowledgement)
    }

    private func checkReason(_ reader: inout PacketReader, of type: PacketType) throws(PacketViolation) {
        _ = try reader.byte()
        if reader.remaining > 0 { try checkProperties(&reader, of: type) }
    }

    private func checkProperties(_ reader: inout PacketReader, of type: PacketType) throws(PacketViolation) {
        guard try PropertyFindings(&reader, of: type).areForLibrary else { throw reader.violation(.text) }
    }
}
