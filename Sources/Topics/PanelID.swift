/// The id of a panel: a level of its topics, and its name for people.
///
/// 1 to 24 of the characters `a-z 0-9 _ -`, the first a letter or digit, and none of the levels that mean something else
/// below the base topic.
package struct PanelID: Sendable, Hashable {
    package let text: String

    /// Nil for a text of another form.
    package init?(_ text: String) {
        guard 1...24 ~= text.utf8.count, text.utf8.prefix(1).allSatisfy(\.isAlphanumeric),
            text.utf8.allSatisfy({ $0.isAlphanumeric || $0 == UInt8(ascii: "_") || $0 == UInt8(ascii: "-") }),
            !Topics.reservedLevels.contains(text)
        else { return nil }
        self.text = text
    }

    /// The form in words, for those who wrote something else.
    package static let form =
        "1 to 24 of the characters a-z 0-9 _ -, the first a letter or digit, and neither bridge nor image"
}

extension PanelID: Comparable {
    package static func < (left: PanelID, right: PanelID) -> Bool { left.text < right.text }
}

extension PanelID: CustomStringConvertible {
    package var description: String { text }
}

extension UInt8 {
    fileprivate var isAlphanumeric: Bool {
        UInt8(ascii: "a")...UInt8(ascii: "z") ~= self || UInt8(ascii: "0")...UInt8(ascii: "9") ~= self
    }
}
