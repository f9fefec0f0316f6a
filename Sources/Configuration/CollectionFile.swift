import JSON
import Widgets

/// A file of records, and the keys that they have.
struct CollectionFile: Hashable {
    var path: String
    var required: [String]
    var optional: [String]
}

/// A file that an option names.
struct CollectionReference {
    var file: CollectionFile
    var choice: Chosen
}

/// The records of collections by path, and what is wrong with them.
struct Collections {
    private(set) var records: [String: [CollectionRecord]] = [:]
    private(set) var issues: [ConfigurationIssue] = []

    private static let fileLimit = 1 << 20
    private static let mostRecords = 10_000

    /// Reads each file once; one that cannot be read is reported where it is named first.
    mutating func read(_ references: [CollectionReference]) {
        var seen = Set<CollectionFile>()
        for reference in references where seen.insert(reference.file).inserted {
            let path = reference.file.path
            do throws(BoundedFile.ReadError) {
                read(try BoundedFile(at: path, limit: Self.fileLimit).bytes, of: reference.file)
            } catch {
                issues.append(
                    ConfigurationIssue(
                        reference.choice.origin,
                        keyPath: reference.choice.keyPath,
                        problem: "\(path) cannot be read: \(error.words)",
                        remedy: "correct the path or the file's permissions"
                    )
                )
            }
        }
    }

    /// Reads the collections that the program carries for its widgets.
    mutating func readBuiltIn(for catalogue: Catalogue) {
        for widget in catalogue.widgets {
            guard let bytes = widget.builtInCollection else { continue }
            for option in widget.options {
                guard case .collection(let required, let optional) = option.format else { continue }
                let path = ProviderEnvironment.builtInCollection(of: widget.name)
                read(bytes, of: CollectionFile(path: path, required: required, optional: optional))
            }
        }
    }

    /// Reads the records of one file.
    mutating func read(_ bytes: [UInt8], of file: CollectionFile) {
        let (root, issues) = parseYAML(bytes, file: file.path)
        self.issues += issues
        guard let root, root.content != .refused else { return }
        guard case .sequence(let nodes) = root.content, (1...Self.mostRecords).contains(nodes.count) else {
            let found: String
            switch root.content {
            case .sequence(let nodes): found = "\(nodes.count)"
            case .mapping([]): found = "nothing"
            default: found = root.foundWords
            }
            let remedy = "begin each record with a line such as `- \(file.required.first ?? "text"): some words`"
            let problem = "expected a list of 1 to \(Self.mostRecords) records, found \(found)"
            let origin = ValueOrigin(name: file.path, position: root.position)
            self.issues.append(ConfigurationIssue(origin, keyPath: "", problem: problem, remedy: remedy))
            return
        }
        let context = SectionReader.Context(file: file.path, environment: [:])
        records[file.path] = nodes.enumerated().map { index, node in
            var reader = SectionReader(
                node,
                keyPath: "[\(index)]",
                origin: ValueOrigin(name: file.path, position: node.position),
                variablePrefix: nil,
                context: context
            )
            let record = reader.record(file)
            self.issues += reader.finish().issues
            return record
        }
    }
}

extension SectionReader {
    private static var mostTexts: Int { 64 }

    /// One record of a collection.
    fileprivate mutating func record(_ file: CollectionFile) -> CollectionRecord {
        var record: CollectionRecord = [:]
        for key in file.required + file.optional { record[key] = texts(key) }
        if isReadable {
            for key in file.required where node(key) == nil {
                report(origin, key, "missing", "add for example `\(key): \(Format.recordText.example)`")
            }
        }
        return record
    }

    /// The one or the many texts of a key.
    private mutating func texts(_ key: String) -> [String]? {
        guard case .sequence(let nodes)? = node(key)?.content else { return value(key, .recordText).map { [$0] } }
        guard let list = list(key, example: "[\(Format.recordText.example)]") else { return nil }
        guard list.count <= Self.mostTexts else {
            let problem = "expected 1 to \(Self.mostTexts) texts, found \(nodes.count)"
            report(origin(of: key), key, problem, "make several records of it")
            return nil
        }
        return list.enumerated().compactMap { index, node in
            if node.content == .refused { return nil }
            let itemKey = "\(key)[\(index)]"
            guard case .scalar(let text, let isPlain) = node.content, !node.isNull else {
                let problem = "expected \(Format.recordText.expected), found \(node.foundWords)"
                report(at(node.position), itemKey, problem, "write for example `\(Format.recordText.example)`")
                return nil
            }
            return parse(text, isPlain: isPlain, at: at(node.position), itemKey, .recordText)
        }
    }
}

extension Format<String> {
    fileprivate static let recordText = Format(
        expected: "one line of 1 to 2000 characters",
        example: "some words",
        schema: .line(1...2000)
    ) { text in
        !text.isEmpty && text.utf8.count <= 64_000 && text.count <= 2000 && text.isOneLine ? text : nil
    }
}
