import Testing
import Topics

@Suite struct CommandTopicTests {
    @Test(
        arguments: [
            ("kiatsu/desk/location/set", CommandTopic.location(panel: "desk")),
            ("kiatsu/desk/refresh", .refresh(panel: "desk")), ("kiatsu/desk/hello", .hello(panel: "desk")),
            ("kiatsu/desk/hello/response", nil), ("kiatsu/bridge/hello", nil), ("kiatsu/image/hello", nil),
            ("kiatsu/No Such Panel/location/set", .location(panel: "No Such Panel")),
            ("kiatsu/desk/location", nil), ("kiatsu/desk/location/response", nil), ("kiatsu/desk/location/set/x", nil),
            ("kiatsu/desk/refresh/x", nil), ("kiatsu/refresh", nil), ("kiatsu//refresh", nil),
            ("kiatsu//location/set", nil),
            ("kiatsu/bridge/refresh", nil), ("kiatsu/image/location/set", nil), ("kiatsu", nil), ("kiatsu/", nil),
            ("", nil),
            ("kiatsu2/desk/refresh", nil), ("other/desk/refresh", nil), ("Kiatsu/desk/refresh", nil),
            ("/kiatsu/desk/refresh", nil),
        ] as [(String, CommandTopic?)]
    )
    func `a command's topic names the panel and the verb`(topic: String, command: CommandTopic?) {
        #expect(Topics(base: "kiatsu").command(at: topic) == command)
    }

    @Test func `the base topic may have levels and compares by bytes`() {
        #expect(Topics(base: "home/kiatsu").command(at: "home/kiatsu/desk/refresh") == .refresh(panel: "desk"))
        #expect(Topics(base: "caf\u{E9}").command(at: "caf\u{E9}/desk/refresh") == .refresh(panel: "desk"))
        #expect(Topics(base: "caf\u{E9}").command(at: "cafe\u{301}/desk/refresh") == nil)
    }

    private func isAllowed(
        _ topic: String,
        _ prefixes: [String] = ["replies", "home/räume", "kiatsu", "kiatsu/desk"],
        to panel: String? = "desk"
    ) -> Bool {
        Topics(base: "kiatsu").allowsResponse(on: topic, toPanel: panel, prefixes: prefixes)
    }

    @Test(arguments: [
        "kiatsu/desk/location/response", "kiatsu/desk/location/response/me",
        "kiatsu/desk/hello/response", "kiatsu/desk/hello/response/a/b", "kiatsu/bridge/response",
        "kiatsu/bridge/response/panel/add", "kiatsu/desk/location/response/" + String(repeating: "r", count: 90),
    ])
    func `a reply may always go to our own topics for it`(topic: String) {
        #expect(isAllowed(topic) && isAllowed(topic, []))
    }

    @Test(arguments: ["location/response", "hello/response", "hello/response/me"], ["a_b-9", "desk2", "des", "hall"])
    func `a reply goes to a panel's own topics only for a command to that panel`(rest: String, panel: String) {
        #expect(isAllowed("kiatsu/\(panel)/\(rest)", to: panel))
        #expect(!isAllowed("kiatsu/\(panel)/\(rest)"), "of another panel")
        #expect(!isAllowed("kiatsu/\(panel)/\(rest)", to: nil), "of a request to the bridge")
    }

    @Test(arguments: [
        ("replies", true), ("replies/me", true), ("replies/", true), ("replies/a/$b", true), ("repliesx", false),
        ("replie", false), ("Replies", false), ("/replies", false), ("home", false), ("home/räume", true),
        ("home/räume/küche", true), ("home/ra\u{308}ume", false), ("kiatsu2/x", false), ("other", false), ("r", false),
        ("replies/" + String(repeating: "r", count: 248), true),
        ("replies/" + String(repeating: "r", count: 249), false),
    ])
    func `elsewhere a reply goes only at or below a prefix, by whole levels`(topic: String, isAllowed: Bool) {
        #expect(self.isAllowed(topic) == isAllowed)
        #expect(!self.isAllowed(topic, []))
    }

    @Test(arguments: [
        "", String(repeating: "r", count: 257), String(repeating: "字", count: 86), "replies/+", "replies/#", "replies#",
        "replies/\u{0}", "$SYS/x", "$share/x", "kiatsu", "kiatsu/", "kiatsu/desk/weather", "kiatsu/desk/location",
        "kiatsu/desk/location/set", "kiatsu/desk/location/responses", "kiatsu/desk/hello", "kiatsu/desk/status",
        "kiatsu/desk/response", "kiatsu/bridge/state", "kiatsu/bridge/responses", "kiatsu/bridge/request/refresh",
        "kiatsu/bridge/location/response", "kiatsu/bridge/hello/response", "kiatsu/image/location/response",
        "kiatsu/image/desk/weather.png", "kiatsu/Desk/location/response", "kiatsu/-desk/location/response",
        "kiatsu/desk/location/response/" + String(repeating: "r", count: 91),
        "kiatsu//location/response", "kiatsu/abcdefghijklmnopqrstuvwxy/location/response",
    ])
    func `a reply goes nowhere that MQTT or our own topics forbid, whatever the prefixes`(topic: String) {
        #expect(!isAllowed(topic))
        #expect(!isAllowed(topic, [topic, "$SYS", "$share", "", "kiatsu/image", "kiatsu/bridge"]))
    }
}
