import Foundation
import Glibc
import TestSupport
import Testing

@testable import Messaging

enum TLSVersion: String, CaseIterable {
    case tls12 = "TLSv1.2"
    case tls13 = "TLSv1.3"

    /// OpenSSL's configuration for a broker that speaks no other: mosquitto's `tls_version` is the oldest it speaks.
    var settings: String {
        """
        openssl_conf = main
        [main]
        ssl_conf = libraries
        [libraries]
        system_default = versions
        [versions]
        MinProtocol = \(rawValue)
        MaxProtocol = \(rawValue)

        """
    }
}

/// A broker with a listener for TLS beside its own, and who signed its certificate.
struct TLSBroker {
    let broker: Broker
    let port: UInt16
    let certificates: Certificates
    let server: Certificates.Pair

    /// `lines` are further ones for the listener, which speaks one version only where one is given.
    init(
        for alternativeNames: String = "DNS:localhost,IP:127.0.0.1",
        hasExpired: Bool = false,
        version: TLSVersion? = nil,
        _ lines: [String] = []
    ) throws {
        certificates = try Certificates()
        server = try certificates.issue("server", for: alternativeNames, hasExpired: hasExpired)
        port = try Broker.freePort()
        let listener = Broker.tlsListener(port, server, authority: certificates.authorityFile)
        let files = version.map { ["openssl.cnf": $0.settings] } ?? [:]
        broker = try Broker(Broker.openToAll + listener + lines, files: files)
    }

    /// The finding of the openssl command: the line with the version that was spoken.
    func handshake() async throws -> String {
        let client = try Program("/usr/bin/openssl", ["s_client", "-connect", "127.0.0.1:\(port)"], input: [])
        return try await client.output.first { $0.hasPrefix("New, ") }
    }

    /// Trusts the authority, unless told otherwise.
    func configuration(
        _ change: (inout ClientConfiguration.TLS) -> Void = { _ in }
    ) -> ClientConfiguration {
        var configuration = ClientConfiguration.test(broker)
        (configuration.host, configuration.port) = ("127.0.0.1", port)
        var tls = ClientConfiguration.TLS(trust: .authorities(file: certificates.authorityFile))
        change(&tls)
        configuration.tls = tls
        return configuration
    }
}

extension ClientConfiguration.TLS.ClientCertificate {
    init(_ pair: Certificates.Pair) {
        self.init(certificateFile: pair.certificateFile, keyFile: pair.keyFile)
    }
}

/// Connects, and has a message go out and come back.
func exchangesMessages(_ configuration: ClientConfiguration) async throws {
    var configuration = configuration
    configuration.subscriptions = [Subscription(filter: "ask")]
    let test = try TestClient(configuration)
    try test.client.start()
    // What is not retained is not kept for later.
    try #require(await test.connected() != nil)
    // More than one record of TLS, and more than one message in a record.
    let texts = ["1", String(repeating: "x", count: 40_000), "3", "4"]
    test.client.publish(texts.map { .answer("ask", $0) })
    for text in texts {
        let payload = await test.received()?.payload
        #expect(payload == Array(text.utf8))
    }
    await test.client.stop(within: .seconds(20))
}

/// Why the first attempt to connect failed.
func failure(_ configuration: ClientConfiguration) async throws -> ConnectionFailure {
    let test = try TestClient(configuration)
    try test.client.start()
    return try #require(await test.disconnected())
}

/// A server on the loopback interface that takes connections and says nothing.
final class SilentServer: Sendable {
    let port: UInt16
    private let descriptor: Int32

    init() throws {
        let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
        try #require(descriptor >= 0 && listen(descriptor, 16) == 0)
        self.descriptor = descriptor
        var address = sockaddr_in()
        var size = socklen_t(MemoryLayout<sockaddr_in>.size)
        withUnsafeMutablePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { _ = getsockname(descriptor, $0, &size) }
        }
        port = UInt16(bigEndian: address.sin_port)
    }

    deinit { close(descriptor) }

    /// Takes no connections any more.
    func end() { shutdown(descriptor, Int32(SHUT_RDWR)) }

    /// The next connection on which something is said: its descriptor, and the first bytes.
    ///
    /// On a thread of its own: accepting blocks, and the pool has two threads for all tests. Throws when the task is
    /// cancelled, as by a test's time limit.
    func greeting() async throws -> (connection: Int32, bytes: [UInt8]) {
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                Foundation.Thread.detachNewThread { [self] in continuation.resume(with: Result { try nextGreeting() }) }
            }
        } onCancel: {
            end()
        }
    }

    private func nextGreeting() throws -> (connection: Int32, bytes: [UInt8]) {
        var bytes = [UInt8](repeating: 0, count: 8192)
        while true {
            let connection = accept(descriptor, nil, nil)
            // Shut down, it takes no more.
            guard connection >= 0 else { throw CancellationError() }
            let count = recv(connection, &bytes, bytes.count, 0)
            if count > 0 { return (connection, Array(bytes.prefix(count))) }
            close(connection)
        }
    }
}
