import Messaging
import Testing
import Topics

@testable import Inbox

@Suite struct InboxTests {
    private func taken(_ topic: String, bytes: Int) -> Int? {
        let inbox = Inbox(Topics(base: "kiatsu"), panels: ["p"])
        let payload = [UInt8](repeating: 0x20, count: bytes)
        inbox.take(.received(IncomingMessage(topic: topic, payload: payload, isRetained: false)))
        return inbox.nextMessage()?.payload.count
    }

    @Test(arguments: ["kiatsu/p/location/set", "kiatsu/p/hello", "kiatsu/bridge/request/panels", "kiatsu/none/refresh"])
    func `of a command so much is kept as shows that it is too large`(topic: String) {
        #expect(taken(topic, bytes: 1024) == 1024)
        #expect(taken(topic, bytes: 50_000) == 1025)
    }

    @Test func `a followed topic may have 16 KiB`() {
        #expect(taken("owntracks/jane/phone", bytes: 16_384) == 16_384)
        #expect(taken("owntracks/jane/phone", bytes: 50_000) == 16_385)
    }

    @Test func `what waits is bounded in all, however large each is`() {
        let inbox = Inbox(Topics(base: "kiatsu"), panels: ["p"])
        for number in 0..<1000 {
            let payload = [UInt8](repeating: 0x20, count: 50_000)
            inbox.take(.received(IncomingMessage(topic: "t/\(number)", payload: payload, isRetained: false)))
        }
        var bytes = 0
        while let message = inbox.nextMessage() { bytes += message.payload.count + message.topic.utf8.count }
        #expect(bytes <= 2 << 20 && bytes > 1 << 20)
    }
}
