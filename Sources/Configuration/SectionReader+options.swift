import Widgets

/// A chosen value with its place in the configuration.
struct Chosen: Sendable, Equatable {
    /// As the option's form has normalized it.
    var text: String
    var origin: ValueOrigin
    var keyPath: String
}

extension SectionReader {
    /// The values chosen here for these options, by name.
    mutating func choices(of options: [OptionDescription]) -> [String: Chosen] {
        var chosen: [String: Chosen] = [:]
        for option in options { chosen[option.name] = choice(of: option) }
        return chosen
    }

    /// The value chosen here for an option; nil where there is none, or a wrong one.
    private mutating func choice(of option: OptionDescription) -> Chosen? {
        let text =
            switch option.format {
            case .choices:
                words(of: option).map { $0.map(\.text).joined(separator: ",") }
            case .collection(let required, let optional):
                collection(option, required: required, optional: optional)
            case .picture: background(option)
            default: value(option.name, Format(option))
            }
        describe(option.name) { option.schema }
        let chosen = text.map { Chosen(text: $0, origin: origin(of: option.name), keyPath: path(of: option.name)) }
        if case .language = option.format, let chosen { findings.languageWarnings.note(chosen) }
        return chosen
    }

    /// The words that are chosen of an option with several, each where it stands: a list, or text with commas.
    mutating func words(of option: OptionDescription) -> [Chosen]? {
        let key = option.name
        guard case .sequence? = node(key)?.content, !origin(of: key).isVariable else {
            guard let text = value(key, Format(option)) else { return nil }
            let origin = origin(of: key)
            return OptionDescription.Format.words(of: text).map { word in
                Chosen(text: word, origin: origin, keyPath: path(of: key))
            }
        }
        ask(for: key)
        let example = "[" + OptionDescription.Format.words(of: option.example).joined(separator: ", ") + "]"
        guard let nodes = list(key, example: example) else { return nil }
        let first = option.format.words.first { !OptionDescription.Format.standsAlone($0) }
        let format = Format.choice(of: option.format.words, example: first ?? "")
        var words: [Chosen] = []
        for (index, node) in nodes.enumerated() where node.content != .refused {
            let itemKey = "\(key)[\(index)]"
            guard case .scalar(let text, let isPlain) = node.content else {
                let problem = "expected \(format.expected), found \(node.foundWords)"
                report(at(node.position), itemKey, problem, "write for example `\(key): \(example)`")
                continue
            }
            guard let word = parse(text, isPlain: isPlain, at: at(node.position), itemKey, format) else { continue }
            if words.contains(where: { $0.text == word }) {
                report(at(node.position), itemKey, "\(quoted(text)) is in the list twice", "remove one")
            } else {
                words.append(Chosen(text: word, origin: at(node.position), keyPath: path(of: itemKey)))
            }
        }
        if words.count > 1, let none = words.first(where: { OptionDescription.Format.standsAlone($0.text) }) {
            let problem = "\(quoted(none.text)) stands in a list with others"
            report(none.origin, key, problem, "remove it, or all others")
        }
        return words.isEmpty ? nil : words
    }

    /// The path of a collection, which is to be read when all paths are known; empty for the built-in one.
    private mutating func collection(_ option: OptionDescription, required: [String], optional: [String]) -> String? {
        guard let text = value(option.name, Format(option)) else { return nil }
        if text.isEmpty { return text }
        guard let path = resolve(text, of: option.name) else { return nil }
        if let collections = context.collections {
            // Each record must have been read for an option of the same keys.
            let isFit = collections[path]?.allSatisfy { record in required.allSatisfy { record[$0] != nil } } ?? false
            if isFit { return path }
            let problem = "expected a file that the configuration names for the same, found \(quoted(text))"
            report(origin(of: option.name), option.name, problem, "name it there first, below `widgets`")
            return nil
        }
        let file = CollectionFile(path: path, required: required, optional: optional)
        let choice = Chosen(text: path, origin: origin(of: option.name), keyPath: self.path(of: option.name))
        findings.collections.append(CollectionReference(file: file, choice: choice))
        return path
    }
}
