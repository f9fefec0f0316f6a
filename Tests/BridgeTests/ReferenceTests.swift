import Commands
import Faults
import Payloads
import TestSupport
import Testing
import Topics
import Upstreams
import Weather
import Widgets

@testable import Bridge

/// The manual's reference, compared with the tables that the program works with.
@Suite struct ReferenceTests {
    private static func spans(_ name: String) throws -> Set<String> {
        Set(try Page("Sources/kiatsu/Manual.docc/\(name).md").codeSpans)
    }

    @Test func `every topic is there`() throws {
        let spans = try Self.spans("Topics")
        for kind in Topic.Kind.allCases { #expect(spans.contains("kiatsu/\(kind.path)"), "\(kind)") }
    }

    @Test func `every reason for which a position or a hello is refused is there`() throws {
        let positions = try Self.spans("Positions")
        for code in PositionError.Code.allCases { #expect(positions.contains(code.rawValue)) }
        let hellos = try Self.spans("Hello")
        for code in HelloError.Code.allCases { #expect(hellos.contains(code.rawValue)) }
    }

    @Test func `every option of a widget is there`() throws {
        let spans = try Self.spans("Configuration")
        for widget in Catalogue.kiatsu.widgets {
            for option in Catalogue.kiatsu.options(of: widget, iconThemes: []) {
                #expect(spans.contains(option.name), "\(widget.name): \(option.name)")
            }
        }
    }

    @Test func `every source is there`() throws {
        let spans = try Self.spans("Sources")
        for source in Catalogue.kiatsu.sources.map(\.description) {
            #expect(spans.contains(source.name), "\(source.name)")
        }
    }

    @Test func `every fault is there`() throws {
        let spans = try Self.spans("Health")
        let keys: [FaultKey] = [
            .broker, .brokerWarning, .clock, .deliveries, .drawing, .flood, .fonts, .life, .outbox, .store,
            .subscriptions, .follow("<panel>"), .picture("<panel>/<widget>"), .refused("<reason>"),
            .timelines("<widget>"), .upstream("<source>"),
        ]
        for key in keys { #expect(spans.contains(key.text), "\(key.text)") }
    }

    @Test func `every widget and each of its fields is there`() throws {
        let page = try Page("Sources/kiatsu/Manual.docc/Messages.md")
        let words = Set(page.codeSpans.flatMap { $0.split(separator: " ").map(String.init) })
        let display = DisplaySettings(language: "ja", units: .metric, family: .large)
        for widget in Catalogue.kiatsu.widgets {
            #expect(words.contains(widget.name), "\(widget.name)")
            let bounds = EncodingBounds(of: widget, display: display, encoding: .fields)
            let topics = bounds.worstCasePacketSizes(baseTopic: "kiatsu", panelID: "hall").map(\.topic)
            #expect(!topics.isEmpty)
            for field in topics.compactMap({ $0.split(separator: "/").last.map(String.init) }) {
                #expect(words.contains(field), "\(widget.name)/\(field)")
            }
        }
    }
}
