import Foundation
import Testing
import Upstreams
import Widgets

/// The checklists of the manual's article on contributing, compared with the files that there are.
@Suite struct ChecklistTests {
    /// A file that a widget needs.
    private struct Row {
        /// With `X` for the name of the widget or the upstream.
        var path: String
        /// True for a file that every widget needs.
        var isOfEach: Bool

        /// The file of a widget, in a folder that stands in the place of `Sources`.
        func path(in folder: String, of name: String) -> String {
            folder + path.dropFirst("Sources".count).replacing("X", with: name)
        }

        var isOfUpstream: Bool { path.hasPrefix("Sources/Upstreams/") }
    }

    private static let root = URL(filePath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

    private let article: String
    private let rows: [Row]

    init() throws {
        let file = Self.root.appending(path: "Sources/kiatsu/Manual.docc/Contributing.md")
        article = try String(contentsOf: file, encoding: .utf8)
        rows = article.split(separator: "\n").filter { $0.hasPrefix("| `Sources/") }.map { line in
            let cells = line.split(separator: "|").map { $0.trimmingCharacters(in: .whitespaces) }
            return Row(path: cells[0].replacing("`", with: ""), isOfEach: cells[1] == "each widget")
        }
    }

    private func exists(_ path: String) -> Bool {
        FileManager.default.fileExists(atPath: Self.root.appending(path: path).path)
    }

    @Test func `the fifth widget has exactly the files that the checklist names, and its registration`() throws {
        let folder = "Tests/FifthWidget"
        let names = try FileManager.default.subpathsOfDirectory(atPath: Self.root.appending(path: folder).path)
        let files = Set(names.filter { $0.hasSuffix(".swift") }.map { "\(folder)/\($0)" })
        let listed = rows.map { $0.path(in: folder, of: $0.isOfUpstream ? "Harbour" : "Tide") }
        #expect(Set(listed).count == rows.count && rows.count > 8)
        #expect(files == Set(listed + ["\(folder)/Catalogue+Five.swift"]))
    }

    @Test func `each shipped widget has the files that the checklist says each has`() {
        for widget in Catalogue.kiatsu.widgets {
            let name = widget.name.prefix(1).uppercased() + widget.name.dropFirst()
            for row in rows where row.isOfEach {
                let path = row.path(in: "Sources", of: name)
                #expect(exists(path), "\(path)")
            }
        }
    }

    /// An option that is read and not described could never be set.
    @Test(arguments: WalkedCatalogue.all)
    func `each option that a widget's folder makes is among its options`(walked: WalkedCatalogue) throws {
        for widget in walked.widgets {
            let name = widget.name.prefix(1).uppercased() + widget.name.dropFirst()
            let folders = ["Sources", "Tests/FifthWidget"].map { "\($0)/Widgets/\(name)" }.filter(exists)
            let folder = Self.root.appending(path: try #require(folders.first, "\(widget.name) has no folder"))
            var made: [String] = []
            for file in try FileManager.default.contentsOfDirectory(atPath: folder.path) where file.hasSuffix(".swift")
            {
                let source = try String(contentsOf: folder.appending(path: file), encoding: .utf8)
                let names = source.matches(of: /WidgetOption\.\w+\(\s*"(\w+)"/).map { String($0.1) }
                #expect(source.ranges(of: "WidgetOption").count == names.count, "\(file) makes options otherwise")
                made += names
            }
            #expect(made.sorted() == widget.options.map(\.name).sorted(), "\(widget.name)")
        }
    }

    @Test func `each file and folder that the checklists name is there`() {
        let paths = article.matches(of: /`((?:Sources|Tests|Config|deploy|\.ci)\/[^` ]+)`/).map { String($0.1) }
        #expect(paths.count > 30)
        // With a placeholder it is a pattern.
        for path in paths where !path.contains("/X") { #expect(exists(path), "\(path)") }
    }
}
