import Testing

@testable import Payloads

@Suite struct TopicRoomTests {
    private let longestPanelID = "abcdefghijklmnopqrstuvwx"

    @Test(arguments: WeatherEncoding.allCases)
    func `the default base topic has room for the longest panel id`(encoding: WeatherEncoding) {
        #expect(WeatherEncoding.topicRoom(baseTopic: "kiatsu", panelID: longestPanelID, encoding: encoding) == nil)
    }

    @Test func `the refusal shows the arithmetic`() {
        let sentence = WeatherEncoding.topicRoom(
            baseTopic: "kiatsu/upstairs",
            panelID: "living-room-east-window",
            encoding: .frame
        )
        #expect(
            sentence == """
                kiatsu/upstairs/living-room-east-window/weather/frame is 53 bytes: with header, topic length, topic, \
                packet id and payload its largest packet is 3 + 2 + 53 + 2 + 77 = 137 bytes, over the 128 that \
                arduino-mqtt can take by default; shorten mqtt.base_topic or the panel's id by 8 bytes, or leave out \
                the frame encoding
                """
        )
    }

    @Test(arguments: WeatherEncoding.allCases)
    func `shortening by as many bytes as the refusal says is enough and one fewer is not`(encoding: WeatherEncoding)
        throws
    {
        let long = String(repeating: "b", count: 1100)
        let error = try #require(throws: TopicTooLong.self) {
            try TopicRoom(encoding: encoding, baseTopic: long, panelID: "p")
        }
        let fitting = String(long.dropLast(error.excess))
        #expect(WeatherEncoding.topicRoom(baseTopic: fitting, panelID: "p", encoding: encoding) == nil)
        #expect(WeatherEncoding.topicRoom(baseTopic: fitting + "b", panelID: "p", encoding: encoding) != nil)
    }

    @Test func `the longest values are as long as the contract allows`() {
        #expect(WeatherBounds.longestPayloads(of: .compact).map(\.byteCount) == [191])
        #expect(WeatherBounds.longestPayloads(of: .full).map(\.byteCount) == [672])
        #expect(
            WeatherBounds.longestPayloads(of: .fields).map(\.byteCount) == [5, 4, 6, 169, 24, 121, 145, 15, 20, 10]
        )
        #expect(WeatherBounds.longestPayloads(of: .frame).map(\.byteCount) == [77])
    }

    @Test func `the largest packets are told by topic`() {
        let sizes = WeatherEncoding.worstCasePacketSize(baseTopic: "kiatsu", panelID: "kitchen", encoding: .fields)
        #expect(sizes.map(\.topic).first == "kiatsu/kitchen/weather/temperature")
        #expect(sizes.map(\.bytes) == [45, 255, 43, 208, 58, 163, 181, 53, 54, 46])
        for encoding in [WeatherEncoding.compact, .full, .frame] {
            let sizes = WeatherEncoding.worstCasePacketSize(baseTopic: "kiatsu", panelID: "kitchen", encoding: encoding)
            #expect(sizes.map(\.bytes) == [encoding.packetLimit])
        }
    }

    /// Of the full JSON's labels eight are never the longest, and no zone is 32 hours off.
    @Test(arguments: [(WeatherEncoding.compact, 255), (.full, 1024 - 12 - 2), (.fields, 255), (.frame, 128)])
    func `a long name with extreme values fills the packet`(encoding: WeatherEncoding, size: Int) throws {
        var sample = Sample.extremes
        sample.name = String(repeating: "n", count: 1100)
        let sizes = try sample.payloads(encoding).map { payload in
            publishPacket(topic: "kiatsu/kitchen/weather\(payload.topicSuffix)", payload: payload.bytes).count
        }
        #expect(sizes.max() == size)
        let largest = WeatherEncoding.worstCasePacketSize(baseTopic: "kiatsu", panelID: "kitchen", encoding: encoding)
        for (size, worst) in zip(sizes, largest) { #expect(size <= worst.bytes, "\(worst.topic)") }
    }
}
