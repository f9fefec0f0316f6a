import Foundation
import Storage
import TestSupport
import Testing
import Time
import Weather

@testable import Bridge

/// A database that is damaged while the bridge has it open.
@Suite(.timeLimit(.minutes(4)))
struct StoreFaults {
    private static let noon = Installation.noon
    private static let yaml = """
        panels:
          - {id: p, location: "35.6465,139.6297"}
          - {id: q, location: "35.6465,139.6297"}
        """
    private let installation: Installation

    init() throws {
        installation = try Installation()
    }

    private var path: String { installation.directory.path + "/kiatsu.db" }

    /// Makes a store with more forecasts than SQLite keeps in memory, so that what is damaged is read again.
    private func makeStore() async throws {
        let store = try await Store.open(at: path)
        let forecast = StoredTimeline(forecast: Array(repeating: 7, count: 3000), askedAt: Self.noon)
        let keys = (0..<400).map { "weather/elsewhere/\($0),0" }
        try await store.saveTimelines(Dictionary(uniqueKeysWithValues: keys.map { ($0, forecast) }))
        await store.close()
    }

    /// Writes garbage over all pages of the file but the first, in place.
    private func damage() throws {
        let handle = try FileHandle(forWritingTo: URL(filePath: path))
        defer { try? handle.close() }
        let end = try handle.seekToEnd()
        try handle.seek(toOffset: 4096)
        try handle.write(contentsOf: Data(repeating: 0xA5, count: Int(end) - 4096))
    }

    private func send(_ panel: String, _ number: Int, _ topics: TopicRecorder) async throws -> String {
        let mark = topics.mark
        try installation.broker.publish(
            "kiatsu/\(panel)/location/set",
            #"{"lat":35.65,"lng":139.63,"name":"n\#(number)","id":\#(number)}"#
        )
        return try await topics.first(on: "kiatsu/\(panel)/location/response", since: mark) {
            $0.text.contains("\"id\":\(number)")
        }.text
    }

    @Test func `positions are taken without a restart, and nothing that was answered is lost`() async throws {
        try await makeStore()
        let topics = try await TopicRecorder(installation.broker)
        let configuration = try installation.configuration(Self.yaml)
        try await installation.run(configuration) { _ in
            try await topics.status("fresh", of: "p")
            try await topics.status("fresh", of: "q")
            #expect(try await send("q", 1, topics).contains(#""ok":true"#))
            try installation.broker.publish("kiatsu/q/hello", #"{"buf":256,"enc":"frame","id":2}"#)
            try await topics.first(on: "kiatsu/q/hello/response") { $0.text.contains(#""ok":true"#) }
            try installation.broker.publish(
                "kiatsu/bridge/request/panel/add",
                #"{"id":"added","location":"1,2","transaction":3}"#
            )
            try await topics.first(on: "kiatsu/bridge/response/panel/add") { $0.text.contains(#""status":"ok""#) }
            try damage()
            // What SQLite still has in memory can be written for a while, at the longest until the look of each day.
            var number = 10
            while !installation.log.elements.contains(where: { $0.contains(".damaged-1") }) {
                let answer = try await send("p", number, topics)
                #expect(answer.contains(#""ok":true"#), "\(answer)")
                number += 1
                installation.clock.advance(by: .seconds(600))
                try #require(number < 200)
            }
            let repair = try await installation.logs(".damaged-1")
            #expect(repair.contains("It is kept as \(path).damaged-1"))
            #expect(try await send("p", 1000, topics).contains(#""ok":true"#))
            try await topics.first(on: "kiatsu/p/location") { $0.text.contains("n1000") }
        }
        #expect(!installation.log.elements.contains { $0.contains("mv ") })
        let store = try await Store.open(at: path)
        #expect(await store.takeNotice() == nil)
        let positions = try await store.positions()
        #expect(positions["p"]?.name == "n1000" && positions["q"]?.name == "n1")
        #expect(try await store.options()["q"]?["weather"]?["encodings"] == "frame")
        #expect(try await store.displays()["q"]?.bufferBytes == 256)
        #expect(try await store.addedPanels().map(\.id) == ["added"])
        await store.close()
        FaultTable.held("database damaged while the bridge runs", "repaired at once, every answer stays true")
    }

    @Test func `damage that nobody comes upon is found within a day`() async throws {
        try await makeStore()
        let topics = try await TopicRecorder(installation.broker)
        try await installation.run(try installation.configuration(Self.yaml)) { _ in
            try await topics.status("fresh", of: "p")
            _ = try await send("q", 1, topics)
            try damage()
            let mark = installation.log.mark
            installation.clock.set(to: Self.noon.addingHours(25))
            _ = try await send("q", 2, topics)
            try await installation.logs(".damaged-1", since: mark)
            #expect(try await send("q", 3, topics).contains(#""ok":true"#))
        }
    }
}
