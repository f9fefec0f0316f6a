/// A topic that takes commands.
package enum CommandTopic: Sendable, Equatable {
    case location(panel: String)
    case refresh(panel: String)
    /// A panel tells what it can take.
    case hello(panel: String)
    /// To the bridge itself; the verb, such as `panel/options`, need not be one that it knows.
    case request(verb: String)

    /// Whether a filter takes in commands, which would come twice then.
    package static func areTaken(by filter: TopicFilter, baseTopic: String) -> Bool {
        ["+/location/set", "+/refresh", "+/hello", "bridge/request/#"].contains { rest in
            (try? TopicFilter("\(baseTopic)/\(rest)")).map(filter.overlaps) ?? false
        }
    }

    /// Whether a filter takes in topics below the base topic, or is the base topic.
    package static func isOwn(_ filter: TopicFilter, baseTopic: String) -> Bool {
        filter.text == baseTopic || (try? TopicFilter("\(baseTopic)/+/#")).map(filter.overlaps) ?? false
    }

    /// Reads a topic below `baseTopic`; nil for any other.
    ///
    /// The panel need not exist, nor be a valid id: such a command is answered, too.
    package static func parse(_ topic: String, baseTopic: String) -> CommandTopic? {
        guard let levels = levels(of: topic, below: baseTopic), let panel = levels.first, !panel.isEmpty else {
            return nil
        }
        if levels.starts(with: ["bridge", "request"]), levels.count > 2 {
            return .request(verb: levels.dropFirst(2).joined(separator: "/"))
        }
        guard !reserved.contains(panel) else { return nil }
        return switch levels.dropFirst() {
        case ["location", "set"]: .location(panel: panel)
        case ["refresh"]: .refresh(panel: panel)
        case ["hello"]: .hello(panel: panel)
        default: nil
        }
    }

    /// Tells whether a reply may be published to the topic that a requester asked for.
    ///
    /// Not where MQTT forbids it: empty, over 256 bytes, wildcards, NUL, a `$` at the beginning. Of our own topics those
    /// for replies, and what is below them: `<base>/bridge/response`, and of the `panel` that the command was for, if any,
    /// `<base>/<panel>/location/response` and `<base>/<panel>/hello/response`, up to 120 bytes, as longer ones leave a small
    /// client's packet no room for the longest answer. Of all others those that are one of the prefixes, or below it by
    /// whole levels: whoever may send a request is not thereby allowed to have anything published anywhere.
    package static func isAllowedResponseTopic(
        _ topic: String,
        panel: String?,
        baseTopic: String,
        prefixes: [String]
    ) -> Bool {
        guard 1...256 ~= topic.utf8.count, topic.utf8.first != UInt8(ascii: "$"),
            !topic.utf8.contains(where: { $0 == UInt8(ascii: "+") || $0 == UInt8(ascii: "#") || $0 == 0 }),
            !topic.utf8.elementsEqual(baseTopic.utf8)
        else { return false }
        guard let levels = levels(of: topic, below: baseTopic) else {
            return prefixes.contains { isTopic(topic, atOrBelow: $0) }
        }
        if levels.starts(with: ["bridge", "response"]) { return true }
        guard levels.count >= 3, levels[0] == panel, isPanelIdentifier(levels[0]),
            topic.utf8.count <= mostBytesBelowPanel
        else { return false }
        return [["location", "response"], ["hello", "response"]].contains { levels[1...2].elementsEqual($0) }
    }

    /// By bytes and whole levels.
    package static func isTopic(_ topic: String, atOrBelow prefix: String) -> Bool {
        topic.utf8.elementsEqual(prefix.utf8) || topic.utf8.starts(with: (prefix + "/").utf8)
    }

    private static let reserved = ["bridge", "image"]
    private static let mostBytesBelowPanel = 120

    /// `[a-z0-9][a-z0-9_-]{0,23}`, and none of the reserved words.
    private static func isPanelIdentifier(_ level: String) -> Bool {
        let first = Array("abcdefghijklmnopqrstuvwxyz0123456789".utf8)
        let rest = first + Array("_-".utf8)
        return 1...24 ~= level.utf8.count && level.utf8.prefix(1).allSatisfy(first.contains)
            && level.utf8.allSatisfy(rest.contains) && !reserved.contains(level)
    }

    private static func levels(of topic: String, below baseTopic: String) -> [String]? {
        // By bytes, as the broker compares: to Swift's strings two spellings of “é” are one.
        guard topic.utf8.starts(with: (baseTopic + "/").utf8) else { return nil }
        return topic.utf8.dropFirst(baseTopic.utf8.count + 1)
            .split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
            .map { String(Substring($0)) }
    }
}
