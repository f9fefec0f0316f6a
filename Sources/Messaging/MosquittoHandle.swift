import CMosquitto
import Support

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// One connection's worth of libmosquitto: made, connected once, and destroyed.
///
/// A new one for each attempt, so that nothing of the library's own queue survives a connection. All its functions are
/// called on the client's thread, and the callbacks run within them; that is why nothing here is locked.
@safe
struct MosquittoHandle: ~Copyable {
    /// The number of packets read before their results are handed on.
    private static let mostPacketsRead = 32

    /// Runs once a process; never undone, since the library's counterpart cannot be undone safely.
    private static let isInitialised: Bool = {
        // A broker that closes the connection must not end the daemon.
        signal(SIGPIPE, SIG_IGN)
        return mosquitto_lib_init() == MOSQ_ERR_SUCCESS.code
    }()

    /// Valid from `init` to `deinit`, which alone destroys it.
    private let raw: OpaquePointer
    /// The library's user data: retained by `record`'s owner, this value, for as long as `raw` lives.
    private let retainedRecord: Unmanaged<CallbackRecord>
    let record: CallbackRecord
    private let protocolVersion: ClientConfiguration.ProtocolVersion

    init(_ configuration: ClientConfiguration) throws(MosquittoError) {
        guard Self.isInitialised else { throw MosquittoError(code: MOSQ_ERR_UNKNOWN.code) }
        let record = CallbackRecord()
        let retained = unsafe Unmanaged.passRetained(record)
        guard
            let raw = unsafe mosquitto_new(
                configuration.clientID,
                configuration.sessionExpirySeconds == 0,
                retained.toOpaque()
            )
        else {
            unsafe retained.release()
            throw MosquittoError(code: MOSQ_ERR_ERRNO.code)
        }
        unsafe self.raw = unsafe raw
        unsafe retainedRecord = unsafe retained
        self.record = record
        protocolVersion = configuration.protocolVersion
        setCallbacks()
    }

    deinit {
        // The library may still call back while it is being destroyed, so the record goes last.
        unsafe mosquitto_destroy(raw)
        unsafe retainedRecord.release()
    }

    private borrowing func configure(_ configuration: ClientConfiguration) throws(MosquittoError) {
        let version = protocolVersion == .v5 ? MQTT_PROTOCOL_V5 : MQTT_PROTOCOL_V311
        try check(unsafe mosquitto_int_option(raw, MOSQ_OPT_PROTOCOL_VERSION, version))
        // 0 is the protocol's maximum: the window is counted by us, so that the library never queues.
        try check(unsafe mosquitto_int_option(raw, MOSQ_OPT_SEND_MAXIMUM, 0))
        if let username = configuration.username {
            try check(unsafe mosquitto_username_pw_set(raw, username, configuration.password))
        }
        if let will = configuration.will {
            let code = unsafe will.payload.withUnsafeBytes { payload in
                unsafe mosquitto_will_set_v5(
                    raw,
                    will.topic,
                    Int32(payload.count),
                    payload.baseAddress,
                    will.qualityOfService.rawValue,
                    will.isRetained,
                    nil
                )
            }
            try check(code)
        }
    }

    private borrowing func check(_ code: Int32) throws(MosquittoError) {
        guard code == MOSQ_ERR_SUCCESS.code else { throw MosquittoError(code: code) }
    }

    /// Has the library connect to a port of this machine, see ``LibraryDoor``, and write CONNECT.
    borrowing func connect(_ configuration: ClientConfiguration, port: UInt16) throws(MosquittoError) {
        try configure(configuration)
        var properties: OpaquePointer? = nil
        defer { unsafe mosquitto_property_free_all(&properties) }
        if protocolVersion == .v5 {
            try check(
                unsafe mosquitto_property_add_int32(
                    &properties,
                    Int32(MQTT_PROP_SESSION_EXPIRY_INTERVAL.rawValue),
                    configuration.sessionExpirySeconds
                )
            )
            try check(
                unsafe mosquitto_property_add_int32(
                    &properties,
                    Int32(MQTT_PROP_MAXIMUM_PACKET_SIZE.rawValue),
                    configuration.maximumPacketBytes
                )
            )
        }
        let keepAlive = Int32(configuration.keepAliveSeconds)
        try check(unsafe mosquitto_connect_bind_v5(raw, "127.0.0.1", Int32(port), keepAlive, nil, properties))
    }

    /// The library's end of its stream, or a negative number when there is none.
    var socket: Int32 { unsafe mosquitto_socket(raw) }

    /// True where the library has output that its stream did not accept.
    var wantsToWrite: Bool { unsafe mosquitto_want_write(raw) }

    /// Reads what has come, or a part of it where that is much; the callbacks run within.
    borrowing func read() throws(MosquittoError) {
        // A turn for each packet would be most of the work, and a broker drops acknowledgements to who reads too
        // slowly.
        for _ in 0..<Self.mostPacketsRead {
            let before = record.count
            try check(unsafe mosquitto_loop_read(raw, 1))
            // The library itself ends its loop by this, and has read all then.
            guard errno != EAGAIN, socket >= 0, record.count > before else { break }
        }
    }

    /// Writes what its stream did not take before.
    borrowing func write() throws(MosquittoError) {
        try check(unsafe mosquitto_loop_write(raw, 1))
    }

    /// Sends pings and notices their missing answers.
    borrowing func maintain() throws(MosquittoError) {
        try check(unsafe mosquitto_loop_misc(raw))
    }

    /// Hands a message to the library, which sends it at once; returns its identifier.
    borrowing func publish(_ message: OutgoingMessage, expirySeconds: UInt32?) throws(MosquittoError) -> Int32 {
        var properties: OpaquePointer? = nil
        defer { if unsafe properties != nil { unsafe mosquitto_property_free_all(&properties) } }
        unsafe try addProperties(of: message, expirySeconds: expirySeconds, to: &properties)
        var identifier: Int32 = 0
        let code = unsafe message.payload.withUnsafeBytes { payload in
            unsafe mosquitto_publish_v5(
                raw,
                &identifier,
                message.topic,
                Int32(clamping: payload.count),
                payload.baseAddress,
                message.qualityOfService.rawValue,
                message.isRetained,
                properties
            )
        }
        try check(code)
        return identifier
    }

    /// Adds MQTT 5's properties of a message; the caller frees the list.
    private borrowing func addProperties(
        of message: OutgoingMessage,
        expirySeconds: UInt32?,
        to properties: inout OpaquePointer?
    ) throws(MosquittoError) {
        guard protocolVersion == .v5 else { return }
        if let expirySeconds {
            try check(
                unsafe mosquitto_property_add_int32(
                    &properties,
                    Int32(MQTT_PROP_MESSAGE_EXPIRY_INTERVAL.rawValue),
                    expirySeconds
                )
            )
        }
        if let correlationData = message.correlationData {
            let code = unsafe correlationData.withUnsafeBytes { data in
                unsafe mosquitto_property_add_binary(
                    &properties,
                    Int32(MQTT_PROP_CORRELATION_DATA.rawValue),
                    data.baseAddress,
                    UInt16(clamping: data.count)
                )
            }
            try check(code)
        }
        if let responseTopic = message.responseTopic {
            try check(
                unsafe mosquitto_property_add_string(
                    &properties,
                    Int32(MQTT_PROP_RESPONSE_TOPIC.rawValue),
                    responseTopic
                )
            )
        }
    }

    /// Sends SUBSCRIBE and returns its identifier.
    borrowing func subscribe(to subscription: Subscription) throws(MosquittoError) -> Int32 {
        var identifier: Int32 = 0
        var options: Int32 = 0
        if protocolVersion == .v5 {
            options = subscription.retainHandling.rawValue
            if subscription.retainAsPublished { options |= Int32(MQTT_SUB_OPT_RETAIN_AS_PUBLISHED.rawValue) }
        }
        let quality = subscription.qualityOfService.rawValue
        try check(
            unsafe mosquitto_subscribe_v5(raw, &identifier, subscription.filter, quality, options, nil)
        )
        return identifier
    }

    /// Sends UNSUBSCRIBE; what is on its way still comes.
    borrowing func unsubscribe(from filter: String) throws(MosquittoError) {
        try check(unsafe mosquitto_unsubscribe(raw, nil, filter))
    }

    /// Sends DISCONNECT, on which the broker drops our will, or (MQTT 5 only) publishes it at once.
    borrowing func disconnect(withWill: Bool) {
        let reason = withWill ? Int32(MQTT_RC_DISCONNECT_WITH_WILL_MSG.rawValue) : 0
        // The result does not matter: the handle is destroyed next.
        _ = unsafe mosquitto_disconnect_v5(raw, reason, nil)
    }
}

// The callbacks capture nothing and are set outside of any actor: the library calls them from our own thread.
extension MosquittoHandle {
    private borrowing func setCallbacks() {
        unsafe mosquitto_connect_v5_callback_set(raw) { _, userData, code, flags, properties in
            unsafe CallbackRecord.from(userData)?.connectAcknowledgement = unsafe ConnectAcknowledgement(
                code: UInt8(truncatingIfNeeded: code),
                flags: flags,
                properties: properties
            )
        }
        unsafe mosquitto_disconnect_v5_callback_set(raw) { _, userData, code, _ in
            unsafe CallbackRecord.from(userData)?.disconnectCode = code
        }
        unsafe mosquitto_publish_v5_callback_set(raw) { _, userData, identifier, code, _ in
            let answer = CallbackRecord.Acknowledgement(
                identifier: identifier,
                code: UInt8(truncatingIfNeeded: code)
            )
            unsafe CallbackRecord.from(userData)?.acknowledged.append(answer)
        }
        unsafe mosquitto_subscribe_v5_callback_set(raw) { _, userData, identifier, count, granted, _ in
            guard count > 0, let granted = unsafe granted else { return }
            let answer = CallbackRecord.SubscriptionAnswer(
                identifier: identifier,
                code: UInt8(truncatingIfNeeded: unsafe granted[0])
            )
            unsafe CallbackRecord.from(userData)?.subscribed.append(answer)
        }
        unsafe mosquitto_message_v5_callback_set(raw) { _, userData, message, properties in
            guard let message = unsafe message, let record = unsafe CallbackRecord.from(userData),
                let copy = unsafe IncomingMessage(copying: message.pointee, properties: properties),
                copy.topic != PacketInspector.discardedTopic
            else { return }
            record.received.append(copy)
        }
    }
}

extension CallbackRecord {
    /// The record behind the library's user data, which the handle that set it keeps alive.
    fileprivate static func from(_ userData: UnsafeMutableRawPointer?) -> CallbackRecord? {
        guard let userData = unsafe userData else { return nil }
        return unsafe Unmanaged<CallbackRecord>.fromOpaque(userData).takeUnretainedValue()
    }
}

extension mosq_err_t {
    /// As the library's functions return it.
    var code: Int32 { rawValue }
}
