import JSON
import Text
import Widgets

/// Reads the keys of one mapping and collects all that is wrong with them.
///
/// A getter that finds fault reports it and answers with the default: the load fails in the end, so that the value
/// is seen by nobody, and reading goes on to the next fault. ``finish()`` reports the keys that nobody asked for.
struct SectionReader: ~Copyable {
    /// The context shared by the readers of one configuration.
    struct Context {
        /// The file's path as it was given.
        let file: String
        let environment: [String: String]
        /// The directory that relative paths begin at.
        let directory: String
        /// The collections that may be named; nil where any file may be.
        let collections: [String: [CollectionRecord]]?
        /// Likewise the pictures.
        let backgrounds: [String: [UInt8]]?
        /// True where there is no file, but described what one may have.
        var isDescribed = false

        init(file: String, environment: [String: String]) {
            self.file = file
            self.environment = environment
            let slash = file.lastIndex(of: "/")
            directory = slash.map { $0 == file.startIndex ? "/" : String(file[..<$0]) } ?? "."
            collections = nil
            backgrounds = nil
        }

        /// For what is no file and may not make the program read any.
        init(
            _ name: String,
            directory: String,
            collections: [String: [CollectionRecord]],
            backgrounds: [String: [UInt8]]
        ) {
            file = name
            environment = [:]
            self.directory = directory
            self.collections = collections
            self.backgrounds = backgrounds
        }
    }

    let context: Context
    /// The origin of the section itself.
    let origin: ValueOrigin
    private let keyPath: String
    /// In front of the keys in the names of variables; nil where none overrides the file.
    private let variablePrefix: String?
    /// False where the section could not be read, which has been reported once.
    let isReadable: Bool
    private var entries: [String: Node.Entry] = [:]
    private var askedKeys: [String] = []
    var findings = Findings()
    /// The keys that were asked for; nil where a file is read.
    var description: SectionDescription?

    /// Without a node, all keys are missing.
    init(_ node: Node?, keyPath: String, origin: ValueOrigin, variablePrefix: String?, context: Context) {
        self.context = context
        self.keyPath = keyPath
        self.variablePrefix = variablePrefix
        self.origin = origin
        if context.isDescribed { description = SectionDescription() }
        guard let node, !node.isNull else {
            isReadable = true
            return
        }
        guard case .mapping(let list) = node.content else {
            isReadable = false
            if node.content == .refused { return }
            let problem = "expected keys with values, found \(node.foundWords)"
            let remedy = "write each as `key: value` in a line of its own, indented below"
            findings.issues.append(ConfigurationIssue(origin, keyPath: keyPath, problem: problem, remedy: remedy))
            return
        }
        isReadable = true
        for entry in list {
            guard let first = entries[entry.key] else {
                entries[entry.key] = entry
                continue
            }
            let problem = "set already in line \(first.keyPosition.line)"
            let place = ValueOrigin(name: context.file, position: entry.keyPosition)
            findings.issues.append(
                ConfigurationIssue(place, keyPath: path(of: entry.key), problem: problem, remedy: "keep one of the two")
            )
        }
    }

    // MARK: Keys

    /// The keys that are written here, in the file's order.
    var keys: [String] { entries.values.sorted { $0.keyPosition < $1.keyPosition }.map(\.key) }

    /// Gives `key` a meaning, and the variable that overrides it.
    mutating func ask(for key: String) {
        askedKeys.append(key)
        if let variable = variable(key) { findings.variables.insert(variable) }
    }

    // MARK: Scalars

    /// The value of `key`, nil where it is absent or wrong.
    mutating func value<Value>(_ key: String, _ format: Format<Value>) -> Value? {
        ask(for: key)
        describe(key, format.schema)
        if let variable = variable(key) {
            // Composition tools pass an empty variable where they have none.
            if let text = context.environment[variable], !text.isEmpty {
                return parse(text, isPlain: true, at: ValueOrigin(name: variable, isVariable: true), key, format)
            }
        }
        guard let entry = entries[key] else { return nil }
        switch entry.value.content {
        case .refused: return nil
        case .scalar(let text, let isPlain) where !entry.value.isNull:
            return parse(text, isPlain: isPlain, at: at(entry.value.position), key, format)
        default:
            let origin = at(entry.value.isNull ? entry.keyPosition : entry.value.position)
            let problem = "expected \(format.expected), found \(entry.value.foundWords)"
            report(origin, key, problem, "write for example `\(key): \(format.example)`")
            return nil
        }
    }

    /// The value of `key`, whose absence is a fault.
    mutating func required<Value>(_ key: String, _ format: Format<Value>) -> Value? {
        let value = value(key, format)
        description?.require(key)
        if value == nil { reportIfMissing(key, example: format.example) }
        return value
    }

    mutating func integer(_ key: String, in range: ClosedRange<Int>, default fallback: Int) -> Int {
        defer { describe(key) { .integer(range).defaulting(to: .whole(fallback)) } }
        return value(key, .integer(in: range, example: fallback)) ?? fallback
    }

    mutating func choice<Value: Choice>(_ key: String, default fallback: Value) -> Value {
        let format = Format.choice(example: fallback)
        defer { describe(key) { format.schema().defaulting(to: .text(fallback.rawValue)) } }
        return value(key, format) ?? fallback
    }

    // MARK: Collections

    /// Lets `read` read the section under `key`, which may be absent.
    mutating func section<Value>(_ key: String, variables prefix: String?, _ read: (inout SectionReader) -> Value)
        -> Value
    {
        askedKeys.append(key)
        let (value, schema) = child(entries[key]?.value, key, variables: prefix, read)
        describe(key) { (schema ?? .any).orNull }
        return value
    }

    /// Lets `read` read each section of the list under `key`, which must have one at least.
    mutating func sections<Value>(_ key: String, example: String, _ read: (inout SectionReader) -> Value) -> [Value] {
        if isDescribing, let schema = child(nil, "\(key)[0]", variables: nil, read).schema {
            describe(key, isRequired: true) { .list(of: schema, 1...Int.max) }
        }
        guard let nodes = list(key, example: example) else {
            reportIfMissing(key, example: example)
            return []
        }
        return nodes.enumerated().map { child($1, "\(key)[\($0)]", variables: nil, read).value }
    }

    /// The items under `key`; nil where it is absent, or no list or an empty one, which is reported.
    mutating func list(_ key: String, example: String) -> [Node]? {
        askedKeys.append(key)
        guard let entry = entries[key], entry.value.content != .refused else { return nil }
        if case .sequence(let nodes) = entry.value.content, !nodes.isEmpty { return nodes }
        let found = entry.value.content == .sequence([]) ? "an empty one" : entry.value.foundWords
        let origin = at(entry.value.isNull ? entry.keyPosition : entry.value.position)
        report(origin, key, "expected a list, found \(found)", "write for example `\(key): \(example)`")
        return nil
    }

    /// The node under `key`, for values that may be written in more than one way.
    func node(_ key: String) -> Node? { entries[key]?.value }

    /// Takes `key` out, so that it is not unknown; its position where it was there.
    mutating func remove(_ key: String) -> Position? { entries.removeValue(forKey: key)?.keyPosition }

    /// The origin of `key` itself; the section's if the key is absent.
    func keyOrigin(of key: String) -> ValueOrigin { entries[key].map { at($0.keyPosition) } ?? origin }

    // MARK: Reports

    /// Ends the reading: whatever is left is unknown.
    consuming func finish() -> Findings {
        for entry in entries.values where !askedKeys.contains(entry.key) {
            if let strange = StrangeCharacter(in: entry.key) {
                let problem = "unknown key: it \(strange.placed(in: entry.key))"
                report(at(entry.keyPosition), entry.key, problem, strange.remedy)
                continue
            }
            let keys = askedKeys.map { "`\($0)`" }.joined(separator: ", ")
            let foreign = ForeignKeys.remedy(for: entry.key, isAtTop: keyPath.isEmpty, among: askedKeys)
            let near = suggestion(for: entry.key, among: askedKeys).map { "did you mean `\($0)`?" }
            let remedy = foreign ?? near ?? "remove it; the keys here are \(keys)"
            report(at(entry.keyPosition), entry.key, "unknown key", remedy)
        }
        return findings
    }

    mutating func report(_ origin: ValueOrigin, _ key: String, _ problem: String, _ remedy: String) {
        findings.issues.append(
            ConfigurationIssue(origin, keyPath: path(of: key), problem: problem, remedy: remedy)
        )
    }

    /// True where `key` is set, even to a wrong value.
    func has(_ key: String) -> Bool { entries[key] != nil || origin(of: key).isVariable }

    /// The origin of the value of `key`; the section's if it has none.
    func origin(of key: String) -> ValueOrigin {
        if let variable = variable(key), context.environment[variable]?.isEmpty == false {
            return ValueOrigin(name: variable, isVariable: true)
        }
        return entries[key].map { at($0.value.position) } ?? origin
    }

    /// The name of the variable that overrides `key`.
    func variable(_ key: String) -> String? {
        variablePrefix.map { $0 + "_" + key.uppercased().replacing(each: "-", with: "_") }
    }

    func at(_ position: Position) -> ValueOrigin { ValueOrigin(name: context.file, position: position) }

    /// The way to the value of `key` from the top of the file.
    func path(of key: String) -> String { (keyPath.isEmpty ? "" : keyPath + ".") + printable(key) }

    private mutating func reportIfMissing(_ key: String, example: String) {
        guard isReadable, entries[key] == nil else { return }
        report(origin, key, "missing", "add for example `\(key): \(example)`")
    }

    private mutating func child<Value>(
        _ node: Node?,
        _ key: String,
        variables prefix: String?,
        _ read: (inout SectionReader) -> Value
    ) -> (value: Value, schema: JSONSchema?) {
        var reader = SectionReader(
            node,
            keyPath: path(of: key),
            origin: node.map { at($0.position) } ?? origin,
            variablePrefix: prefix,
            context: context
        )
        let value = read(&reader)
        let schema = reader.description?.schema
        findings.append(reader.finish())
        return (value, schema)
    }

    /// The value that `text` stands for, nil where it is reported.
    mutating func parse<Value>(
        _ text: String,
        isPlain: Bool,
        at origin: ValueOrigin,
        _ key: String,
        _ format: Format<Value>
    ) -> Value? {
        let hasWrongQuotes = format.isNumber && !isPlain
        let value = format.parse(text)
        if let value, !hasWrongQuotes { return value }
        var problem = "expected " + format.expected
        if isPlain, let strange = StrangeCharacter(in: text) {
            report(origin, key, problem + ", found \(strange.words)", strange.remedy)
            return nil
        }
        if let remedy = format.remedy(text) {
            report(origin, key, problem, remedy)
            return nil
        }
        if format.showsFound { problem += ", found \(hasWrongQuotes ? "the text " : "")\(quoted(text))" }
        let near = suggestion(for: text, among: format.candidates)
        let example = hasWrongQuotes && value != nil ? text : near ?? format.example
        let isItem = key.hasSuffix("]")
        let line = origin.isVariable ? "\(origin.name)=\(example)" : isItem ? example : "\(key): \(example)"
        let remedy = near == nil ? "write for example `\(line)`" : "did you mean `\(line)`?"
        report(origin, key, problem, remedy)
        return nil
    }
}
