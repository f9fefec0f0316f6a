import Foundation

/// The members of `bridge/health`.
package struct ToldHealth: Decodable {
    package struct Upstream: Decodable, Equatable {
        package var ok: Bool
        package var ts: Int?
        package var error: String?
        package var errors: Int
        package var callsToday: Int?
        package var limit: Int?

        package init(
            ok: Bool,
            ts: Int? = nil,
            error: String? = nil,
            errors: Int,
            callsToday: Int? = nil,
            limit: Int? = nil
        ) {
            self.ok = ok
            self.ts = ts
            self.error = error
            self.errors = errors
            self.callsToday = callsToday
            self.limit = limit
        }
    }

    package struct ToldFault: Decodable, Equatable {
        package var fault: String
        package var since: Int
        package var count: Int
        package var message: String

        package init(fault: String, since: Int, count: Int, message: String) {
            self.fault = fault
            self.since = since
            self.count = count
            self.message = message
        }
    }

    package var ts: Int
    package var ok: Bool
    package var alive: Bool
    package var uptime: Int
    package var rss: Int?
    package var panels: Int
    package var reconnects: Int
    package var waiting: Int
    package var waitingBytes: Int
    package var upstreams: [String: Upstream]?
    package var faults: [ToldFault]?

    package init(_ payload: [UInt8]) throws {
        let decoder = JSONDecoder()
        decoder.keyDecodingStrategy = .convertFromSnakeCase
        self = try decoder.decode(Self.self, from: Data(payload))
    }
}
