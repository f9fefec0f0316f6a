import Configuration
import Testing

struct FollowTests {
    private let expected =
        "expected a topic of up to 200 bytes, in which “+” stands alone for one level and “#” for all at its end"

    private func follow(_ written: String) throws -> [String] {
        let yaml = "panels: [{id: a, location: \"0,0\", follow: \(written)}]"
        return try #require(try parse(yaml).configuration.panels.first).follow
    }

    private func problems(_ written: String) -> [String] {
        issues("panels:\n  - id: a\n    location: 0,0\n    follow: \(written)\n")
    }

    @Test func `a panel follows nothing unless it says so`() throws {
        #expect(try parse(panel).configuration.panels.map(\.follow) == [[]])
    }

    @Test(arguments: [
        ("owntracks/me/phone", ["owntracks/me/phone"]), ("[a, b/c]", ["a", "b/c"]),
        ("owntracks/+/#", ["owntracks/+/#"]),
        ("['a/#', '+', x/a/+, /a, a/]", ["a/#", "+", "x/a/+", "/a", "a/"]), ("where/家", ["where/家"]),
        ("'a b'", ["a b"]),
        ("\(String(repeating: "t", count: 200))", [String(repeating: "t", count: 200)]),
    ])
    func `a panel follows one topic or several, with wildcards`(written: String, filters: [String]) throws {
        #expect(try follow(written) == filters)
    }

    @Test(arguments: [
        "''", "'a/#/b'", "'a#'", "'#a'", "'a/b+'", "'+a/b'", "'##'", "'++'", "\"a\\0b\"", "\"a\\nb\"", "$share/g/a",
        String(repeating: "t", count: 201), String(repeating: "家", count: 67),
    ])
    func `what nobody could subscribe to is refused`(written: String) {
        let lines = problems(written)
        #expect(lines.count == 1)
        #expect(lines.first?.hasPrefix("kiatsu.yaml:4:13: panels[0].follow: \(expected), found “") == true)
        #expect(lines.first?.hasSuffix("; write for example `follow: owntracks/me/phone`") == true)
        let items = problems("[a, \(written)]")
        #expect(items.count == 1)
        #expect(items.first?.hasPrefix("kiatsu.yaml:4:17: panels[0].follow[1]: \(expected), found “") == true)
    }

    @Test(arguments: [
        (
            "[]",
            "13: panels[0].follow: expected a list, found an empty one; "
                + "write for example `follow: [owntracks/me/phone]`"
        ),
        ("[a, a]", "17: panels[0].follow[1]: “a” is in the list twice; remove one"),
        (
            "[\((1...17).map { "t\($0)" }.joined(separator: ", "))]",
            "13: panels[0].follow: expected 1 to 16 topics, found 17; put several of them together with `+` or `#`"
        ),
    ])
    func `a list is neither empty nor endless nor repetitive`(written: String, end: String) {
        #expect(problems(written) == ["kiatsu.yaml:4:" + end])
    }

    @Test(arguments: ["#", "+/#", "kiatsu/#", "kiatsu/+/location/set", "+/+/refresh", "kiatsu/bridge/request/panels"])
    func `what takes in commands of our own is refused`(filter: String) {
        let problem = "“\(filter)” takes in commands to Kiatsu itself, which would come twice"
        let remedy = "begin with the level that is to be followed, as in `owntracks/#`"
        #expect(problems("'\(filter)'") == ["kiatsu.yaml:4:13: panels[0].follow: \(problem); \(remedy)"])
    }

    @Test(arguments: [
        "kiatsu/x/location", "kiatsu/x", "kiatsu", "kiatsu/+", "+/x/location", "+/+", "+/+/location",
        "kiatsu/bridge/state",
    ])
    func `what is below the base topic is refused, as no position comes from there`(filter: String) {
        let problem = "“\(filter)” takes in topics below `kiatsu/`, where no position comes from"
        let remedy = "begin with the level that is to be followed, as in `owntracks/#`"
        #expect(problems("'\(filter)'") == ["kiatsu.yaml:4:13: panels[0].follow: \(problem); \(remedy)"])
    }

    @Test func `another base topic is another's, and so are those beside it`() throws {
        let yaml = "mqtt: {base_topic: home/kiatsu}\npanels: [{id: a, location: \"0,0\", follow: "
        for filter in ["kiatsu/x/location", "home/owntracks/#", "+", "home/+", "home/kiatsu2/x"] {
            #expect(try parse(yaml + "'\(filter)'}]").configuration.panels.first?.follow == [filter])
        }
        #expect(issues(yaml + "home/+/x}]").count == 1)
    }

    @Test(arguments: ["{a: b}", "~", "[[a]]", "[~]"])
    func `what is no text is refused`(written: String) {
        let lines = problems(written)
        #expect(lines.count == 1)
        #expect(lines.first?.contains("panels[0].follow") == true)
    }
}
