import Glibc
import Synchronization

@testable import Messaging

/// Plays a broker's bytes, the first of which chooses the receiver, in a connection of its own, from CONNECT to its
/// end.
///
/// The bytes go the way of those from a network, through the inspector to the library and on.
func runBroker(_ bytes: [UInt8]) {
    guard let first = bytes.first else { return }
    let version: ClientConfiguration.ProtocolVersion = first & 1 == 0 ? .v5 : .v311
    var stream = bytes[1...]
    if first & 2 == 0 { stream = (version == .v5 ? [0x20, 3, 0, 0, 0] : [0x20, 2, 0, 0]) + stream }
    checkInspection(of: stream, version)
    serve(stream.prefix(60_000), version)
}

/// Checks that bytes that pass the inspector pass again, in whatever parts, and that it keeps at most one packet.
private func checkInspection(of stream: ArraySlice<UInt8>, _ version: ClientConfiguration.ProtocolVersion) {
    let most = 4096
    var whole = PacketInspector(version, maximumPacketBytes: most)
    var parts = whole
    var again = whole
    var (passed, passedInParts, passedAgain): ([UInt8], [UInt8], [UInt8]) = ([], [], [])
    let isWhole = (try? whole.take(stream, into: &passed)) != nil
    var rest = stream
    var isWholeInParts = true
    while !rest.isEmpty, isWholeInParts {
        let part = rest.prefix(1 + Int(rest[rest.startIndex] & 31))
        rest = rest.dropFirst(part.count)
        isWholeInParts = (try? parts.take(part, into: &passedInParts)) != nil
        promise(parts.pendingCount <= 70_000, "more than a packet is kept")
    }
    promise(isWhole == isWholeInParts && passed == passedInParts, "parts make a difference")
    promise((try? again.take(passed[...], into: &passedAgain)) != nil, "what has passed does not pass")
    promise(passed == passedAgain, "what has passed passes as something else")
}

/// A client whose broker sends this and no more.
private func serve(_ stream: ArraySlice<UInt8>, _ version: ClientConfiguration.ProtocolVersion) {
    var ends: [Int32] = [-1, -1]
    let type = Int32(SOCK_STREAM.rawValue | SOCK_NONBLOCK.rawValue | SOCK_CLOEXEC.rawValue)
    promise(socketpair(AF_UNIX, type, 0, &ends) == 0, "no descriptors")
    defer { close(ends[1]) }
    _ = stream.withUnsafeBytes { send(ends[1], $0.baseAddress, $0.count, 0) }
    shutdown(ends[1], Int32(SHUT_WR))
    var configuration = ClientConfiguration(host: "broker", clientID: "kiatsu")
    configuration.protocolVersion = version
    configuration.maximumPacketBytes = 4096
    configuration.subscriptions = [Subscription(filter: "a/#")]
    configuration.onConnect = [OutgoingMessage(topic: "a/b", payload: [1])]
    guard let shared = try? SharedState(outboxByteLimit: 1 << 20, retry: configuration.backoff.rejection) else {
        fatalError("no descriptors")
    }
    shared.contents.withLock { contents in
        contents.put((0..<4).map { OutgoingMessage(topic: "a/\($0)", payload: [2]) }, now: .now)
    }
    do throws(ConnectionEnd) {
        var connection = try open(configuration, over: ends[0], shared)
        try connection.serve()
        fatalError("served beyond the end")
    } catch {
        promise(error.kind != .resources, error.event)
    }
    shared.connectionLost()
}

private func open(
    _ configuration: ClientConfiguration,
    over descriptor: Int32,
    _ shared: SharedState
) throws(ConnectionEnd) -> BrokerConnection {
    guard let socket = try? Descriptor(descriptor, of: "socketpair") else { fatalError("no descriptors") }
    return try BrokerConnection.open(configuration, over: socket, shared: shared) { _ in }
}
