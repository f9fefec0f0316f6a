import Foundation
import TestSupport
import Testing

/// The README and the manual: each link leads somewhere, and each example is one.
@Suite(.timeLimit(.minutes(2)))
struct PageTests {
    private static let folders = ["esp32", "esphome", "homeassistant"].map { "deploy/\($0)/README.md" }

    private func pages() throws -> [Page] { try Page.forUsers() + Self.folders.map { try Page($0) } }

    private func exists(_ path: String) -> Bool {
        FileManager.default.fileExists(atPath: Page.root.appending(path: path).path)
    }

    @Test func `each link and each anchor leads somewhere`() throws {
        let pages = try pages()
        #expect(pages.contains { !$0.links.isEmpty })
        for page in pages {
            for link in page.links where !link.hasPrefix("https://") {
                let (path, anchor) = page.target(of: link)
                #expect(exists(path), "\(page.path): \(link)")
                guard let anchor else { continue }
                let target = try #require(pages.first { $0.path == path }, "\(page.path): \(link)")
                #expect(target.anchors.contains(anchor), "\(page.path): \(link)")
            }
        }
    }

    @Test func `the front page of the manual leads to each page once`() throws {
        let pages = try Page.manual()
        let front = try #require(pages.first { $0.path.hasSuffix("/Manual.md") })
        let topics = try #require(front.text.components(separatedBy: "\n## Topics\n").last)
        let listed = topics.matches(of: #/\n- \[(.+)\]\((\w+\.md)\)/#)
        let names = listed.map { String($0.2) }.sorted()
        let files = pages.map { URL(filePath: $0.path).lastPathComponent }.filter { $0 != "Manual.md" }
        #expect(names == files)
        for entry in listed {
            let page = try #require(pages.first { $0.path.hasSuffix("/\(entry.2)") })
            #expect(page.text.hasPrefix("# \(entry.1)\n\n"), "\(entry.2) has another title")
        }
    }

    @Test func `the README is short and names where the places are from`() throws {
        let readme = try Page("README.md")
        #expect(readme.text.split { $0.isWhitespace }.count <= 1000)
        for credit in ["[GeoNames](https://www.geonames.org/), CC BY 4.0", "Natural Earth", "Open-Meteo", "Apache-2.0"]
        {
            #expect(readme.prose.contains(credit))
        }
    }

    @Test func `a block says which language it is in`() throws {
        for block in try pages().flatMap(\.blocks) {
            #expect(["sh", "yaml", "json", "cpp", "text", "dockerfile"].contains(block.language), "\(block.place)")
        }
    }

    @Test func `what is shown as JSON is JSON`() throws {
        let blocks = try pages().flatMap(\.blocks).filter { $0.language == "json" }
        #expect(!blocks.isEmpty)
        for block in blocks {
            // One document, or one a line.
            let documents =
                (try? JSONSerialization.jsonObject(with: Data(block.text.utf8))) == nil
                ? block.text.split(separator: "\n").map(String.init) : [block.text]
            for document in documents {
                #expect(throws: Never.self, "\(block.place): \(document)") {
                    try JSONSerialization.jsonObject(with: Data(document.utf8))
                }
            }
        }
    }

    /// The first keys of what is for other programs: Home Assistant and ESPHome.
    private static let foreign = ["automation", "triggers", "substitutions"]

    private static func isForeign(_ block: Page.Block) -> Bool {
        let lines = block.text.split(separator: "\n")
        return foreign.contains { key in lines.contains { $0 == "\(key):" } }
    }

    @Test func `what is shown as a configuration is one`() async throws {
        let blocks = try pages().flatMap(\.blocks).filter { $0.language == "yaml" && !Self.isForeign($0) }
        #expect(!blocks.isEmpty)
        let directory = try ScratchDirectory()
        for name in ["mqtt-password", "qweather-key"] { try directory.write("s", to: name) }
        try directory.write("- lines: [l]\n  author: a", to: "my-poems.yaml")
        try Data(try Self.picture()).write(to: URL(filePath: directory.path + "/photo.png"))
        let collections = blocks.filter { $0.text.hasPrefix("- quote:") }
        for quotes in collections { try directory.write(quotes.text, to: "quotes.yaml") }
        #expect(collections.count == 1)
        for block in blocks where !block.text.hasPrefix("- quote:") {
            // A part of a file has no panels of its own.
            let panels = block.text.contains("panels:") ? "" : "panels: [{id: panel1, location: \"1,2\"}]\n"
            try directory.write(block.text + panels, to: "kiatsu.yaml")
            Journal.shared?.note(configuration: block.text + panels, isGood: true)
            let program = try Program(
                Household.kiatsu,
                ["check", "--config", directory.path + "/kiatsu.yaml"],
                environment: ["HOME": directory.path]
            )
            #expect(await program.ending() == .exit(0), "\(block.place): \(program.errors.elements)")
        }
    }

    private static func picture() throws -> Data {
        try Data(contentsOf: Page.root.appending(path: "Tests/DrawingTests/Golden/front-page.png"))
    }
}
