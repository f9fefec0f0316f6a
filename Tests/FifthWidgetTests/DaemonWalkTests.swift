import Configuration
import Doctor
import FifthWidget
import Foundation
import HomeAssistant
import Payloads
import TestSupport
import Testing
import Time
import Widgets

/// Each widget of a catalogue, carried through the engine, a broker, the program that draws, and the doctor.
@Suite(.timeLimit(.minutes(4)))
struct DaemonWalkTests {
    @Test(arguments: WalkedCatalogue.all)
    func `each widget is published with real data, in all of its encodings, with a picture and its readings`(
        walked: WalkedCatalogue
    ) async throws {
        let bridge = try WalkedBridge(walked, clock: TestClock(now: noon + .seconds(60)))
        let topics = try await TopicRecorder(bridge.broker)
        try await bridge.run {
            try await bridge.showsAll(topics)
            try await expectReadings(of: bridge, topics)
            let published = topics.all(try await topics.settled())
            let retained = try await BrokerObserver.retained(in: bridge.broker)
            for widget in walked.widgets {
                try expectEncodings(of: widget, bridge, published, retained)
                try expectPictureAndEntities(of: widget, retained)
            }
            try expectCard(of: bridge, retained)
        }
    }

    /// The document that the entities read has every reading of every widget; the tide's has the gauge's level.
    private func expectReadings(of bridge: WalkedBridge, _ topics: TopicRecorder) async throws {
        let names = bridge.walked.widgets.flatMap(\.readings).map(\.name)
        let document = "kiatsu/bridge/homeassistant/p"
        do {
            try await topics.first(on: document) { message in
                let values = try? JSONSerialization.jsonObject(with: Data(message.payload)) as? [String: Any]
                guard let values, names.allSatisfy({ values[$0] != nil }) else { return false }
                return !names.contains("tide_level") || values["tide_level"] as? Double == 1.23
            }
        } catch {
            let last = topics.recorded.last { $0.topic == document }?.text ?? "none"
            throw Missing(description: "not all of \(names) are in the document: \(last)")
        }
    }

    /// Each topic of a widget is published, and stays on the broker unless its value is empty.
    private func expectEncodings(
        of widget: any Widget,
        _ bridge: WalkedBridge,
        _ published: [ObservedMessage],
        _ retained: [String: ObservedMessage]
    ) throws {
        let settings = try bridge.settings(of: widget)
        #expect(settings.encodings.count == widget.encodings.count, "\(widget.name)")
        for encoding in settings.encodings {
            let bounds = EncodingBounds(of: widget, display: settings.display, encoding: encoding)
            #expect(!bounds.topicSuffixes.isEmpty, "\(widget.name) \(encoding.rawValue)")
            for suffix in bounds.topicSuffixes {
                let topic = "kiatsu/p/\(widget.name)\(suffix)"
                let last = try #require(published.last { $0.topic == topic }, "\(topic)")
                #expect(retained[topic]?.payload ?? [] == last.payload, "\(topic)")
            }
        }
        let full = try #require(retained["kiatsu/p/\(widget.name)/full"], "\(widget.name)")
        let document = try JSONSerialization.jsonObject(with: Data(full.payload)) as? [String: Any]
        let source = try #require(document?["src"] as? String, "\(full.text)")
        #expect(source != "sample", "\(full.text)")
    }

    /// Its picture and its entities stay on the broker.
    private func expectPictureAndEntities(of widget: any Widget, _ retained: [String: ObservedMessage]) throws {
        let image = "kiatsu/image/p/\(widget.name)"
        let told = try #require(retained[image], "\(image)")
        #expect(try JSONDecoder().decode(ToldPicture.self, from: Data(told.payload)).ts == noon.unixSeconds)
        #expect(try PNGFile(try #require(retained[image + ".png"], "\(image)").payload).width == 296)
        let entities =
            ["image/kiatsu_p/picture_\(widget.name)"]
            + widget.readings
            .filter { $0.kind.form != .forecasts }.map { "sensor/kiatsu_p/\($0.name)" }
        for entity in entities {
            #expect(retained["homeassistant/\(entity)/config"] != nil, "\(entity)")
        }
    }

    /// The dashboard's card lists all entities of the panel's device: each of a widget's belongs to that device.
    private func expectCard(of bridge: WalkedBridge, _ retained: [String: ObservedMessage]) throws {
        let readings = bridge.walked.widgets.flatMap(\.readings)
        let card = WeatherTemplates.card(of: WeatherTemplates.Panel(id: "p", baseTopic: "kiatsu", readings: readings))
        #expect(card.contains("('mqtt', 'kiatsu/p') in (device_attr(entity, 'identifiers')"))
        for reading in readings where reading.kind.form != .forecasts {
            let announced = try #require(retained["homeassistant/sensor/kiatsu_p/\(reading.name)/config"])
            #expect(announced.text.contains("\"ids\":[\"kiatsu/p\"]"), "\(announced.text)")
        }
    }

    @Test(arguments: WalkedCatalogue.all)
    func `the doctor asks each widget's upstream, draws each sample and finds nothing beside the running bridge`(
        walked: WalkedCatalogue
    ) async throws {
        // The doctor waits for what does not happen, in the bridge's time.
        let bridge = try WalkedBridge(
            walked,
            clock: RunningClock(from: noon + .seconds(60)),
            encodings: "[compact, fields, frame]"
        )
        let topics = try await TopicRecorder(bridge.broker)
        let findings = Recorder<Finding>()
        try await bridge.run {
            try await bridge.showsAll(topics)
            var configuration = bridge.configuration
            // A process does not see its own lock on the bridge's store.
            configuration.store.path += "-of-another-bridge"
            let doctor = Doctor(
                configuration,
                clock: bridge.clock,
                drawer: bridge.drawer,
                drawingProgram: Program.path(of: walked.drawingProgram)
            )
            await doctor.examine { if case .finding(let finding) = $0 { findings.append(finding) } }
        }
        for finding in findings.elements where !finding.detail.hasPrefix("homeassistant/status") {
            #expect(finding.result == .ok, "\(finding)")
        }
        // No Home Assistant says there that it has started.
        let unknown = findings.elements.filter { $0.result == .unknown }
        #expect(unknown.map(\.check) == ["read"])
        let details = findings.elements.map { "\($0.check): \($0.detail)" }
        for widget in walked.widgets {
            for source in widget.askedSources(of: try bridge.settings(of: widget)) {
                let title = "upstream: \(source) for \(widget.name): "
                #expect(details.contains { $0.hasPrefix(title) }, "\(title)")
            }
        }
        #expect(details.contains { $0.hasPrefix("pictures: \(walked.widgets.count) sample(s) drawn") }, "\(details)")
        #expect(details.contains { $0.hasPrefix("bridge: runs, and answers") }, "\(details)")
    }
}
