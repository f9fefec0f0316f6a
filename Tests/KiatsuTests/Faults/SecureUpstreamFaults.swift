import Foundation
import Glibc
import TestSupport
import Testing
import Time

/// The program and a forecast service over TLS, whose certificates go wrong, or this host's clock.
@Suite(.timeLimit(.minutes(4)), .enabled(if: Shim.isAvailable, "needs a C compiler"))
struct SecureUpstreamFaults {
    private let certificates: Certificates
    private let household: Household
    private let relay: TLSRelay

    init() throws {
        certificates = try Certificates()
        household = try Household()
        relay = try TLSRelay(to: household.upstream.baseURL, certificates.issue("good"))
        let text = """
            mqtt: {\(household.broker.address.keys)}
            store: {path: kiatsu.db}
            sources: {open-meteo: {base_url: "\(relay.baseURL)"}}
            homeassistant: {discovery: off}
            panels: [{id: desk, location: "35.65,139.63"}]
            """
        try household.directory.write(text, to: "kiatsu.yaml")
    }

    private func start(_ shim: Shim) throws -> Program {
        household.upstream.setHandler { OpenMeteoFixture.response(to: $0, now: SystemWallClock().now) }
        return try household.start(
            environment: shim.environment.merging(["SSL_CERT_FILE": certificates.authorityFile]) { $1 }
        )
    }

    /// Steps the clock; a command has the program look at it at once.
    private func step(_ shim: Shim, by seconds: Int) throws {
        try shim.step(bySeconds: seconds)
        try household.broker.publish("kiatsu/desk/refresh", "now")
    }

    @Test func `each fault of a certificate is told in its own words, and a good one heals it`() async throws {
        let shim = try await Shim()
        let others = try Certificates()
        relay.certificate = try others.issue("stranger")
        let topics = try await TopicRecorder(household.broker)
        let kiatsu = try start(shim)
        try await kiatsu.logs("nobody whom this host trusts vouches for its certificate")
        relay.certificate = try certificates.issue("other", for: "DNS:weather.example.org")
        try step(shim, by: 600)
        try await kiatsu.logs("its certificate is for another name")
        relay.certificate = try certificates.issue("expired", hasExpired: true)
        try step(shim, by: 600)
        try await kiatsu.logs("its certificate has expired")
        #expect(household.upstream.requests.isEmpty)
        relay.certificate = try certificates.issue("good")
        try step(shim, by: 600)
        try await topics.first(on: "kiatsu/desk/status") { $0.text == "fresh" }
        try await kiatsu.logs("open-meteo answers again")
        kiatsu.send(SIGTERM)
        #expect(await kiatsu.ending() == .exit(0))
        withExtendedLifetime(others) {}
        FaultTable.held("an upstream's certificate untrusted, of another name, expired", "each told as such; it heals")
    }

    @Test func `in 1970 the clock is told of, not the certificate alone, and the right time heals all`() async throws {
        let shim = try await Shim()
        let topics = try await TopicRecorder(household.broker)
        let behind = 120 - SystemWallClock().now.unixSeconds
        try shim.step(bySeconds: behind)
        let kiatsu = try start(shim)
        let told = try await kiatsu.logs("clock seems wrong, it shows 1970-01-01T00:0")
        #expect(told.contains("Have it set by NTP"))
        try await kiatsu.logs("its certificate is not valid yet: this host's clock may be behind")
        try await topics.first(on: "kiatsu/bridge/health") {
            $0.text.contains(#""fault":"clock""#) && $0.text.contains(#""ok":false"#)
        }
        #expect(household.upstream.requests.isEmpty)
        try step(shim, by: -behind)
        try await topics.first(on: "kiatsu/desk/status") { $0.text == "fresh" }
        let over = try await kiatsu.logs("open-meteo answers again")
        #expect(over.contains("after") && !over.contains("day"), "the step of the clock is no part of it: \(over)")
        try await kiatsu.logs("the clock is set")
        #expect(kiatsu.errors.elements.count { $0.contains("clock seems wrong") } == 1)
        kiatsu.send(SIGTERM)
        #expect(await kiatsu.ending() == .exit(0))
        FaultTable.held("clock at 1970, an upstream over TLS", "the clock is told of, the right time heals at once")
    }
}
