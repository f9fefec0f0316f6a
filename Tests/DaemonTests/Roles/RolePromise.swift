import Topics

/// The topics that a user may read and send, as people are told; nothing else.
struct RolePromise {
    let user: String
    let reads: [String]
    let writes: [String]
    /// Of what is read, what is not.
    var secrets: [String] = []
    /// The topics that the user would have if it were a panel, and has not.
    var ownSubtree: [String] = []

    func mayRead(_ topic: String) -> Bool { Self.any(reads, topic) && !Self.any(secrets + ownSubtree, topic) }
    func mayWrite(_ topic: String) -> Bool { Self.any(writes, topic) && !Self.any(ownSubtree, topic) }

    private static func any(_ filters: [String], _ topic: String) -> Bool {
        filters.contains { (try? TopicFilter($0))?.matches(topic) == true }
    }

    private static let shown = [
        "status", "location", "location/response", "weather/#", "conditions/#", "day/#", "poem/#",
    ].map { "kiatsu/+/\($0)" }

    private static func panel(_ id: String, gps: Bool = false) -> RolePromise {
        RolePromise(
            user: id,
            reads: ["kiatsu/\(id)/#", "kiatsu/image/\(id)/#"],
            writes: ["kiatsu/\(id)/hello", "kiatsu/\(id)/refresh"] + (gps ? ["kiatsu/\(id)/location/set"] : []),
            secrets: ["kiatsu/\(id)/location/set"]
        )
    }

    private static func phone(_ user: String) -> RolePromise {
        RolePromise(user: user, reads: [], writes: ["owntracks/\(user)/phone"])
    }

    static let all = [
        panel("kitchen"), panel("hall"), panel("camper", gps: true), phone("anna.phone"), phone("ben.phone"),
        RolePromise(
            user: "kiatsu",
            reads: ["kiatsu/#", "homeassistant/status", "owntracks/#"],
            writes: ["kiatsu/#", "homeassistant/device/+/config", "homeassistant/+/+/+/config"]
        ),
        RolePromise(
            user: "home.assistant",
            reads: shown + ["homeassistant/#", "kiatsu/image/#", "kiatsu/bridge/homeassistant/#"]
                + ["state", "info", "health"].map { "kiatsu/bridge/\($0)" },
            writes: ["homeassistant/#", "kiatsu/+/location/set", "kiatsu/+/refresh"],
            ownSubtree: ["kiatsu/home.assistant/#"]
        ),
        RolePromise(
            user: "kiatsu.admin",
            reads: shown + ["kiatsu/bridge/#", "kiatsu/image/#", "kiatsu/+/hello/response"],
            writes: ["kiatsu/bridge/request/#", "kiatsu/+/location/set", "kiatsu/+/refresh"],
            ownSubtree: ["kiatsu/kiatsu.admin/#"]
        ),
    ]

    /// Commands, answers and topics of others, beside all that the bridge publishes.
    static let furtherTopics: [String] = {
        let panels = ["kitchen", "hall", "camper", "attic", "anna.phone", "home.assistant", "kiatsu.admin", "kiatsu"]
        let rest = ["location/set", "location/response", "refresh", "hello", "hello/response", "hello/response/me"]
        let verbs = ["panels", "panel/add", "panel/remove", "panel/options", "panel/picture", "refresh", "snapshot"]
        return panels.flatMap { panel in rest.map { "kiatsu/\(panel)/\($0)" } }
            + verbs.flatMap { ["kiatsu/bridge/request/\($0)", "kiatsu/bridge/response/\($0)"] }
            + [
                "kiatsu", "kiatsu/kitchen", "kiatsu/kitchen2/weather", "kiatsu/kitchen/weather/of-its-own",
                "kiatsu/attic/weather",
                "Kiatsu/kitchen/weather", "/kiatsu/kitchen/weather", "kiatsu/image/kitchen",
                "kiatsu/image/attic/weather.png",
                "kiatsu/bridge/health", "kiatsu/bridge/response", "kiatsu/bridge/of-its-own",
                "kiatsu/anna.phone/weather",
                "kiatsu/home.assistant/weather", "homeassistant/status", "homeassistant/sensor/other/t/config",
                "homeassistant/device/other/config", "homeassistant/other", "owntracks/anna.phone/phone",
                "owntracks/anna.phone/tablet", "owntracks/anna.phone", "owntracks/anna.phone/phone/event",
                "owntracks/ben.phone/phone", "owntracks/kitchen/phone", "owntracks/kiatsu/phone", "other/x", "other",
                "ha/device_tracker/anna/latitude",
            ]
    }()
}
