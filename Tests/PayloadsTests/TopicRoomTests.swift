import Testing
import Weather

@testable import Payloads
@testable import Widgets

@Suite struct TopicRoomTests {
    private let longestPanelID = "abcdefghijklmnopqrstuvwx"

    @Test(arguments: Encoding.allCases)
    func `the default base topic has room for the longest panel id however the weather is shown`(encoding: Encoding) {
        for display in DisplaySettings.all {
            let bounds = EncodingBounds.weather(encoding, display: display)
            #expect(refusal(of: bounds, baseTopic: "kiatsu", panelID: longestPanelID) == nil)
        }
    }

    @Test func `the refusal shows the arithmetic`() {
        let sentence = refusal(
            of: .weather(.frame),
            baseTopic: "kiatsu/upstairs",
            panelID: "living-room-east-window"
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

    @Test(arguments: Encoding.allCases)
    func `shortening by as many bytes as the refusal says is enough and one fewer is not`(encoding: Encoding) throws {
        for bounds in DisplaySettings.all.map({ EncodingBounds.weather(encoding, display: $0) }) {
            let long = String(repeating: "b", count: 1100)
            let error = try #require(throws: TopicTooLong.self) {
                try TopicRoom(bounds, baseTopic: long, panelID: "p")
            }
            let fitting = String(long.dropLast(error.excess))
            #expect(refusal(of: bounds, baseTopic: fitting, panelID: "p") == nil)
            #expect(refusal(of: bounds, baseTopic: fitting + "b", panelID: "p") != nil)
        }
    }

    @Test func `rooms are equal where the payloads are`() throws {
        let display = DisplaySettings.shown(iconTheme: .hare)
        let room = try TopicRoom(.weather(.full, display: display), baseTopic: "kiatsu", panelID: "one")
        let other = try TopicRoom(.weather(.full, display: display), baseTopic: "kia", panelID: "thirty")
        #expect(room == other)
        #expect(room.hashValue == other.hashValue)
        #expect(room != (try TopicRoom(room.bounds, baseTopic: "kiatsu", panelID: "long")))
        for different in [DisplaySettings.plain, .imperial, .shown(family: .small, iconTheme: .hare)] {
            let bounds = EncodingBounds.weather(.full, display: different)
            #expect(room != (try TopicRoom(bounds, baseTopic: "kiatsu", panelID: "one")))
        }
    }

    @Test func `the longest values are as long as the contract allows`() {
        func byteCounts(_ encoding: Encoding, _ display: DisplaySettings = .plain) -> [Int] {
            EncodingBounds.weather(encoding, display: display).topics.map(\.content.byteCount)
        }
        #expect(byteCounts(.compact) == [191])
        #expect(byteCounts(.full) == [685])
        #expect(byteCounts(.fields) == [5, 4, 6, 169, 24, 121, 145, 15, 20, 10, 5])
        #expect(byteCounts(.frame) == [77])
        // -147.8 and 212 °F, 33.96 and -10.34 inHg, and `hare_noon`.
        #expect(byteCounts(.fields, .imperial) == [6, 4, 5, 145, 24, 121, 145, 15, 20, 10, 5, 9, 9])
        #expect(byteCounts(.full, .imperial) == [685 + 1 - 24 + 17 + 19])
    }

    @Test(arguments: DisplaySettings.all)
    func `no value is longer than the longest`(display: DisplaySettings) throws {
        let readings = [(-999, 11_499), (999, 8001), (-999, 8001), (999, 11_499), (-178, 10_001), (561, 11_500)]
        for encoding in [Encoding.full, .fields] {
            let topics = EncodingBounds.weather(encoding, display: display).topics
            for (temperature, pressure) in readings {
                for letters in ["T", "v", "?"] {
                    let sample = Sample.uniform(temperature: temperature, pressure: pressure, letter: letters)
                    for (payload, topic) in zip(try sample.payloads(encoding, display: display), topics) {
                        // The names take what is left over.
                        guard topic.content.suffix != "/icon_names" else { continue }
                        let text = String(decoding: payload.bytes, as: UTF8.self)
                            .replacing(/,"icon_names":\[.*?\]/, with: "")
                        #expect(text.utf8.count <= topic.content.byteCount, "\(payload.topicSuffix)")
                    }
                }
            }
        }
    }

    @Test func `the largest packets are told by topic`() {
        let sizes = EncodingBounds.weather(.fields).worstCasePacketSizes(baseTopic: "kiatsu", panelID: "kitchen")
        #expect(sizes.map(\.topic).first == "kiatsu/kitchen/weather/temperature")
        #expect(sizes.map(\.bytes) == [45, 255, 43, 208, 58, 163, 181, 53, 54, 46, 46])
        for encoding in [Encoding.compact, .full, .frame] {
            let bounds = EncodingBounds.weather(encoding)
            let sizes = bounds.worstCasePacketSizes(baseTopic: "kiatsu", panelID: "kitchen")
            #expect(sizes.map(\.bytes) == [encoding.packetLimit])
        }
    }

    /// Of the full JSON's labels eight are never the longest, and no zone is 32 hours off.
    @Test(arguments: [(Encoding.compact, 255), (.full, 1024 - 12 - 2), (.fields, 255), (.frame, 128)])
    func `a long name with extreme values fills the packet`(encoding: Encoding, size: Int) throws {
        var sample = Sample.extremes
        sample.name = String(repeating: "n", count: 1100)
        let sizes = try sample.payloads(encoding).map { payload in
            publishPacket(topic: "kiatsu/kitchen/weather\(payload.topicSuffix)", payload: payload.bytes).count
        }
        #expect(sizes.max() == size)
        let bounds = EncodingBounds.weather(encoding)
        let largest = bounds.worstCasePacketSizes(baseTopic: "kiatsu", panelID: "kitchen")
        for (size, worst) in zip(sizes, largest) { #expect(size <= worst.bytes, "\(worst.topic)") }
    }

    /// Nil where there is room.
    private func refusal(of bounds: EncodingBounds, baseTopic: String, panelID: String) -> String? {
        do throws(TopicTooLong) {
            _ = try TopicRoom(bounds, baseTopic: baseTopic, panelID: panelID)
            return nil
        } catch {
            return error.description
        }
    }
}
