import Bridge
import Configuration
import Payloads
import Testing
import Time
import Widgets

/// The plan of an installation with each widget of a catalogue.
struct PlanWalkTests {
    @Test(arguments: WalkedCatalogue.all)
    func `the plan has each topic of each widget, and its words`(walked: WalkedCatalogue) async throws {
        let configuration = try walked.configuration(head: "homeassistant: {discovery: component}")
        let plan = await Plan(configuration, now: noon)
        let rows = plan.panels.flatMap(\.self)
        for settings in try #require(configuration.panels.first).widgets {
            let widget = try #require(walked.catalogue.widget(settings.widget))
            #expect(plan.kinds.contains { $0.widget == widget.name && $0.title == widget.words.title(in: "en") })
            #expect(plan.timelineSets.contains { $0.title.hasPrefix(widget.name) }, "\(widget.name)")
            #expect(rows.contains { $0.topic == "kiatsu/image/p/\(widget.name).png" }, "\(widget.name)")
            for encoding in settings.encodings {
                let bounds = EncodingBounds(of: widget, display: settings.display, encoding: encoding)
                for suffix in bounds.topicSuffixes {
                    let row = rows.first { $0.topic == "kiatsu/p/\(widget.name)\(suffix)" }
                    #expect((row?.largestPacketBytes ?? .max) <= encoding.packetLimit, "\(widget.name)\(suffix)")
                }
            }
        }
    }
}
