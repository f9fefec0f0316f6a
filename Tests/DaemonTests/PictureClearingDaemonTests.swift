import Configuration
import HomeAssistant
import Messaging
import Storage
import TestSupport
import Testing
import Time
import Widgets

@testable import Bridge

private let noon = Installation.noon

@Suite(.timeLimit(.minutes(4)))
struct PictureClearingDaemonTests {
    private let installation: Installation

    init() throws { installation = try Installation() }

    private func file(_ pictures: String, _ more: String = "") -> String {
        more + "panels: [{id: p, location: \"52.52,13.405\", encodings: [compact], pictures: \(pictures)}]"
    }

    @Test func `pictures on the broker go with the option, with a reload and with a restart`() async throws {
        let topics = try await TopicRecorder(installation.broker)
        let image = "kiatsu/image/p/weather"
        let all = [image, image + ".png", image + ".1bpp", image + "/strips/000", image + "/strips/025"]
        func leave(_ topics: [String]) throws {
            for topic in topics { try installation.broker.publish(topic, "x", options: ["-r"]) }
        }
        try await installation.run(installation.configuration(file("[png, raw, strips]"))) { daemon in
            try await topics.status("fresh", of: "p")
            try leave(all)
            let options = #"{"panel":"p","options":{"pictures":"png,strips"}}"#
            try installation.broker.publish("kiatsu/bridge/request/panel/options", options)
            try await topics.first(on: image + ".1bpp") { $0.text.isEmpty }
            daemon.reload(try installation.configuration(file("[png, strips]", "picture_size: 296x64\n")))
            try await topics.first(on: image + "/strips/025") { $0.text.isEmpty }
        }
        try await installation.run(installation.configuration(file("none"))) { _ in
            // Chosen by the request, which outlives the file's word.
            let options = #"{"panel":"p","reset":true}"#
            try await topics.status("fresh", of: "p", since: topics.mark)
            try installation.broker.publish("kiatsu/bridge/request/panel/options", options)
            for topic in [image, image + ".png", image + "/strips/000"] {
                try await topics.first(on: topic) { $0.text.isEmpty }
            }
            let retained = try await BrokerObserver.retained(in: installation.broker)
            #expect(!retained.keys.contains { $0.hasPrefix("kiatsu/image/") }, "\(retained.keys.sorted())")
        }
    }

    @Test func `an image that is gone is told to Home Assistant once, and is in no document then`() async throws {
        let topics = try await TopicRecorder(installation.broker)
        let configuration = try installation.configuration(file("png", "homeassistant: {discovery: device}\n"))
        let document = "homeassistant/device/kiatsu_p/config"
        try await installation.run(configuration) { _ in
            try await topics.first(on: document) { $0.text.contains(#""picture_weather":{"p":"image","name""#) }
            try await topics.status("fresh", of: "p")
            let options = #"{"panel":"p","options":{"pictures":"none"}}"#
            try installation.broker.publish("kiatsu/bridge/request/panel/options", options)
            let stub = try await topics.first(on: document) { $0.text.contains(#""picture_weather":{"p":"image"}"#) }
            #expect(stub.text.contains(#""temperature""#))
            try await topics.first(on: document) { !$0.text.contains("picture_weather") && $0.text.contains("refresh") }
        }
    }
}
