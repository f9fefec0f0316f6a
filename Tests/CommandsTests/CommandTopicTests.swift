import Commands
import Testing

@Suite struct CommandTopicTests {
    @Test(
        arguments: [
            ("kiatsu/desk/location/set", CommandTopic.location(panel: "desk")),
            ("kiatsu/desk/refresh", .refresh(panel: "desk")),
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
        #expect(CommandTopic.parse(topic, baseTopic: "kiatsu") == command)
    }

    @Test func `the base topic may have levels and compares by bytes`() {
        #expect(CommandTopic.parse("home/kiatsu/desk/refresh", baseTopic: "home/kiatsu") == .refresh(panel: "desk"))
        #expect(CommandTopic.parse("caf\u{E9}/desk/refresh", baseTopic: "caf\u{E9}") == .refresh(panel: "desk"))
        #expect(CommandTopic.parse("cafe\u{301}/desk/refresh", baseTopic: "caf\u{E9}") == nil)
    }

    @Test(arguments: [
        "replies/me", "kiatsu2/x", "r", String(repeating: "r", count: 256), "kiatsu/desk/location/response",
        "kiatsu/a_b-9/location/response", "kiatsu/bridge/response", "kiatsu/bridge/response/panel/add", "a/$b",
    ])
    func `a reply may go where no state lives`(topic: String) {
        #expect(CommandTopic.isAllowedResponseTopic(topic, baseTopic: "kiatsu"))
    }

    @Test(arguments: [
        "", String(repeating: "r", count: 257), String(repeating: "字", count: 86), "a/+", "a/#", "a#", "a\u{0}b",
        "$SYS/x", "$share/x", "kiatsu", "kiatsu/", "kiatsu/desk/weather", "kiatsu/desk/location",
        "kiatsu/desk/location/set", "kiatsu/desk/location/response/x", "kiatsu/desk/status", "kiatsu/bridge/state",
        "kiatsu/bridge/responses", "kiatsu/bridge/request/refresh", "kiatsu/bridge/location/response",
        "kiatsu/image/location/response", "kiatsu/image/desk/weather.png", "kiatsu/Desk/location/response",
        "kiatsu/-desk/location/response", "kiatsu//location/response",
        "kiatsu/abcdefghijklmnopqrstuvwxy/location/response",
    ])
    func `a reply goes nowhere that MQTT or our own topics forbid`(topic: String) {
        #expect(!CommandTopic.isAllowedResponseTopic(topic, baseTopic: "kiatsu"))
    }
}
