/// A subscription's topic filter, in which `+` stands for one level and `#`, at the end, for any number of levels.
///
/// Sections 4.7.1 and 4.7.2 of MQTT 5.
package struct TopicFilter: Sendable, Hashable {
    /// The reason why a text is no filter, in words for its author.
    package struct Problem: Error, Sendable, Equatable {
        /// The reason, such as “it is empty”.
        package let reason: String
    }

    private enum Level: Hashable {
        case name([UInt8])
        case anyOne
        case anyNumber
    }

    /// The filter as written.
    package let text: String
    private let levels: [Level]

    /// Refuses shared subscriptions (`$share/…`) as well: the topics of their messages do not match the filter.
    package init(_ text: String) throws(Problem) {
        guard 1...65_535 ~= text.utf8.count else {
            throw Problem(reason: text.isEmpty ? "it is empty" : "it is over 65,535 bytes")
        }
        // Brokers close the connection of a client that sends one.
        guard !text.unicodeScalars.contains(where: { $0.properties.generalCategory == .control }) else {
            throw Problem(reason: "it holds a control character")
        }
        let parts = text.utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
        guard !parts[0].elementsEqual("$share".utf8) else { throw Problem(reason: "it is a shared subscription") }
        var levels: [Level] = []
        for (index, part) in parts.enumerated() {
            if part.elementsEqual("+".utf8) {
                levels.append(.anyOne)
            } else if part.elementsEqual("#".utf8) {
                guard index == parts.count - 1 else { throw Problem(reason: "# is not its last level") }
                levels.append(.anyNumber)
            } else if part.contains(where: { $0 == UInt8(ascii: "+") || $0 == UInt8(ascii: "#") }) {
                throw Problem(reason: "+ or # is not a level by itself")
            } else {
                levels.append(.name(Array(part)))
            }
        }
        self.text = text
        self.levels = levels
    }

    /// True where a subscription with this filter delivers messages of the topic.
    ///
    /// Compared by bytes, as brokers do. `a/#` also matches `a`; a wildcard at the beginning matches no topic that
    /// begins with `$`.
    package func matches(_ topic: String) -> Bool {
        if topic.utf8.first == UInt8(ascii: "$"), levels.first == .anyOne || levels.first == .anyNumber { return false }
        let parts = topic.utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
        for (index, level) in levels.enumerated() {
            switch level {
            case .anyNumber: return true
            case .anyOne: guard index < parts.count else { return false }
            case .name(let name): guard index < parts.count, parts[index].elementsEqual(name) else { return false }
            }
        }
        return parts.count == levels.count
    }

    /// True where some topic matches both filters, even one that begins with `$`.
    package func overlaps(_ other: TopicFilter) -> Bool {
        for index in 0... {
            let mine = index < levels.count ? levels[index] : nil
            let others = index < other.levels.count ? other.levels[index] : nil
            if mine == .anyNumber || others == .anyNumber { return true }
            guard let mine, let others else { return mine == nil && others == nil }
            guard mine == .anyOne || others == .anyOne || mine == others else { return false }
        }
        return false
    }

    /// True where it stands for more than one topic.
    package var hasWildcard: Bool { levels.contains(.anyOne) || levels.contains(.anyNumber) }

    /// True where its last level stands for more than one name.
    package var endsInWildcard: Bool { levels.last == .anyOne || levels.last == .anyNumber }

    /// Filters with the same levels are equal.
    package static func == (left: TopicFilter, right: TopicFilter) -> Bool { left.levels == right.levels }

    /// Hashes the levels.
    package func hash(into hasher: inout Hasher) { hasher.combine(levels) }
}
