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
        receiveMaximum = unsafe Self.int16(MQTT_PROP_RECEIVE_MAXIMUM, in: properties)
        maximumPacketSize = unsafe Self.int32(MQTT_PROP_MAXIMUM_PACKET_SIZE, in: properties)
        retainAvailable = unsafe Self.byte(MQTT_PROP_RETAIN_AVAILABLE, in: properties) != 0
        maximumQualityOfService = unsafe Self.byte(MQTT_PROP_MAXIMUM_QOS, in: properties) ?? 2
        hasWildcardSubscriptions = unsafe Self.byte(MQTT_PROP_WILDCARD_SUB_AVAILABLE, in: properties) != 0
        keepAliveSeconds = unsafe Self.int16(MQTT_PROP_SERVER_KEEP_ALIVE, in: properties)
        sessionExpirySeconds = unsafe Self.int32(MQTT_PROP_SESSION_EXPIRY_INTERVAL, in: properties)
    }

    private static func byte(_ property: mqtt5_property, in properties: OpaquePointer?) -> UInt8? {
        var value: UInt8 = 0
        let found = unsafe mosquitto_property_read_byte(properties, Int32(property.rawValue), &value, false)
        return unsafe found == nil ? nil : value
    }

    private static func int16(_ property: mqtt5_property, in properties: OpaquePointer?) -> UInt16? {
        var value: UInt16 = 0
        let found = unsafe mosquitto_property_read_int16(properties, Int32(property.rawValue), &value, false)
        return unsafe found == nil ? nil : value
    }

    fileprivate static func int32(_ property: mqtt5_property, in properties: OpaquePointer?) -> UInt32? {
        var value: UInt32 = 0
        let found = unsafe mosquitto_property_read_int32(properties, Int32(property.rawValue), &value, false)
        return unsafe found == nil ? nil : value
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
        expirySeconds = unsafe ConnectAcknowledgement.int32(MQTT_PROP_MESSAGE_EXPIRY_INTERVAL, in: properties)
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
