import Testing
import Topics

@Suite struct TopicsTests {
    private static let topics = Topics(base: "home/kiatsu")

    /// One topic of each kind at least, as it is on the wire.
    private static let members: [(topic: Topic, name: String)] = [
        (topics.state, "bridge/state"), (topics.health, "bridge/health"), (topics.information, "bridge/info"),
        (topics.homeAssistantDocument, "bridge/homeassistant/bridge"),
        (topics.homeAssistantDocument(of: "desk"), "bridge/homeassistant/desk"),
        (topics.request("panel/add"), "bridge/request/panel/add"), (topics.response, "bridge/response"),
        (topics.response("panel/add"), "bridge/response/panel/add"),
        (topics.examination("x/state"), "bridge/doctor/x/state"), (topics.status(of: "desk"), "desk/status"),
        (topics.location(of: "desk"), "desk/location"), (topics.locationCommand(to: "desk"), "desk/location/set"),
        (topics.locationResponse(of: "desk"), "desk/location/response"), (topics.hello(of: "desk"), "desk/hello"),
        (topics.helloResponse(of: "desk"), "desk/hello/response"), (topics.refresh(of: "desk"), "desk/refresh"),
        (topics.entry(of: "weather", panel: "desk"), "desk/weather"),
        (topics.entry(of: "weather", panel: "desk", suffix: "/full"), "desk/weather/full"),
        (topics.label(of: "weather", panel: "desk"), "desk/weather/label"),
        (topics.picture(of: "weather", panel: "desk"), "image/desk/weather"),
        (topics.picture(of: "weather", panel: "desk", suffix: ".png"), "image/desk/weather.png"),
        (topics.strip(7, of: "weather", panel: "desk"), "image/desk/weather/strips/007"),
        (topics.strip(1000, of: "weather", panel: "desk"), "image/desk/weather/strips/1000"),
    ]

    @Test func `every topic is what it was, and lies within the filter of its kind`() throws {
        for (topic, name) in Self.members {
            #expect(topic.name == "home/kiatsu/" + name)
            #expect(try TopicFilter(Self.topics.filter(topic.kind)).matches(topic.name), "\(topic)")
        }
        #expect(Set(Self.members.map(\.topic.kind)) == Set(Topic.Kind.allCases))
    }

    @Test func `the parser reads what the subscriptions bring, and nothing else`() throws {
        let filters = try Self.topics.subscriptions.map { try TopicFilter($0.filter) }
        for (topic, _) in Self.members {
            let isSubscribed = filters.contains { $0.matches(topic.name) }
            #expect(Self.topics.command(at: topic.name)?.kind == (isSubscribed ? topic.kind : nil))
            #expect((topic.kind.direction == .read) == isSubscribed)
        }
    }

    @Test func `each command's answer is a topic for answers, and no command`() {
        for kind in Topic.Kind.commands { #expect(kind.answer.map { $0.direction == .published } ?? true) }
        for (topic, _) in Self.members where Topic.Kind.commands.contains(where: { $0.answer == topic.kind }) {
            #expect(Self.topics.allowsResponse(on: topic.name, toPanel: "desk", prefixes: []))
            #expect(Self.topics.command(at: topic.name) == nil && !topic.kind.isRetained)
            #expect(topic.kind.lifetime == .seconds(60))
        }
    }

    @Test func `pictures and labels lead back to their panel and widget`() {
        for (topic, _) in Self.members {
            let source = Self.topics.pictureSource(of: topic.name)
            let isOfPicture = [.picture, .label].contains(topic.kind)
            #expect(source?.panel == (isOfPicture ? "desk" : nil) && source?.widget == (isOfPicture ? "weather" : nil))
            #expect(Self.topics.isPicture(topic.name) == (topic.kind == .picture))
            #expect(Self.topics.contains(topic.name) && !Topics(base: "home/kiatsu2").contains(topic.name))
        }
    }
}
