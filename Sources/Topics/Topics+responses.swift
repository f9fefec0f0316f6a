extension Topics {
    /// The longest response topic below a panel: longer ones leave no bytes of a small client's packet for the longest
    /// answer.
    private static let mostBytesBelowPanel = 120

    /// Tells whether a reply may be published to the topic that a requester asked for.
    ///
    /// Not where MQTT forbids it: empty, over 256 bytes, wildcards, NUL, a `$` at the beginning. Of our own topics
    /// those for replies, and what is below them: `<base>/bridge/response`, and of the `panel` that the command was
    /// for, if any, `<base>/<panel>/location/response` and `<base>/<panel>/hello/response`, up to 120 bytes. Of all
    /// others those that are one of the prefixes, or below it by whole levels: permission to send a request is not
    /// permission to have anything published anywhere.
    package func allowsResponse(on topic: String, toPanel panel: String?, prefixes: [String]) -> Bool {
        guard 1...256 ~= topic.utf8.count, topic.utf8.first != UInt8(ascii: "$"),
            !topic.utf8.contains(where: { $0 == UInt8(ascii: "+") || $0 == UInt8(ascii: "#") || $0 == 0 }),
            !topic.utf8.elementsEqual(base.utf8)
        else { return false }
        guard let levels = levels(of: topic) else {
            return prefixes.contains { Self.isTopic(topic, atOrBelow: $0) }
        }
        if levels.starts(with: ["bridge", "response"]) { return true }
        guard levels.count >= 3, levels[0] == panel, PanelID(levels[0]) != nil,
            topic.utf8.count <= Self.mostBytesBelowPanel
        else { return false }
        return [["location", "response"], ["hello", "response"]].contains { levels[1...2].elementsEqual($0) }
    }
}
