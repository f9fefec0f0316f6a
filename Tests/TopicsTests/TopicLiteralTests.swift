import Foundation
import Testing

/// No source file outside the module of topics spells one.
@Suite struct TopicLiteralTests {
    private static let sources = URL(filePath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
        .appending(path: "Sources")

    /// Parts of string literals that belong into the module alone.
    private static let patterns: [String] = [
        #"bridge/(state|health|info|request|response|doctor|homeassistant)"#, #"location/(set|response)"#,
        #"hello/response"#, #"/image/"#, #"/strips/"#, #""kiatsu/"#,
        // Whatever is put behind the base topic, and a topic's last level behind a panel.
        #"[bB]ase(Topic)?\)/[^`]"#, #"\)/(status|location|hello|refresh|label|image)\b"#,
    ]

    /// Files of the kernel, Home Assistant's own topics, the name that upstreams hear, and a migration's former
    /// spelling.
    private static let others = [#""/proc/"#, #"\(prefix)/status"#, #""kiatsu/\(version)""#, "instr(suffixes"]

    private static func literals(in text: String, _ patterns: [Regex<AnyRegexOutput>]) -> [String] {
        text.split(separator: "\n").filter { line in
            let code = line.drop { $0 == " " }
            return !code.hasPrefix("//") && !others.contains(where: code.contains)
                && patterns.contains { code.contains($0) }
        }.map(String.init)
    }

    @Test func `no topic is spelled outside the module of topics`() throws {
        let patterns = try Self.patterns.map { try Regex($0) }
        let files = try #require(FileManager.default.enumerator(at: Self.sources, includingPropertiesForKeys: nil))
        var count = 0
        for case let file as URL in files where file.pathExtension == "swift" {
            guard !file.path.contains("/Sources/Topics/") else { continue }
            count += 1
            let found = Self.literals(in: try String(contentsOf: file, encoding: .utf8), patterns)
            #expect(found.isEmpty, "\(file.lastPathComponent): use a member of Topics")
        }
        #expect(count > 300)
    }

    @Test(arguments: [
        #"topic: "\(base)/bridge/state""#, #"["location/set"]"#, #""\(baseTopic)/\(id)/x""#, #""\(a.baseTopic)/x""#,
        #""\(panel)/status""#, #""\(panel)/image/\(widget)""#, #"filter: "kiatsu/+/weather""#,
    ])
    func `a literal that comes back is found`(line: String) throws {
        #expect(try !Self.literals(in: line, Self.patterns.map { try Regex($0) }).isEmpty)
    }

    @Test(arguments: [#"/// `kiatsu/bridge/state`"#, #"// "kiatsu/x""#, #""image/png""#, #"Topics(base: base).state"#])
    func `comments and other words are not`(line: String) throws {
        #expect(try Self.literals(in: line, Self.patterns.map { try Regex($0) }).isEmpty)
    }
}
