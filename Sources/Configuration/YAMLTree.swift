/// Reads a YAML file into a tree.
///
/// The tree is nil where the rest of the file could not be read: not YAML, nested deeper than 32, or a second
/// document. Anchors, aliases, tags and keys that are no text are reported, and what carries them is
/// ``Node/Content/refused``, so that everything else is still read. A file of no values is an empty mapping.
func parseYAML(_ bytes: [UInt8], file: String) -> (root: Node?, issues: [ConfigurationIssue]) {
    var builder = NodeBuilder(file: file)
    var quoted = LastQuotedText()
    let failure = readYAMLEvents(of: bytes) { event in
        quoted.note(event)
        return builder.add(event)
    }
    if let failure {
        let explanation = YAMLExplanation(of: failure, in: bytes, after: quoted)
        builder.stop(at: explanation.position, explanation.problem, explanation.remedy)
    }
    if builder.isStopped { return (nil, builder.issues) }
    let empty = Node(content: .mapping([]), position: Position(line: 1, column: 1))
    return (builder.root ?? empty, builder.issues)
}

/// Puts events together into nodes.
private struct NodeBuilder {
    /// A collection that has not ended yet; a mapping's keys and values alternate in `items`.
    private struct OpenCollection {
        var position: Position
        var isMapping: Bool
        var isRefused: Bool
        var items: [Node] = []
    }

    private static let depthLimit = 32

    let file: String
    private(set) var root: Node?
    private(set) var issues: [ConfigurationIssue] = []
    private(set) var isStopped = false
    private var open: [OpenCollection] = []
    private var documents = 0

    init(file: String) { self.file = file }

    /// Takes one event; false when the rest is of no use.
    mutating func add(_ event: YAMLEvent) -> Bool {
        let isRefused = refusesProperties(of: event)
        switch event.kind {
        case .documentStart:
            documents += 1
            if documents > 1 {
                stop(at: event.position, "a second document begins here", "remove the line `---` and what follows")
            }
        case .scalar(let text, let isPlain):
            let content = Node.Content.scalar(text, isPlain: isPlain)
            close(Node(content: isRefused ? .refused : content, position: event.position))
        case .alias: close(Node(content: .refused, position: event.position))
        case .sequenceStart, .mappingStart:
            guard open.count < Self.depthLimit else {
                stop(at: event.position, "nested deeper than \(Self.depthLimit) levels", "remove some brackets")
                break
            }
            let isMapping = event.kind == .mappingStart
            open.append(OpenCollection(position: event.position, isMapping: isMapping, isRefused: isRefused))
        case .collectionEnd:
            guard let collection = open.popLast() else { break }
            close(node(from: collection))
        case .other: break
        }
        return !isStopped
    }

    /// Without a position for what concerns the file as a whole.
    mutating func stop(at position: Position?, _ problem: String, _ remedy: String) {
        report(position, problem, remedy)
        isStopped = true
    }

    private mutating func refusesProperties(of event: YAMLEvent) -> Bool {
        if event.kind == .alias {
            report(event.position, "aliases are not read here", "write the value itself")
        }
        if event.hasAnchor {
            report(event.position, "anchors are not read here", "remove the `&` and its name")
        }
        guard let tag = event.tag else { return false }
        report(
            event.position,
            "tags such as \(quoted(tag)) are not read here",
            "remove it; secrets go into files, see `password_file`"
        )
        return true
    }

    private mutating func close(_ node: Node) {
        if open.isEmpty { root = node } else { open[open.count - 1].items.append(node) }
    }

    private mutating func node(from collection: OpenCollection) -> Node {
        if collection.isRefused { return Node(content: .refused, position: collection.position) }
        guard collection.isMapping else {
            return Node(content: .sequence(collection.items), position: collection.position)
        }
        var entries: [Node.Entry] = []
        for index in stride(from: 0, to: collection.items.count - 1, by: 2) {
            let key = collection.items[index]
            if case .scalar(let text, isPlain: _) = key.content {
                entries.append(.init(key: text, keyPosition: key.position, value: collection.items[index + 1]))
            } else if key.content != .refused {
                report(key.position, "a key must be one word", "write `key: value`; text with braces needs quotes")
            }
        }
        return Node(content: .mapping(entries), position: collection.position)
    }

    private mutating func report(_ position: Position?, _ problem: String, _ remedy: String) {
        let origin = ValueOrigin(name: file, position: position)
        let keyPath = position == nil ? "" : keyPath
        issues.append(ConfigurationIssue(origin, keyPath: keyPath, problem: problem, remedy: remedy))
    }

    /// The way to the value that is being read.
    private var keyPath: String {
        var path = ""
        for collection in open {
            if !collection.isMapping {
                path += "[\(collection.items.count)]"
            } else if collection.items.count % 2 == 1,
                case .scalar(let key, isPlain: _)? = collection.items.last?.content
            {
                path += (path.isEmpty ? "" : ".") + printable(key)
            }
        }
        return path
    }
}
