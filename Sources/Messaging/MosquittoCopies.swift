import CMosquitto

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

extension ConnectAcknowledgement {
    /// Copies what CONNACK says; a property that is not there has the protocol's default.
    init(code: UInt8, flags: Int32, properties: OpaquePointer?) {
        self.code = code
        sessionPresent = flags & 1 != 0
        var receiveMaximum: UInt16 = 0
        let hasReceiveMaximum = unsafe mosquitto_property_read_int16(
            properties,
            Int32(MQTT_PROP_RECEIVE_MAXIMUM.rawValue),
            &receiveMaximum,
            false
        )
        self.receiveMaximum = unsafe hasReceiveMaximum == nil ? nil : receiveMaximum
        var size: UInt32 = 0
        let hasSize = unsafe mosquitto_property_read_int32(
            properties,
            Int32(MQTT_PROP_MAXIMUM_PACKET_SIZE.rawValue),
            &size,
            false
        )
        maximumPacketSize = unsafe hasSize == nil ? nil : size
        var retain: UInt8 = 1
        let hasRetain = unsafe mosquitto_property_read_byte(
            properties,
            Int32(MQTT_PROP_RETAIN_AVAILABLE.rawValue),
            &retain,
            false
        )
        retainAvailable = unsafe hasRetain == nil || retain != 0
    }
}

extension IncomingMessage {
    /// Copies everything, since the library frees it after the callback; `nil` when the topic is not UTF-8.
    init?(copying message: mosquitto_message, properties: OpaquePointer?) {
        guard let name = unsafe message.topic, let topic = unsafe String(validatingCString: name) else { return nil }
        self.topic = topic
        payload = unsafe [UInt8](
            UnsafeRawBufferPointer(start: message.payload, count: Int(message.payloadlen))
        )
        isRetained = unsafe message.retain
        responseTopic = unsafe Self.responseTopic(in: properties)
        correlationData = unsafe Self.correlationData(in: properties)
    }

    private static func responseTopic(in properties: OpaquePointer?) -> String? {
        var text: UnsafeMutablePointer<CChar>? = nil
        defer { unsafe free(text) }
        _ = unsafe mosquitto_property_read_string(properties, Int32(MQTT_PROP_RESPONSE_TOPIC.rawValue), &text, false)
        guard let text = unsafe text else { return nil }
        return unsafe String(validatingCString: text)
    }

    private static func correlationData(in properties: OpaquePointer?) -> [UInt8]? {
        var data: UnsafeMutableRawPointer? = nil
        var count: UInt16 = 0
        defer { unsafe free(data) }
        let found = unsafe mosquitto_property_read_binary(
            properties,
            Int32(MQTT_PROP_CORRELATION_DATA.rawValue),
            &data,
            &count,
            false
        )
        guard unsafe found != nil else { return nil }
        return unsafe [UInt8](UnsafeRawBufferPointer(start: data, count: Int(count)))
    }
}
