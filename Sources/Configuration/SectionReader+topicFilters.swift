import JSON
import Topics

extension SectionReader {
    private static var mostTopicFilters: Int { 16 }

    /// The one or the many topic filters of a key; none where it is absent or wrong.
    mutating func topicFilters(_ key: String, baseTopic: String) -> [String] {
        let filters = topicFilters(key)
        let topics = Topics(base: baseTopic)
        for filter in filters {
            guard let parsed = try? TopicFilter(filter) else { continue }
            let problem: String
            if topics.takesCommands(parsed) {
                problem = "takes in commands to Kiatsu itself, which would come twice"
            } else if topics.contains(parsed) {
                problem = "takes in topics below `\(baseTopic)/`, where no position comes from"
            } else {
                continue
            }
            let remedy = "begin with the level that is to be followed, as in `owntracks/#`"
            report(origin(of: key), key, "\(quoted(filter)) \(problem)", remedy)
        }
        return filters
    }

    private mutating func topicFilters(_ key: String) -> [String] {
        guard case .sequence(let items)? = node(key)?.content else {
            let one = Format.topicFilter.schema
            defer { describe(key) { .any(of: [one(), .list(of: one(), 1...Self.mostTopicFilters, isUnique: true)]) } }
            return value(key, .topicFilter).map { [$0] } ?? []
        }
        guard let nodes = list(key, example: "[\(Format.topicFilter.example)]") else { return [] }
        guard items.count <= Self.mostTopicFilters else {
            let problem = "expected 1 to \(Self.mostTopicFilters) topics, found \(items.count)"
            report(origin(of: key), key, problem, "put several of them together with `+` or `#`")
            return []
        }
        var filters: [String] = []
        for (index, node) in nodes.enumerated() where node.content != .refused {
            let itemKey = "\(key)[\(index)]"
            guard case .scalar(let text, let isPlain) = node.content, !node.isNull else {
                let problem = "expected \(Format.topicFilter.expected), found \(node.foundWords)"
                report(at(node.position), itemKey, problem, "write for example `\(Format.topicFilter.example)`")
                continue
            }
            guard let filter = parse(text, isPlain: isPlain, at: at(node.position), itemKey, .topicFilter) else {
                continue
            }
            if filters.contains(filter) {
                report(at(node.position), itemKey, "\(quoted(text)) is in the list twice", "remove one")
            } else {
                filters.append(filter)
            }
        }
        return filters
    }
}

extension Format<String> {
    /// A topic filter of MQTT; shared subscriptions, which give each message to one subscriber, are refused.
    fileprivate static let topicFilter = Format(
        expected: "a topic of up to 200 bytes, in which “+” stands alone for one level and “#” for all at its end",
        example: "owntracks/me/phone",
        schema: .text(1...200, pattern: #"^(\+|[^+#/]*)(/(\+|[^+#/]*))*(/#)?$|^#$"#)
    ) { text in
        guard text.utf8.count <= 200, (try? TopicFilter(text)) != nil else { return nil }
        return text
    }
}
