/// A character of a file, as editors count.
struct Position: Sendable, Hashable, Comparable {
    /// From 1.
    var line: Int
    /// From 1, in Unicode scalars.
    var column: Int

    static func < (left: Position, right: Position) -> Bool {
        (left.line, left.column) < (right.line, right.column)
    }
}

/// A value of a YAML file, with the place where it begins.
struct Node: Sendable, Equatable {
    enum Content: Sendable, Equatable {
        /// `isPlain` is false for quoted and block text, which is never a number and never nothing.
        case scalar(String, isPlain: Bool)
        case sequence([Node])
        /// In the file's order; a repeated key is in it as often as it was written.
        case mapping([Entry])
        /// Has been reported by the parser already; readers pass it over in silence.
        case refused
    }

    struct Entry: Sendable, Equatable {
        var key: String
        var keyPosition: Position
        var value: Node
    }

    var content: Content
    var position: Position

    /// True for an empty value: `key:`, `key: ~` or `key: null`.
    var isNull: Bool {
        guard case .scalar(let text, isPlain: true) = content else { return false }
        return ["", "~", "null", "Null", "NULL"].contains(text)
    }
}

extension Node {
    /// The description behind "found "; text is not quoted.
    var foundWords: String {
        switch content {
        case .scalar: isNull ? "nothing" : "a single value"
        case .sequence: "a list"
        case .mapping: "keys with values"
        case .refused: "what is not read here"
        }
    }
}
