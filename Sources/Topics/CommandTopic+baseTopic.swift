extension CommandTopic {
    /// As ``Topics/command(at:)``.
    package static func parse(_ topic: String, baseTopic: String) -> CommandTopic? {
        Topics(base: baseTopic).command(at: topic)
    }

    /// As ``Topics/allowsResponse(on:toPanel:prefixes:)``.
    package static func isAllowedResponseTopic(
        _ topic: String,
        panel: String?,
        baseTopic: String,
        prefixes: [String]
    ) -> Bool {
        Topics(base: baseTopic).allowsResponse(on: topic, toPanel: panel, prefixes: prefixes)
    }

    /// As ``Topics/isTopic(_:atOrBelow:)``.
    package static func isTopic(_ topic: String, atOrBelow prefix: String) -> Bool {
        Topics.isTopic(topic, atOrBelow: prefix)
    }
}
