import Foundation
import TestSupport
import Testing
import Timelines
import Widgets

@testable import Upstreams

/// A TLS server that answers `{}`: openssl's own, with a certificate of its own making.
private final class TLSServer: Sendable {
    let baseURL: String
    private let directory: ScratchDirectory
    private let program: Program

    /// `days` is how long the certificate holds, negative for one that has expired.
    init(subject: String, days: Int) async throws {
        directory = try ScratchDirectory()
        let (key, request, certificate) = ("\(directory.path)/k", "\(directory.path)/r", "\(directory.path)/c")
        let curve = ["-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes"]
        let names = ["-keyout", key, "-out", request, "-subj", "/CN=\(subject)"]
        try await Self.openssl(["req", "-new"] + curve + names)
        try Data("subjectAltName=DNS:\(subject)\n".utf8).write(to: URL(filePath: "\(directory.path)/e"))
        let extensions = ["-extfile", "\(directory.path)/e"]
        let signing = ["-in", request, "-signkey", key, "-out", certificate, "-days", "\(days)"]
        try await Self.openssl(["x509", "-req"] + signing + extensions)
        let files = ["-cert", certificate, "-key", key]
        program = try Program("/usr/bin/openssl", ["s_server", "-accept", "127.0.0.1:0", "-www"] + files)
        let line = try await program.output.first { $0.hasPrefix("ACCEPT ") }
        baseURL = "https://localhost:\(line.split(separator: ":").last ?? "")"
    }

    private static func openssl(_ arguments: [String]) async throws {
        let program = try Program("/usr/bin/openssl", arguments)
        try #require(await program.ending() == .exit(0))
    }
}

@Suite(.timeLimit(.minutes(1)), .enabled(if: FileManager.default.isExecutableFile(atPath: "/usr/bin/openssl")))
struct TLSFaultTests {
    @Test(arguments: [("localhost", 30), ("localhost", -1), ("weather.example.org", 30)])
    func `a certificate that nobody vouches for is refused, before a secret is sent`(
        subject: String,
        days: Int
    ) async throws {
        let server = try await TLSServer(subject: subject, days: days)
        let request = HTTPRequest(url: server.baseURL + "/", secretQuery: [("key", Secret("s3cret"))])
        let client = HTTPClientTests.client { $0.connectTime = $0.totalTime }
        guard case .tls("localhost", let detail) = await HTTPClientTests.failure(of: request, with: client) else {
            Issue.record("expected a TLS failure")
            return
        }
        #expect(detail.contains("certificate"))
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
