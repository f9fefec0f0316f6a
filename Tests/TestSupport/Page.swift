package import Foundation

/// A page that is written for people, in Markdown: the README, a page of the manual, the README of a folder.
package struct Page: Sendable {
    /// A fenced block.
    package struct Block: Sendable {
        /// The word behind the opening fence; empty where there is none.
        package var language: String
        /// Without the block's indentation.
        package var text: String
        /// The page and the line of the opening fence, such as `README.md:30`.
        package var place: String

        /// The commands of a block of shell, without comments; a line that ends in a backslash goes on in the next.
        package var commands: [String] {
            guard language == "sh" else { return [] }
            return text.replacing(#/\\\n */#, with: "").split(separator: "\n")
                .map { $0.replacing(#/(^| +)# .*$/#, with: "").trimmingCharacters(in: .whitespaces) }
                .filter { !$0.isEmpty }
        }
    }

    /// The top of the repository.
    package static let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent()

    /// From the top of the repository.
    package let path: String
    package let text: String
    package let blocks: [Block]
    /// The lines outside of blocks.
    package let prose: String
    /// The anchors of its headings, as browsers of repositories make them.
    package let anchors: Set<String>

    package init(_ path: String) throws {
        self.path = path
        text = try String(contentsOf: Self.root.appending(path: path), encoding: .utf8)
        var blocks: [Block] = []
        var prose: [Substring] = []
        var indentation: Int?
        for (number, line) in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated() {
            let content = line.drop { $0 == " " }
            if content.hasPrefix("```") {
                guard indentation == nil else {
                    indentation = nil
                    continue
                }
                indentation = line.count - content.count
                blocks.append(Block(language: String(content.dropFirst(3)), text: "", place: "\(path):\(number + 1)"))
            } else if let indentation {
                blocks[blocks.count - 1].text += "\(line.dropFirst(indentation))\n"
            } else {
                prose.append(line)
            }
        }
        self.blocks = blocks
        self.prose = prose.joined(separator: "\n")
        anchors = Set(
            prose.compactMap { $0.wholeMatch(of: #/#+ (.*)/#)?.1 }.map { heading in
                String(heading.lowercased().filter { $0.isLetter || $0.isNumber || $0 == " " || $0 == "-" })
                    .replacing(" ", with: "-")
            }
        )
    }

    /// The pages of the manual.
    package static func manual() throws -> [Page] {
        let folder = "Sources/kiatsu/Manual.docc"
        return try FileManager.default.contentsOfDirectory(atPath: root.appending(path: folder).path)
            .filter { $0.hasSuffix(".md") }.sorted().map { try Page("\(folder)/\($0)") }
    }

    /// The README and the manual.
    package static func forUsers() throws -> [Page] { try [Page("README.md")] + manual() }

    /// The targets of its links and pictures.
    package var links: [String] {
        prose.replacing(#/`[^`]*`/#, with: "").matches(of: #/\]\(([^)\s]+)\)/#).map { String($0.1) }
    }

    /// The texts between backquotes outside of blocks.
    package var codeSpans: [String] {
        prose.matches(of: #/`([^`]+)`/#).map { String($0.1.replacing(#/\s+/#, with: " ")) }
    }

    /// The path, from the top of the repository, to which a link of this page without a scheme leads.
    package func target(of link: String) -> (path: String, anchor: String?) {
        let parts = link.split(separator: "#", maxSplits: 1, omittingEmptySubsequences: false)
        let base = Self.root.appending(path: path)
        let file = parts[0].isEmpty ? base : base.deletingLastPathComponent().appending(path: parts[0])
        let path = String(file.standardized.path.dropFirst(Self.root.standardized.path.count + 1))
        return (path, parts.count > 1 ? String(parts[1]) : nil)
    }
}
