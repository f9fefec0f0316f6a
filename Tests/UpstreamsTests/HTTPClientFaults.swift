import Foundation
import TestSupport
import Testing
import Timelines

@testable import Upstreams

@Suite(.timeLimit(.minutes(4)))
struct HTTPClientFaults {
    /// The descriptors and the memory that this process holds.
    private static var held: (descriptors: Int, kibibytes: Int) {
        let status = (try? String(contentsOfFile: "/proc/self/status", encoding: .utf8)) ?? ""
        let line = status.split(separator: "\n").first { $0.hasPrefix("VmRSS:") } ?? ""
        let descriptors = (try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd"))?.count ?? 0
        return (descriptors, Int(line.filter(\.isNumber)) ?? 0)
    }

    private static let rounds = Thoroughness.rounds(200, otherwise: 5)

    /// The client lives through all of them, as the bridge's does.
    private static func suffer(_ rounds: Int, _ client: HTTPClient) async throws {
        for fault in ServerFault.withoutAnswer(.backoff) where !fault.takesPatience {
            let server = try fault.server()
            let request = HTTPRequest(url: server.baseURL)
            for _ in 0..<rounds { _ = await HTTPClientTests.failure(of: request, with: client) }
            server.stop()
            await server.openConnections(0)
        }
    }

    @Test func `no answer, however wrong, leaves memory or descriptors behind`() async throws {
        // A process of its own: the other tests have descriptors and memory, too.
        await #expect(processExitsWith: .success) {
            let client = HTTPClient(version: "0", contact: "test")
            // As many as half of them warm up: what is allocated once and kept is no growth.
            try await HTTPClientFaults.suffer(max(5, HTTPClientFaults.rounds / 2), client)
            let before = HTTPClientFaults.held
            try await HTTPClientFaults.suffer(HTTPClientFaults.rounds, client)
            let after = HTTPClientFaults.held
            // The servers' threads end when they like, and their allocator's arenas stay: far fewer than requests.
            #expect(after.descriptors <= before.descriptors + 16)
            #expect(after.kibibytes <= before.kibibytes + 65_536)
        }
        let promise = "no request leaves a descriptor, memory is within 64 MiB of what it was"
        FaultTable.held("upstream: every broken transfer", promise, times: Self.rounds)
    }
}
