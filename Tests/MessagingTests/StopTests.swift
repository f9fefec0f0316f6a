import Glibc
import TestSupport
import Testing

@testable import Messaging

@Suite(.timeLimit(.minutes(4))) struct StopTests {
    private func configuration(_ broker: Broker) -> ClientConfiguration {
        var configuration = ClientConfiguration.test(broker)
        configuration.will = .retained("client/state", "lost")
        configuration.onConnect = [.retained("client/state", "online")]
        return configuration
    }

    @Test(arguments: [ClientConfiguration.ProtocolVersion.v5, .v311])
    func `a client that stops says so itself, after all that waited`(
        version: ClientConfiguration.ProtocolVersion
    ) async throws {
        let broker = try Broker()
        var configuration = configuration(broker)
        configuration.protocolVersion = version
        let test = try TestClient(configuration)
        try test.client.start()
        await test.connected()
        test.client.publish((0..<1000).map { .retained("kiatsu/\($0)", "1") })
        await test.client.stop(last: [.retained("client/state", "offline")], within: .seconds(20))
        let stored = try await BrokerObserver.retained(in: broker)
        #expect(stored["client/state"]?.text == "offline")
        #expect(stored.count == 1001)
    }

    @Test func `a client whose time is over leaves its will to the broker`() async throws {
        let broker = try Broker()
        let observer = try await BrokerObserver(broker, filter: "client/state")
        let test = try TestClient(configuration(broker))
        try test.client.start()
        await test.connected()
        test.client.publish((0..<1000).map { .retained("kiatsu/\($0)", "1") })
        await test.client.stop(last: [.retained("client/state", "offline")], within: .zero)
        #expect(await observer.first { $0.text != "online" }?.text == "lost")
    }

    @Test func `a client that is taken over leaves its will to the broker`() async throws {
        let broker = try Broker()
        let observer = try await BrokerObserver(broker, filter: "client/state")
        let test = try TestClient(configuration(broker))
        try test.client.start()
        #expect(await observer.first { _ in true }?.text == "online")
        try broker.publish("other", "", options: ["-i", "kiatsu"])
        #expect(await observer.first { _ in true }?.text == "lost")
        #expect(await observer.first { _ in true }?.text == "online")
    }

    @Test func `a client that is let go of ends by itself`() async throws {
        let broker = try Broker()
        let observer = try await BrokerObserver(broker, filter: "client/state")
        do {
            let test = try TestClient(configuration(broker))
            try test.client.start()
            await test.connected()
            // A client that ends at once may leave what it has not sent.
            #expect(await observer.first { _ in true }?.text == "online")
        }
        try await broker.logs("Received DISCONNECT from kiatsu")
    }

    @Test func `stopping works without a broker, in a cancelled task, twice and before the start`() async throws {
        let broker = try Broker()
        broker.kill()
        var configuration = configuration(broker)
        configuration.backoff = BackoffConfiguration()
        let test = try TestClient(configuration)
        try test.client.start()
        _ = await test.disconnected()
        let stopping = Task { await test.client.stop(within: .seconds(60)) }
        stopping.cancel()
        await stopping.value
        await test.client.stop(within: .seconds(60))
        let unstarted = try TestClient(configuration)
        await unstarted.client.stop(within: .seconds(60))
        try unstarted.client.start()
    }

    @Test func `stopping does not wait for a broker that accepts and never answers`() async throws {
        let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
        defer { close(descriptor) }
        try #require(listen(descriptor, 16) == 0)
        var address = sockaddr_in()
        var size = socklen_t(MemoryLayout<sockaddr_in>.size)
        withUnsafeMutablePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { _ = getsockname(descriptor, $0, &size) }
        }
        let port = UInt16(bigEndian: address.sin_port)
        let test = try TestClient(ClientConfiguration(host: "127.0.0.1", port: port, clientID: "kiatsu"))
        try test.client.start()
        let connection = accept(descriptor, nil, nil)
        defer { close(connection) }
        await test.client.stop(within: .seconds(60))
    }
}
