import Configuration
import Foundation
import Testing
import Widgets

struct CollectionTests {
    private let yaml = "panels: [{id: a, location: '0,0', widgets: {poem: {collection: poems.yaml}}}]\n"

    /// The faults that a collection of this text makes, without the directory in front of each.
    private func issues(of text: String) throws -> [String] {
        try withDirectory { directory in
            try directory.write(text, to: "poems.yaml")
            return ConfigurationTests.issues(yaml, fileName: directory.path + "/kiatsu.yaml")
                .map { $0.replacing(directory.path + "/", with: "") }
        }
    }

    @Test func `the built-in poems are fine`() throws {
        let poems = try #require(try parse(panel).configuration.collections["builtin:poem"])
        #expect(!poems.isEmpty)
        #expect(poems.allSatisfy { $0["lines"]?.isEmpty == false })
    }

    @Test func `the built-in quotes are in languages with words, and fit the smallest client`() throws {
        let quotes = try #require(try parse(panel).configuration.collections["builtin:day"])
        #expect(quotes.count >= 40 && Set(quotes).count == quotes.count)
        for quote in quotes {
            #expect(quote["quote"]?.count == 1 && quote["from"]?.count == 1 && quote["language"]?.isEmpty == false)
            #expect(quote["quote"]?.allSatisfy { $0.utf8.count <= 100 } == true, "\(quote)")
        }
        let languages = Set(quotes.flatMap { $0["language"] ?? [] })
        #expect(languages == ["de", "en", "es", "fr", "ja", "ko", "zh", "zh-TW", "zh-HK", "zh-MO"])
    }

    @Test func `a collection is read by the path that the option has`() throws {
        try withDirectory { directory in
            let text = "- lines: [古池や, 蛙飛びこむ, 水の音]\n  author: 松尾芭蕉\n- lines: one\n"
            try directory.write(text, to: "poems.yaml")
            let configuration = try parse(yaml, fileName: directory.path + "/kiatsu.yaml").configuration
            let path = try #require(configuration.widget("poem")?.options["collection"])
            #expect(path == directory.path + "/poems.yaml")
            #expect(
                configuration.collections[path] == [
                    ["lines": ["古池や", "蛙飛びこむ", "水の音"], "author": ["松尾芭蕉"]], ["lines": ["one"]],
                ]
            )
        }
    }

    @Test func `an empty path is the built-in collection again`() throws {
        let text =
            "widgets: {poem: {collection: poems.yaml}}\n"
            + "panels: [{id: a, location: '0,0', widgets: {poem: {collection: ''}}}]\n"
        try withDirectory { directory in
            try directory.write("- lines: one", to: "poems.yaml")
            let configuration = try parse(text, fileName: directory.path + "/kiatsu.yaml").configuration
            #expect(configuration.widget("poem")?.options["collection"]?.isEmpty == true)
            #expect(configuration.collections.count == 3)
        }
    }

    @Test func `a collection that cannot be read is refused once, where it is named`() {
        let marked = MarkedText(
            """
            widgets: {poem: {collection: ①none.yaml}}
            panels:
              - {id: a, location: "0,0", widgets: {poem: {collection: none.yaml}}}
            """
        )
        #expect(
            ConfigurationTests.issues(marked.text)
                == marked.placed([
                    "①: widgets.poem.collection: ./none.yaml cannot be read: No such file or directory; "
                        + "correct the path or the file's permissions"
                ])
        )
    }

    @Test(arguments: [
        Case(
            "- ①author: me\n- lines: ②[]\n- lines: [a, ③[b], ④~, ⑤\"a\\nb\"]\n  ⑥autor: x\n- ⑦words # panels",
            "①: [0].lines: missing; add for example `lines: some words`",
            "②: [1].lines: expected a list, found an empty one; write for example `lines: [some words]`",
            "③: [2].lines[1]: expected one line of 1 to 2000 characters, found a list; write for example `some words`",
            "④: [2].lines[2]: expected one line of 1 to 2000 characters, found nothing; write for example `some words`",
            "⑤: [2].lines[3]: expected one line of 1 to 2000 characters, found “a\\u{A}b”; "
                + "write for example `some words`",
            "⑥: [2].autor: unknown key; did you mean `author`?",
            "⑦: [3]: expected keys with values, found a single value; "
                + "write each as `key: value` in a line of its own, indented below"
        ),
        Case(
            "①lines: x # panels",
            "①: expected a list of 1 to 10000 records, found keys with values; "
                + "begin each record with a line such as `- lines: some words`"
        ),
        Case(
            "①# panels",
            "①: expected a list of 1 to 10000 records, found nothing; "
                + "begin each record with a line such as `- lines: some words`"
        ),
        Case(
            "- lines: ①[\(String(repeating: "a,", count: 65))]\n"
                + "- lines: ②\(String(repeating: "a", count: 2001))\n#panels",
            "①: [0].lines: expected 1 to 64 texts, found 65; make several records of it",
            "②: [1].lines: expected one line of 1 to 2000 characters, found “\(String(repeating: "a", count: 40))…”; "
                + "write for example `lines: some words`"
        ),
        Case("- lines: ①&a x #panels", "①: [0].lines: anchors are not read here; remove the `&` and its name"),
    ])
    func `what is no collection is refused where it stands in that file`(fault: Case) throws {
        let marked = MarkedText(fault.yaml)
        let expected = marked.placed(fault.expected).map { $0.replacing("kiatsu.yaml:", with: "poems.yaml:") }
        #expect(try issues(of: marked.text) == expected)
    }

    @Test func `a collection has 10000 records at the most`() throws {
        let record = "- lines: a\n"
        #expect(try issues(of: String(repeating: record, count: 10_000)) == [])
        #expect(try issues(of: String(repeating: record, count: 10_001)).count == 1)
        let long = String(repeating: "# a comment line\n", count: 62_000)
        #expect(
            try issues(of: long).first?.contains("poems.yaml cannot be read: it is longer than 1048576 bytes") == true
        )
    }

    @Test func `the faults of the configuration come before those of its collections`() throws {
        try withDirectory { directory in
            try directory.write("- words", to: "poems.yaml")
            let path = directory.path + "/kiatsu.yaml"
            let environment = home.merging(["KIATSU_LOG_LEVEL": "loud"]) { $1 }
            let lines = ConfigurationTests.issues(
                "\n\n\n" + yaml + "prot: 1\n",
                fileName: path,
                environment: environment
            )
            #expect(
                lines.map { $0.prefix { $0 != ":" } } == [
                    path[...], "\(directory.path)/poems.yaml", "KIATSU_LOG_LEVEL",
                ]
            )
        }
    }
}
