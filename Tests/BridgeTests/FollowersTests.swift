import Commands
import Messaging
import Testing
import Time
import Topics

@testable import Bridge

private let noon = UTCInstant(unixSeconds: 1_774_699_200)

private func message(_ topic: String, _ payload: String = "43.0621,141.3544") -> IncomingMessage {
    IncomingMessage(topic: topic, payload: Array(payload.utf8), isRetained: false)
}

@Suite struct FollowersTests {
    private var followers = Followers()

    private mutating func follow(_ panel: String, _ filters: [String]) throws {
        followers.set(try filters.map { try TopicFilter($0) }, baseTopic: "kiatsu", for: panel)
    }

    private mutating func hearers(of topic: String) -> [String] {
        followers.receive(message(topic), at: noon).map(\.panel)
    }

    @Test mutating func `a message comes to each panel with a filter for it, once`() throws {
        try follow("c", ["phones/me"])
        try follow("b", ["phones/+", "phones/me", "phones/#"])
        try follow("a", ["phones/me", "cars/me"])
        #expect(hearers(of: "phones/me") == ["a", "b", "c"])
        #expect(hearers(of: "phones/you") == ["b"])
        #expect(hearers(of: "cars/me") == ["a"])
        #expect(hearers(of: "boats/me") == [])
    }

    @Test mutating func `a panel that follows nothing any more hears nothing, and others go on`() throws {
        try follow("a", ["phones/me", "cars/+"])
        try follow("b", ["phones/me"])
        try follow("a", ["boats/me"])
        #expect(hearers(of: "phones/me") == ["b"] && hearers(of: "cars/me") == [] && hearers(of: "boats/me") == ["a"])
        followers.remove("b")
        #expect(hearers(of: "phones/me") == [])
        #expect(followers.filters == [try TopicFilter("boats/me")])
    }

    @Test mutating func `a fix in parts is due by itself, unless its panel is removed`() throws {
        for panel in ["b", "a"] { try follow(panel, ["ha/me/+"]) }
        for (name, value) in [("latitude", "43.0621"), ("longitude", "141.3544")] {
            _ = followers.receive(message("ha/me/\(name)", value), at: noon)
        }
        let due = try #require(followers.nextDeadline)
        var others = followers
        #expect(followers.due(at: due).map(\.panel) == ["a", "b"])
        #expect(followers.nextDeadline == nil && followers.due(at: due).isEmpty)
        others.remove("a")
        others.remove("b")
        #expect(others.nextDeadline == nil && others.due(at: due).isEmpty)
    }
}
