import TestSupport
import Testing
import Topics

@Suite struct OverlapTests {
    @Test(arguments: [
        ("#", "a/b", true), ("a/#", "a", true), ("a/+", "a/b", true), ("+/b", "a/+", true), ("+/c", "a/b", false),
        ("a/b", "a/b/c", false), ("a/+/c/#", "a/b/c", true), ("a/#", "b/#", false), ("+/+", "a/#", true),
        ("owntracks/+/+", "kiatsu/+/location/set", false), ("+/+/gps", "kiatsu/+/refresh", false),
    ])
    func `filters overlap where a topic matches both`(first: String, second: String, expected: Bool) throws {
        let (first, second) = (try TopicFilter(first), try TopicFilter(second))
        #expect(first.overlaps(second) == expected && second.overlaps(first) == expected)
    }

    @Test(arguments: [
        ("#", true), ("home/#", true), ("home/kiatsu/#", true), ("+/+/+/refresh", true), ("home/kiatsu/p/hello", true),
        ("home/kiatsu/bridge/request/panels", true), ("owntracks/#", false), ("home/+/phone", false),
        ("kiatsu/#", false),
    ])
    func `a filter takes in commands if one of their topics matches it`(filter: String, expected: Bool) throws {
        #expect(Topics(base: "home/kiatsu").takesCommands(try TopicFilter(filter)) == expected)
    }
}

@Suite struct TopicFilterTests {
    @Test(arguments: [
        ("a/b", "a/b", true), ("a/b", "a/b/", false), ("a/b", "a", false), ("a/b", "A/b", false), ("a/+", "a/b", true),
        ("a/+", "a", false), ("a/+", "a/", true), ("a/+", "a/b/c", false), ("+", "a", true), ("+", "/a", false),
        ("+/+", "/a", true), ("/+", "/a", true), ("+/b/#", "a/b", true), ("a/#", "a", true), ("a/#", "a/", true),
        ("a/#", "a/b/c", true), ("a/#", "ab", false), ("#", "a/b", true), ("#", "/", true), ("#", "$SYS/a", false),
        ("+/a", "$SYS/a", false), ("$SYS/#", "$SYS/a", true), ("$SYS/+", "$SYS/a", true), ("a/#", "a/$b", true),
        ("+", "", true), ("a//+", "a//b", true), ("a/+/b", "a//b", true), ("caf\u{E9}", "cafe\u{301}", false),
        ("owntracks/+/+", "owntracks/jane/phone", true), ("owntracks/+/+", "owntracks/jane/phone/event", false),
    ])
    func `a filter matches as MQTT says`(filter: String, topic: String, isMatch: Bool) throws {
        #expect(try TopicFilter(filter).matches(topic) == isMatch)
    }

    @Test(arguments: [
        ("", "empty"), ("a+", "by itself"), ("a/b#", "by itself"), ("+a/b", "by itself"), ("a/#/b", "last"),
        ("#/", "last"), ("##", "by itself"), ("a\u{0}b", "control"), ("a\nb", "control"), ("a\u{9F}", "control"),
        ("$share/group/a", "shared"), ("$share", "shared"), (String(repeating: "a", count: 65_536), "65,535"),
    ])
    func `what is no filter is refused with a reason`(text: String, reason: String) {
        let problem = #expect(throws: TopicFilter.Problem.self) { try TopicFilter(text) }
        #expect(problem?.reason.contains(reason) == true)
    }

    @Test func `filters are the same by their bytes, and know their wildcards`() throws {
        #expect(try TopicFilter("a/+") == TopicFilter("a/+"))
        #expect(try TopicFilter("caf\u{E9}") != TopicFilter("cafe\u{301}"))
        #expect(try TopicFilter("caf\u{E9}").text.utf8.count == 5)
        #expect(try ["a/b", "$SYS/a", "a//b"].allSatisfy { try !TopicFilter($0).hasWildcard })
        #expect(try ["a/+", "#", "+/a", "a/+/b"].allSatisfy { try TopicFilter($0).hasWildcard })
    }

    /// Level by level from the left, as section 4.7.1 puts it in words.
    private func naiveMatch(_ filter: ArraySlice<String>, _ topic: ArraySlice<String>) -> Bool {
        guard let level = filter.first else { return topic.isEmpty }
        if level == "#" { return true }
        guard let name = topic.first else { return false }
        return (level == "+" || level == name) && naiveMatch(filter.dropFirst(), topic.dropFirst())
    }

    private static let names = ["a", "b", "", "$", "$SYS", "ab"]

    @Test(arguments: UInt64(0)..<200)
    func `it agrees with a matcher of another make`(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        for _ in 0..<40 {
            var filter = (0..<Int.random(in: 1...4, using: &random)).map { _ in
                (Self.names + ["+", "+", "+"]).randomElement(using: &random) ?? ""
            }
            if Bool.random(using: &random) { filter.append("#") }
            let topic = (0..<Int.random(in: 1...5, using: &random)).map { _ in
                Self.names.randomElement(using: &random) ?? ""
            }
            let text = filter.joined(separator: "/")
            guard !text.isEmpty else { continue }
            let isHidden = topic[0].hasPrefix("$") && (filter[0] == "+" || filter[0] == "#")
            let expected = !isHidden && naiveMatch(filter[...], topic[...])
            #expect(try TopicFilter(text).matches(topic.joined(separator: "/")) == expected)
        }
    }
}

@Suite(.timeLimit(.minutes(4))) struct TopicFilterBrokerTests {
    @Test func `it agrees with mosquitto`() async throws {
        let topics = ["a", "a/", "a/b", "a/b/c", "/", "/a", "b/a", "a//b", "ab", "a/$b"]
        let broker = try Broker()
        for topic in topics + ["end"] { try broker.publish(topic, "x", retained: true) }
        for text in ["#", "+", "a/#", "a/+", "+/+", "/+", "/#", "a/+/b", "+/b/#", "a/b", "+//+", "a/b/c/#"] {
            let filter = try TopicFilter(text)
            // Retained messages come filter by filter: the last one says that all are there.
            let expected = (topics + ["end"]).filter(filter.matches).sorted() + ["end"]
            let subscriber = try Program(
                "/usr/bin/env",
                [
                    "mosquitto_sub", "-h", "127.0.0.1", "-p", "\(broker.port)", "-t", text, "-t", "end", "-F", "%t",
                    "-C", "\(expected.count)", "-W", "5",
                ]
            )
            _ = await subscriber.ending()
            let observed = subscriber.output.elements
            #expect(observed.dropLast().sorted() + observed.suffix(1) == expected, "\(text)")
        }
    }
}
