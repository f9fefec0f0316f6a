extension JSONValue {
    /// The document for people: a line for each member, indented, and a line break at its end.
    ///
    /// A list of single values takes one line.
    package var lines: String {
        var text = ""
        write(to: &text, indent: "")
        return text + "\n"
    }

    private func write(to text: inout String, indent: String) {
        let inner = indent + "  "
        switch self {
        case .object(let members) where !members.isEmpty:
            var separator = "{"
            for member in members {
                text += "\(separator)\n\(inner)\(JSONValue.text(member.key).line): "
                member.value.write(to: &text, indent: inner)
                separator = ","
            }
            text += "\n\(indent)}"
        case .array(let elements) where !elements.allSatisfy(\.isSingle):
            var separator = "["
            for element in elements {
                text += "\(separator)\n\(inner)"
                element.write(to: &text, indent: inner)
                separator = ","
            }
            text += "\n\(indent)]"
        case .array(let elements): text += "[" + elements.map(\.line).joined(separator: ", ") + "]"
        default: text += line
        }
    }

    private var line: String { String(decoding: bytes, as: UTF8.self) }

    private var isSingle: Bool {
        switch self {
        case .object, .array, .written: false
        case .null, .boolean, .number, .string: true
        }
    }
}
