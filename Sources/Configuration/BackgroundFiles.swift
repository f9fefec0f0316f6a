import Widgets

/// The pictures that options name, and what is wrong with them.
struct BackgroundFiles {
    /// By path.
    private(set) var files: [String: [UInt8]] = [:]
    private(set) var issues: [ConfigurationIssue] = []

    /// Reads each file once; one that cannot be shown is reported where it is named first.
    mutating func read(_ choices: [Chosen]) {
        var seen = Set<String>()
        for choice in choices where seen.insert(choice.text).inserted {
            do throws(BoundedFile.ReadError) {
                let bytes = try BoundedFile(at: choice.text, limit: BackgroundFile.mostBytes).bytes
                guard let problem = BackgroundFile.problem(in: bytes) else {
                    files[choice.text] = bytes
                    continue
                }
                report(choice, "cannot be shown: it \(problem)", "save the picture as a smaller PNG file")
            } catch {
                report(choice, "cannot be read: \(error.words)", "correct the path or the file's permissions")
            }
        }
    }

    private mutating func report(_ choice: Chosen, _ problem: String, _ remedy: String) {
        issues.append(
            ConfigurationIssue(
                choice.origin,
                keyPath: choice.keyPath,
                problem: "\(choice.text) \(problem)",
                remedy: remedy
            )
        )
    }
}

extension SectionReader {
    /// The path of a picture, which is to be read when all paths are known; empty for none.
    mutating func background(_ option: OptionDescription) -> String? {
        guard let text = value(option.name, Format(option)) else { return nil }
        if text.isEmpty { return text }
        guard let path = resolve(text, of: option.name) else { return nil }
        if let known = context.backgrounds {
            if known[path] != nil { return path }
            let problem = "expected a picture that the configuration names, found \(quoted(text))"
            report(origin(of: option.name), option.name, problem, "name it there first, below `widgets`")
            return nil
        }
        let choice = Chosen(text: path, origin: origin(of: option.name), keyPath: self.path(of: option.name))
        findings.backgrounds.append(choice)
        return path
    }
}
