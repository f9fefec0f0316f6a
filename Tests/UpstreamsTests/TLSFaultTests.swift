import Foundation
import TestSupport
import Testing
import Timelines
import Widgets

@testable import Upstreams

@Suite(.timeLimit(.minutes(1)), .enabled(if: FileManager.default.isExecutableFile(atPath: "/usr/bin/openssl")))
struct TLSFaultTests {
    private let certificates: Certificates
    private let server: HTTPServer

    init() throws {
        certificates = try Certificates()
        server = try HTTPServer { _ in .json("{}") }
    }

    /// Trusts the authority of the certificates and those that it signed.
    private var client: HTTPClient {
        var limits = HTTPLimits()
        limits.connectTime = limits.totalTime
        return HTTPClient(version: "1", contact: nil, limits: limits, authorityFile: certificates.authorityFile)
    }

    private func request(to relay: TLSRelay) -> HTTPRequest {
        HTTPRequest(url: relay.baseURL + "/", secretQuery: [("key", Secret("s3cret"))])
    }

    @Test func `an authority that the environment names vouches for a server`() async throws {
        let relay = try TLSRelay(to: server.baseURL, certificates.issue("good"))
        let response = try await client.send(request(to: relay))
        #expect(response.status == 200 && response.body == Array("{}".utf8))
    }

    enum Flaw: CaseIterable {
        case untrusted, selfSigned, expired, wrongName

        /// `others` are those of an authority that is not trusted.
        func pair(of certificates: Certificates, others: Certificates) throws -> Certificates.Pair {
            switch self {
            case .untrusted: try others.issue("stranger")
            case .selfSigned: try certificates.issueSelfSigned("itself", for: "DNS:localhost")
            case .expired: try certificates.issue("expired", hasExpired: true)
            case .wrongName: try certificates.issue("other", for: "DNS:weather.example.org")
            }
        }

        var fault: CertificateFault {
            switch self {
            case .untrusted, .selfSigned: .untrusted
            case .expired: .expired
            case .wrongName: .wrongName
            }
        }

        var words: String {
            switch self {
            case .untrusted, .selfSigned: "nobody whom this host trusts vouches for its certificate: install or update"
            case .expired: "its certificate has expired: check this host's clock"
            case .wrongName: "its certificate is for another name: check the base URL"
            }
        }
    }

    @Test(arguments: Flaw.allCases)
    func `a certificate is refused for what is wrong with it, before a secret is sent`(flaw: Flaw) async throws {
        let others = try Certificates()
        let relay = try TLSRelay(to: server.baseURL, flaw.pair(of: certificates, others: others))
        let failure = try #require(await HTTPClientTests.failure(of: request(to: relay), with: client))
        #expect(failure == .certificate(host: "localhost", flaw.fault))
        #expect(failure.message.contains(flaw.words), "\(failure.message)")
        #expect(server.requests.isEmpty)
        relay.certificate = try certificates.issue("good")
        #expect(await HTTPClientTests.failure(of: request(to: relay), with: client) == nil)
        // Its files go with it.
        withExtendedLifetime(others) {}
    }

    @Test(arguments: WeatherQuestion.allCases)
    func `a failure of TLS is told as one, and is tried again with backoff`(question: WeatherQuestion) async throws {
        let plain = try HTTPServer { _ in .json("{}") }
        let secure = plain.baseURL.replacing("http:", with: "https:")
        let client = HTTPClientTests.client { $0.connectTime = $0.totalTime }
        let failure = try #require(await question.failure(from: secure, with: client))
        #expect(failure.retry == .backoff)
        #expect(failure.reason.contains("no secure connection"), "\(failure.reason)")
    }
}
