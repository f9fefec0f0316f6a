import Configuration
import Foundation
import Pictures
import TestSupport
import Testing
import Upstreams
import Widgets

@testable import Bridge

/// The file that is shipped, read with all the widgets and upstreams that there are.
@Suite struct ShippedConfigurationTests {
    private let directory: ScratchDirectory

    init() throws {
        directory = try ScratchDirectory()
        for name in ["mqtt-password", "open-meteo-key", "openweather-key", "qweather-key"] {
            try directory.write("s3cret", to: name)
        }
        try directory.write(Self.privateKey, to: "qweather.pem")
        try directory.write("- quote: 一期一会\n  from: 山上宗二\n", to: "quotes.yaml")
        try directory.write("- lines: [古池や, 蛙飛びこむ, 水の音]\n  author: 松尾芭蕉\n", to: "poems.yaml")
    }

    /// The example of RFC 8410, 10.3.
    private static let privateKey = """
        -----BEGIN PRIVATE KEY-----
        MC4CAQAwBQYDK2VwBCIEINTuctv5E1hK1bbY8fdp+K06/nwoy/HU++CXqI9EdVhC
        -----END PRIVATE KEY-----

        """

    private static func text() throws -> String {
        let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent()
        return try String(contentsOf: root.appending(path: "Config/kiatsu.yaml"), encoding: .utf8)
    }

    /// The shipped lines, those of these numbers without their comment sign; and which lines are options.
    private func uncommented(_ isWanted: (Int, String) -> Bool) throws -> (text: String, options: [Int: String]) {
        var options: [Int: String] = [:]
        let lines = try Self.text().split(separator: "\n", omittingEmptySubsequences: false).enumerated().map {
            guard let option = $1.wholeMatch(of: /( *)#([a-z_]+)(: .*)/) else { return String($1) }
            options[$0] = String(option.2)
            return isWanted($0, String(option.2)) ? "\(option.1)\(option.2)\(option.3)" : String($1)
        }
        return (lines.joined(separator: "\n"), options)
    }

    private func parse(_ text: String) throws(ConfigurationErrors) -> Configuration {
        var check = TopicCheck(.kiatsu)
        Journal.shared?.note(configuration: text, isGood: true)
        return try Configuration.parse(
            yaml: Array(text.utf8),
            fileName: directory.path + "/kiatsu.yaml",
            environment: ["HOME": directory.path],
            catalogue: .kiatsu
        ) { base, panel, widget, form in
            check.problem(baseTopic: base, panelID: panel, widget: widget, form: form)
        }.configuration
    }

    @Test func `it works as it is, with the weather alone`() throws {
        let configuration = try parse(Self.text())
        #expect(configuration.panels.map { $0.widgets.map(\.widget) } == [["weather"]])
        #expect(configuration.geocoder == "geonames")
    }

    @Test func `each option alone checks`() throws {
        let options = try uncommented { _, _ in false }.options
        #expect(options.count > 40)
        for (line, name) in options {
            let text = try uncommented { number, _ in number == line }.text
            do throws(ConfigurationErrors) {
                _ = try parse(text)
            } catch {
                Issue.record("\(name) in line \(line + 1): \(error.issues.map(\.description))")
            }
        }
    }

    @Test func `all options together check, with all widgets, in every encoding that each has`() throws {
        // Of QWeather's two ways to show oneself one is enough.
        let text = try uncommented { _, _ in true }.text
            .replacing("api_key_file: qweather-key", with: "#api_key_file: qweather-key")
            .replacing("widgets: [weather]", with: "widgets: [weather, conditions, day, poem]")
            .replacing("encodings: [compact, frame, fields]", with: "encodings: [compact, frame, fields, full]")
        let configuration = try parse(text)
        let widgets = try #require(configuration.panels.first?.widgets)
        #expect(widgets.map(\.widget) == Catalogue.kiatsu.widgets.map(\.name))
        for widget in widgets {
            let known = try #require(Catalogue.kiatsu.widget(widget.widget))
            #expect(Set(widget.encodings) == Set(known.encodings))
        }
        #expect(configuration.contact == "me@example.org")
    }

    @Test(arguments: ["nominatim", "openweather", "qweather"])
    func `each geocoder that the file names can be chosen with what the file shows for it`(geocoder: String) throws {
        let text = try uncommented { _, name in
            ["api_key_file", "contact", "api_host", "geocoder"].contains(name)
        }.text.replacing("geocoder: geonames", with: "geocoder: \(geocoder)")
        #expect(try parse(text).geocoder == geocoder)
    }

    @Test func `what the file says may be chosen can be, for each widget`() throws {
        let file = try Self.text()
        for widget in Catalogue.kiatsu.widgets {
            for source in Catalogue.kiatsu.sourceNames(for: widget) where widget.name != "day" {
                let section = try #require(file.components(separatedBy: "  \(widget.name):").dropFirst().first)
                let line = try #require(section.split(separator: "\n").first { $0.contains("#source:") })
                #expect(line.contains(source), "\(widget.name) says that it can be from \(source)")
            }
            for option in widget.options { #expect(file.contains("#\(option.name): "), "\(option.name) is shown") }
        }
        for family in Family.allCases { #expect(file.contains(family.rawValue)) }
        for encoding in Encoding.allCases { #expect(file.contains(encoding.rawValue)) }
    }

    @Test func `each setting of each upstream is shown with it`() throws {
        let file = try Self.text()
        for source in Catalogue.kiatsu.sources.map(\.description) {
            let section = try #require(file.components(separatedBy: "\n  \(source.name):").dropFirst().first)
            let shown = section.prefix(upTo: section.firstRange(of: /\n {0,2}[a-z#]/)?.lowerBound ?? section.endIndex)
            for setting in source.settings where setting.name != "contact" {
                let key = setting.format == .secret ? "\(setting.name)_file" : setting.name
                #expect(shown.contains("    #\(key): "), "\(source.name): \(key)")
            }
        }
    }
}
