import CYAML
import Text

/// One step of a walk through a YAML file, copied out of libyaml.
struct YAMLEvent {
    enum Kind: Equatable {
        case documentStart
        case scalar(String, isPlain: Bool)
        case alias
        case sequenceStart
        case mappingStart
        case collectionEnd
        /// The stream's begin and end and the document's end, of which a tree knows by itself.
        case other
    }

    let kind: Kind
    let position: Position
    /// The last line that it is in.
    var endLine = 0
    var hasAnchor = false
    var tag: String?
}

/// The report of libyaml on a text that is not YAML.
struct YAMLFailure {
    enum Kind {
        /// The bytes are no text of the encoding.
        case encoding
        case outOfMemory
        case syntax
    }

    let kind: Kind
    /// The construct that libyaml was reading; nil where it names none.
    var context: String?
    /// The position at which that construct began.
    var contextPosition: Position?
    let problem: String
    let position: Position

    var words: String { context.map { $0 + ", " + problem } ?? problem }
}

// Every unsafe expression that concerns libyaml is in this file. The parser and each event live within one call of
// the function below; what leaves it is a copy.

/// Walks through `bytes` (UTF-8, or UTF-16 with a byte order mark) until `handle` answers false or the text ends.
func readYAMLEvents(of bytes: [UInt8], _ handle: (YAMLEvent) -> Bool) -> YAMLFailure? {
    guard !bytes.isEmpty else { return nil }
    let parser = UnsafeMutablePointer<yaml_parser_t>.allocate(capacity: 1)
    defer { unsafe parser.deallocate() }
    guard unsafe yaml_parser_initialize(parser) == 1 else {
        return YAMLFailure(kind: .outOfMemory, problem: "out of memory", position: Position(line: 1, column: 1))
    }
    defer { unsafe yaml_parser_delete(parser) }
    return unsafe bytes.withUnsafeBufferPointer { buffer in
        unsafe yaml_parser_set_input_string(parser, buffer.baseAddress, buffer.count)
        while true {
            var event = unsafe yaml_event_t()
            guard unsafe yaml_parser_parse(parser, &event) == 1 else {
                return unsafe failure(of: parser.pointee, in: bytes)
            }
            defer { unsafe yaml_event_delete(&event) }
            let isLast = unsafe event.type == YAML_STREAM_END_EVENT
            guard unsafe handle(YAMLEvent(copying: event)), !isLast else { return nil }
        }
    }
}

extension YAMLEvent {
    fileprivate init(copying event: yaml_event_t) {
        let position = unsafe Position(event.start_mark)
        switch unsafe event.type {
        case YAML_DOCUMENT_START_EVENT: self.init(kind: .documentStart, position: position)
        case YAML_ALIAS_EVENT: self.init(kind: .alias, position: position)
        case YAML_SEQUENCE_END_EVENT, YAML_MAPPING_END_EVENT: self.init(kind: .collectionEnd, position: position)
        case YAML_SCALAR_EVENT:
            let scalar = unsafe event.data.scalar
            let bytes = unsafe UnsafeBufferPointer(start: scalar.value, count: scalar.length)
            let kind = unsafe Kind.scalar(
                String(decoding: bytes, as: UTF8.self),
                isPlain: scalar.style == YAML_PLAIN_SCALAR_STYLE
            )
            unsafe self.init(
                kind: kind,
                position: position,
                endLine: Int(event.end_mark.line) + 1,
                hasAnchor: scalar.anchor != nil,
                tag: text(scalar.tag)
            )
        case YAML_SEQUENCE_START_EVENT:
            let start = unsafe event.data.sequence_start
            unsafe self.init(
                kind: .sequenceStart,
                position: position,
                hasAnchor: start.anchor != nil,
                tag: text(start.tag)
            )
        case YAML_MAPPING_START_EVENT:
            let start = unsafe event.data.mapping_start
            unsafe self.init(
                kind: .mappingStart,
                position: position,
                hasAnchor: start.anchor != nil,
                tag: text(start.tag)
            )
        default: self.init(kind: .other, position: position)
        }
    }
}

/// The copy of a C string; nil for none.
private func text(_ pointer: UnsafePointer<CChar>?) -> String? { unsafe pointer.map { unsafe String(cString: $0) } }
private func text(_ pointer: UnsafeMutablePointer<yaml_char_t>?) -> String? {
    unsafe pointer.map { unsafe String(cString: $0) }
}

extension Position {
    fileprivate init(_ mark: yaml_mark_t) {
        self.init(line: Int(mark.line) + 1, column: Int(mark.column) + 1)
    }
}

private func failure(of parser: yaml_parser_t, in bytes: [UInt8]) -> YAMLFailure {
    let problem = unsafe text(parser.problem) ?? "out of memory"
    guard unsafe parser.error == YAML_READER_ERROR else {
        let context = unsafe text(parser.context)
        return unsafe YAMLFailure(
            kind: parser.error == YAML_MEMORY_ERROR ? .outOfMemory : .syntax,
            context: context,
            contextPosition: context == nil ? nil : Position(parser.context_mark),
            problem: problem,
            position: Position(parser.problem_mark)
        )
    }
    // A reader's error knows the byte only.
    var before = unsafe bytes.prefix(parser.problem_offset)
    if problem.contains(substring: "trailing") {
        // It is the byte before, and those that go with it, that is no character.
        while let last = before.last, last & 0xC0 == 0x80 { before.removeLast() }
        before = before.dropLast()
    }
    let line = before.reduce(1) { $1 == UInt8(ascii: "\n") ? $0 + 1 : $0 }
    let column = before.reversed().prefix { $0 != UInt8(ascii: "\n") }.count + 1
    return YAMLFailure(kind: .encoding, problem: problem, position: Position(line: line, column: column))
}
