import Testing

@testable import Configuration

struct ClientIDTests {
    @Test func `the default is the name for the default base topic, and another one for each other`() {
        let long = String(repeating: "x", count: 64)
        let topics = [
            "kiatsu", "home", "kiatsu-home", "kiatsu/home", "home/kiatsu", "a/b", "a-b", long, "y" + long.dropFirst(),
        ]
        let ids = topics.map(Configuration.MQTT.defaultClientID)
        #expect(ids[0] == "kiatsu" && ids[1] == "kiatsu-home")
        #expect(Set(ids).count == topics.count, "\(ids)")
        #expect(ids.allSatisfy { Format<String>.clientID.parse($0) == $0 }, "\(ids)")
    }
}
