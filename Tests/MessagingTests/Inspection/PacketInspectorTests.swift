import TestSupport
import Testing

@testable import Messaging

/// A broker's packets, for tests that change them.
enum GoldenPackets {
    /// As mosquitto 2.0 sends them over MQTT 5.
    static let version5: [(name: String, bytes: [UInt8])] = [
        ("CONNACK", [0x20, 9, 0, 0, 6, 0x22, 0, 10, 0x21, 0, 20]),
        ("CONNACK, all that it may say", connectAcknowledgement),
        ("CONNACK, not authorized", [0x20, 3, 0, 0x87, 0]),
        ("CONNACK, a reason in words", [0x20, 10, 0, 0x88, 7, 0x1F, 0, 4] + Array("busy".utf8)),
        ("PUBACK", [0x40, 2, 0, 1]),
        ("PUBACK, no subscriber", [0x40, 3, 0, 1, 0x10]),
        ("PUBACK, refused in words", [0x40, 9, 0, 1, 0x87, 5, 0x1F, 0, 2] + Array("no".utf8)),
        ("SUBACK", [0x90, 4, 0, 1, 0, 1]),
        ("UNSUBACK", [0xB0, 4, 0, 2, 0, 0x11]),
        ("PINGRESP", [0xD0, 0]),
        ("DISCONNECT, taken over", [0xE0, 1, 0x8E]),
        ("DISCONNECT", [0xE0, 0]),
        ("DISCONNECT, use another server", [0xE0, 7, 0x9C, 5, 0x1C, 0, 2] + Array("b2".utf8)),
        ("PUBLISH", [0x30, 8, 0, 3] + Array("a/b".utf8) + [0, 1, 2]),
        ("PUBLISH, nothing", [0x31, 6, 0, 3] + Array("a/b".utf8) + [0]),
        ("PUBLISH of QoS 1, again", [0x3A, 10, 0, 3] + Array("a/b".utf8) + [0, 1, 0, 1, 2]),
        ("PUBLISH, a request", request),
    ]

    static let version311: [(name: String, bytes: [UInt8])] = [
        ("CONNACK", [0x20, 2, 0, 0]), ("CONNACK, session", [0x20, 2, 1, 0]), ("CONNACK, refused", [0x20, 2, 0, 5]),
        ("PUBACK", [0x40, 2, 0, 1]), ("SUBACK", [0x90, 3, 0, 1, 1]), ("SUBACK, refused", [0x90, 3, 0, 1, 0x80]),
        ("UNSUBACK", [0xB0, 2, 0, 1]), ("PINGRESP", [0xD0, 0]),
        ("PUBLISH", [0x30, 7, 0, 3] + Array("a/b".utf8) + [1, 2]),
        ("PUBLISH of QoS 1", [0x32, 9, 0, 3] + Array("a/b".utf8) + [0, 1, 1, 2]),
        ("PUBLISH, umlaut", [0x30, 4, 0, 2, 0xC3, 0xBC]),
    ]

    static func all(_ version: ClientConfiguration.ProtocolVersion) -> [(name: String, bytes: [UInt8])] {
        version == .v5 ? version5 : version311
    }

    private static var connectAcknowledgement: [UInt8] {
        var properties: [UInt8] = [0x11, 0, 0, 14, 16, 0x21, 0, 20, 0x24, 1, 0x25, 1, 0x27, 0, 1, 0, 0, 0x22, 0, 10]
        properties += [0x1F, 0, 2] + Array("ok".utf8) + [0x26, 0, 1, 0x61, 0, 1, 0x62, 0x26, 0, 1, 0x61, 0, 0]
        properties += [0x28, 1, 0x29, 1, 0x2A, 1, 0x13, 0, 30, 0x1A, 0, 1, 0x72, 0x1C, 0, 1, 0x73]
        return [0x20, UInt8(properties.count + 3), 1, 0, UInt8(properties.count)] + properties
    }

    private static var request: [UInt8] {
        var properties: [UInt8] = [0x01, 1, 0x02, 0, 0, 0, 60, 0x03, 0, 1, 0x74, 0x08, 0, 1, 0x72, 0x09, 0, 2, 0, 0xFF]
        properties += [0x0B, 0x80, 1, 0x26, 0, 1, 0x61, 0, 1, 0x62]
        let body: [UInt8] = [0, 3] + Array("a/b".utf8) + [0, 9, UInt8(properties.count)] + properties + [1]
        return [0x32, UInt8(body.count)] + body
    }
}

/// The result of an inspector for bytes that come in parts.
struct Inspected: Equatable {
    var accepted: [UInt8] = []
    var violation: PacketViolation?
    var mostPending = 0

    static func == (left: Inspected, right: Inspected) -> Bool {
        left.accepted == right.accepted && left.violation == right.violation
    }

    init(
        _ bytes: [UInt8],
        _ version: ClientConfiguration.ProtocolVersion,
        maximumPacketBytes: Int = 1000,
        letIn: Bool = true,
        inPartsOf part: () -> Int = { .max }
    ) {
        var inspector = PacketInspector(version, maximumPacketBytes: maximumPacketBytes)
        var rest = bytes[...]
        do throws(PacketViolation) {
            if letIn {
                var ignored: [UInt8] = []
                try inspector.take(version == .v5 ? [0x20, 3, 0, 0, 0] : [0x20, 2, 0, 0], into: &ignored)
            }
            while !rest.isEmpty {
                let next = rest.prefix(max(1, part()))
                rest = rest.dropFirst(next.count)
                try inspector.take(next, into: &accepted)
                mostPending = max(mostPending, inspector.pendingCount)
            }
        } catch {
            violation = error
        }
    }
}

@Suite struct PacketInspectorTests {
    typealias Version = ClientConfiguration.ProtocolVersion
    static let versions: [Version] = [.v5, .v311]

    private static func random(_ version: Version, using random: inout SeededGenerator) -> [UInt8] {
        var bytes: [UInt8] = []
        for _ in 0..<Int.random(in: 1...6, using: &random) {
            bytes += GoldenPackets.all(version).randomElement(using: &random)?.bytes ?? []
        }
        for _ in 0..<Int.random(in: 0...3, using: &random) {
            bytes[Int.random(in: bytes.indices, using: &random)] = UInt8.random(in: 0...255, using: &random)
        }
        return bytes
    }

    @Test(arguments: versions)
    func `what a broker sends passes unchanged, an acknowledgement without its properties`(version: Version) {
        for (name, bytes) in GoldenPackets.all(version) {
            let isFirst = bytes[0] == 0x20
            let inspected = Inspected(bytes, version, letIn: !isFirst)
            let expected = bytes[0] == 0x40 && bytes.count > 5 ? [0x40, 3] + bytes[2..<5] : bytes
            #expect(inspected.violation == nil && inspected.accepted == expected, "\(name): \(inspected)")
            let byByte = Inspected(bytes, version, letIn: !isFirst) { 1 }
            #expect(byByte == inspected, "\(name)")
        }
    }

    @Test(arguments: versions)
    func `nothing of a packet passes before it is whole`(version: Version) {
        for (name, bytes) in GoldenPackets.all(version) {
            for count in bytes.indices {
                let part = Inspected(Array(bytes.prefix(count)), version, letIn: bytes[0] != 0x20)
                #expect(part.accepted.isEmpty, "\(name): \(count)")
            }
        }
    }

    @Test(arguments: versions)
    func `a packet whose length is one too small or too large is found to be wrong`(version: Version) {
        for (name, bytes) in GoldenPackets.all(version) where bytes[0] & 0xF0 != 0x30 {
            for change in [-1, 1] where Int(bytes[1]) + change >= 0 {
                var changed = bytes + (change > 0 ? [0x55] : [])
                if change < 0 { changed.removeLast() }
                changed[1] = UInt8(Int(bytes[1]) + change)
                let inspected = Inspected(changed, version, letIn: bytes[0] != 0x20)
                // What may be left out may end there; one code more is one more.
                let mayEnd =
                    change < 0 && version == .v5 && ["PUBACK, no subscriber", "DISCONNECT, taken over"].contains(name)
                let mayGoOn =
                    name.hasPrefix("SUBACK") || change > 0 && ["UNSUBACK", "PUBACK"].contains(name) && version == .v5
                    || name == "DISCONNECT" && change > 0
                if mayEnd || mayGoOn { continue }
                #expect(inspected.violation != nil, "\(name), \(change)")
            }
        }
    }

    @Test(arguments: versions)
    func `it does not matter in which parts the bytes come`(version: Version) {
        var random = SeededGenerator(seed: 1)
        for _ in 0..<2000 {
            let bytes = Self.random(version, using: &random)
            let letIn = Bool.random(using: &random)
            let whole = Inspected(bytes, version, maximumPacketBytes: 24, letIn: letIn)
            let inParts = Inspected(bytes, version, maximumPacketBytes: 24, letIn: letIn) {
                Int.random(in: 1...5, using: &random)
            }
            #expect(whole == inParts, "\(bytes)")
            #expect(inParts.mostPending <= 24 + 70_000)
        }
    }

    @Test(arguments: versions)
    func `what has passed passes again`(version: Version) {
        var random = SeededGenerator(seed: 2)
        for _ in 0..<2000 {
            let passed = Inspected(Self.random(version, using: &random), version)
            let again = Inspected(passed.accepted, version)
            #expect(again.violation == nil && again.accepted == passed.accepted, "\(passed)")
        }
    }

    @Test(
        arguments: [
            // The property that ends libmosquitto 2.0's process.
            ([0x20, 0, 0, 2, 5, 0], .length), ([0x20, 5, 0, 0, 2, 5, 0], .unknownProperty),
            ([0x20, 5, 0, 0, 2, 0x23, 0], .misplacedProperty), ([0x20, 5, 0, 0, 2, 0x25, 2], .propertyValue),
            ([0x20, 7, 0, 0, 4, 0x25, 1, 0x25, 1], .repeatedProperty),
            ([0x20, 6, 0, 0, 3, 0x21, 0, 0], .propertyValue),
            ([0x20, 5, 0, 0, 9, 0x25, 1], .length), ([0x20, 4, 0, 0, 1, 0x25], .length),
            ([0x20, 3, 2, 0, 0], .flags), ([0x21, 3, 0, 0, 0], .flags),
            ([0x20, 7, 0, 0, 4, 0x12, 0, 1, 0x61], .assignedIdentifier),
            ([0x20, 7, 0, 0, 4, 0x1F, 0, 1, 0xFF], .text), ([0x20, 0x80, 0], .lengthField),
            ([0x20, 0xFF, 0xFF, 0xFF, 0xFF, 0x7F], .lengthField), ([0x20, 0xFF, 0xFF, 0xFF, 0x7F], .tooLarge),
            ([0x20, 2, 0, 0], .olderAcknowledgement(code: 0)), ([0x20, 2, 0, 5], .olderAcknowledgement(code: 5)),
            ([0xD0, 0], .tooEarly), (Array("HTTP/1.1 400 Bad Request".utf8), .webServer),
            ([0x15, 3, 1, 0, 2, 2, 50], .encrypted), ([0x00, 0], .unknownType), ([0x40, 2, 0, 1], .tooEarly),
        ] as [([UInt8], PacketViolation.Fault)]
    )
    func `what is wrong with the first packet is named`(bytes: [UInt8], fault: PacketViolation.Fault) {
        let inspected = Inspected(bytes, .v5, letIn: false)
        #expect(inspected.violation?.fault == fault && inspected.accepted.isEmpty, "\(inspected)")
    }

    @Test(
        arguments: [
            ([0x20, 3, 0, 0, 0], .repeated), ([0x10, 0], .ofClients), ([0x82, 0], .ofClients), ([0xA2, 0], .ofClients),
            ([0xC0, 0], .ofClients), ([0x50, 2, 0, 1], .unasked), ([0x62, 2, 0, 1], .unasked),
            ([0x70, 2, 0, 1], .unasked),
            ([0xF0, 0], .unasked), ([0x00, 0], .unknownType), ([0xD0, 1, 0], .length), ([0xD1, 0], .flags),
            ([0x40, 0], .length), ([0x40, 1, 0], .length), ([0x40, 2, 0, 0], .identifier),
            ([0x40, 4, 0, 1, 0, 9], .length),
            ([0x40, 6, 0, 1, 0, 2, 0x55, 0], .unknownProperty), ([0x40, 6, 0, 1, 0, 2, 0x25, 1], .misplacedProperty),
            ([0x90, 3, 0, 1, 0], .noReasonCode), ([0x90, 2, 0, 1], .length), ([0x90, 4, 0, 0, 0, 1], .identifier),
            ([0x34, 6, 0, 1, 0x61, 0, 1, 0], .qualityOfService), ([0x36, 6, 0, 1, 0x61, 0, 1, 0], .qualityOfService),
            ([0x30, 3, 0, 0, 0], .noTopic), ([0x30, 7, 0, 1, 0x61, 3, 0x23, 0, 1], .topicAlias),
            ([0x30, 2, 0, 9], .length), ([0x32, 5, 0, 1, 0x61, 0, 0], .identifier), ([0x30, 3, 0, 1, 0x61], .length),
            ([0x30, 6, 0, 1, 0x61, 2, 0x7F, 0], .unknownProperty), ([0x30, 6, 0, 1, 0x61, 2, 1, 2], .propertyValue),
            ([0xE0, 4, 0, 2, 0x25, 1], .misplacedProperty), ([0xE0, 2, 0, 5], .length),
        ] as [([UInt8], PacketViolation.Fault)]
    )
    func `what is wrong with a later packet is named, and what came before it has passed`(
        bytes: [UInt8],
        fault: PacketViolation.Fault
    ) {
        let inspected = Inspected([0xD0, 0] + bytes, .v5)
        #expect(inspected.violation?.fault == fault && inspected.accepted == [0xD0, 0], "\(inspected)")
    }

    @Test func `a DISCONNECT of length 0 passes and is remembered as one without a reason`() throws {
        var inspector = PacketInspector(.v5, maximumPacketBytes: 1000)
        var accepted: [UInt8] = []
        try inspector.take([0x20, 3, 0, 0, 0], into: &accepted)
        #expect(!inspector.hasEmptyDisconnect)
        try inspector.take([0xE0, 0], into: &accepted)
        #expect(inspector.hasEmptyDisconnect && accepted.suffix(2) == [0xE0, 0])
    }

    @Test func `MQTT 3 1 1 has neither properties, nor AUTH, nor a broker's DISCONNECT`() {
        #expect(Inspected([0xE0, 0], .v311).violation?.fault == .ofClients)
        #expect(Inspected([0xF0, 0], .v311).violation?.fault == .ofOtherVersion)
        #expect(Inspected([0x20, 3, 0, 0, 0], .v311, letIn: false).violation?.fault == .length)
        #expect(Inspected([0x40, 3, 0, 1, 0], .v311).violation?.fault == .length)
        #expect(Inspected([0xB0, 3, 0, 1, 0], .v311).violation?.fault == .length)
        #expect(Inspected([0x90, 2, 0, 1], .v311).violation?.fault == .noReasonCode)
    }

    @Test(arguments: versions)
    func `a message that is too large is thrown away, and acknowledged`(version: Version) {
        let content = [UInt8](repeating: 7, count: 3_000_000)
        let properties: [UInt8] = version == .v5 ? [0] : []
        for (quality, flags) in [(UInt8(0), UInt8(0x31)), (1, 0x32)] {
            let body = [0, 1, 0x61] + (quality > 0 ? [0, 9] : []) + properties + content
            let length = (0..<4).map { index in
                UInt8(body.count >> (7 * index) & 0x7F) | (body.count >> (7 * (index + 1)) > 0 ? 0x80 : 0)
            }
            let bytes = [0xD0, 0, flags] + length + body + [0xD0, 0]
            let inspected = Inspected(bytes, version) { 4096 }
            let topic = Array(PacketInspector.discardedTopic.utf8)
            let rest = [0, UInt8(topic.count)] + topic + [0, 9] + properties
            let substitute = quality > 0 ? [0x32, UInt8(rest.count)] + rest : []
            #expect(inspected.violation == nil && inspected.accepted == [0xD0, 0] + substitute + [0xD0, 0])
            #expect(inspected.mostPending < 5000)
        }
    }

    @Test func `a message whose text no library takes does not end the connection`() {
        // An escape in the topic, one in a property, a sequence that is no UTF-8, two identifiers of subscriptions.
        for body in [
            [0, 2, 0x1B, 0x61, 0, 9, 0], [0, 1, 0x61, 0, 9, 7, 0x26, 0, 1, 0x1B, 0, 1, 0x61],
            [0, 1, 0xFF, 0, 9, 0], [0, 1, 0x61, 0, 9, 4, 0x0B, 1, 0x0B, 2],
        ] as [[UInt8]] {
            let inspected = Inspected([0x32, UInt8(body.count)] + body, .v5)
            #expect(inspected.violation == nil)
            #expect(inspected.accepted.starts(with: [0x32]) && !inspected.accepted.contains(0x1B), "\(inspected)")
            #expect(Inspected(inspected.accepted, .v5).violation == nil)
        }
    }

    @Test(
        arguments: [
            (Array("a/b".utf8), true), (Array("日本/ü".utf8), true), ([], true), ([0x61, 0, 0x62], false),
            ([0x1F], false),
            ([0x7F], false), ([0xC2, 0x9B], false), ([0xC2, 0xA0], true), ([0xEF, 0xBF, 0xBE], false),
            ([0xEF, 0xB7, 0x90], false), ([0xF0, 0x9F, 0xBF, 0xBF], false), ([0xF4, 0x8F, 0xBF, 0xBD], true),
            ([0xC0, 0x80], false), ([0xED, 0xA0, 0x80], false), ([0xF4, 0x90, 0x80, 0x80], false),
            ([0xE2, 0x82], false),
        ] as [([UInt8], Bool)]
    )
    func `text is what MQTT wants of it`(bytes: [UInt8], isText: Bool) {
        #expect(PacketReader.isText(bytes[...]) == isText)
    }
}
