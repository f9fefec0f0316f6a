import Text
import Widgets

extension SectionReader {
    /// The secret `key`: from its variable, else from the file that `<key>_file` names; nil where there is neither.
    ///
    /// It is one line, unless it may be a key in PEM. In case of a fault it is empty, so that no second fault is
    /// made of its absence.
    mutating func secret(_ key: String, mayBePEM: Bool = false) -> Secret? {
        let fileKey = key + "_file"
        let variable = variable(key) ?? ""
        findings.variables.insert(variable)
        let misplaced = remove(key)
        if let misplaced {
            let remedy = "write it into a file of its own and name that with `\(fileKey)`, or set \(variable)"
            report(at(misplaced), key, "a secret must not stand in this file", remedy)
        }
        let file = value(fileKey, .filePath(example: key))
        if let text = context.environment[variable], !text.isEmpty {
            if isSecret(text, mayBePEM: mayBePEM) { return Secret(text) }
            let origin = ValueOrigin(name: variable, isVariable: true)
            let forms = mayBePEM ? "one line or a key in PEM," : "one line"
            report(origin, key, "expected \(forms) without control characters", "remove the line break")
            return Secret("")
        }
        guard let file else { return has(fileKey) || misplaced != nil ? Secret("") : nil }
        guard let path = credential(file) ?? resolve(file, of: fileKey) else { return Secret("") }
        return secret(fileKey, fromFileAt: path, mayBePEM: mayBePEM)
    }

    /// The path that `key` has: from a variable as it is, from the file relative to the file; `~/` is the home.
    mutating func path(_ key: String, example: String) -> String? {
        value(key, .filePath(example: example)).flatMap { resolve($0, of: key) }
    }

    /// The path that `text`, the value of `key`, stands for; nil where it is reported.
    mutating func resolve(_ text: String, of key: String) -> String? {
        if text.hasPrefix("~/") {
            if let home = context.environment["HOME"], !home.isEmpty { return home + text.dropFirst() }
            report(origin(of: key), key, "`~` has no meaning here, as HOME is not set", "write the whole path")
            return nil
        }
        return text.hasPrefix("/") || origin(of: key).isVariable ? text : context.directory + "/" + text
    }

    /// The path of the systemd credential that a name without a `/` stands for, where there is one.
    func credential(_ name: String) -> String? {
        guard let directory = context.environment["CREDENTIALS_DIRECTORY"], !name.contains("/") else { return nil }
        let path = directory + "/" + name
        return BoundedFile.exists(at: path) ? path : nil
    }

    private func isSecret(_ text: String, mayBePEM: Bool) -> Bool {
        if text.isOneLine { return true }
        // Elsewhere a second line is a slip, and one in a header of every request.
        return mayBePEM && text.contains(substring: "-----BEGIN ")
            && text.split(whereSeparator: \.isNewline).allSatisfy { String($0).isOneLine }
    }

    private mutating func secret(_ fileKey: String, fromFileAt path: String, mayBePEM: Bool) -> Secret {
        do throws(BoundedFile.ReadError) {
            let file = try BoundedFile(at: path, limit: 4096)
            let newlines = file.bytes.reversed().prefix { $0 == UInt8(ascii: "\n") || $0 == UInt8(ascii: "\r") }
            guard let text = String(validating: file.bytes.dropLast(newlines.count), as: UTF8.self),
                isSecret(text, mayBePEM: mayBePEM)
            else {
                let form = mayBePEM ? "neither one line of text nor a key in PEM" : "not one line of text"
                return refuse(fileKey, "\(path) is \(form)", "write nothing but the secret into it")
            }
            if text.isEmpty { return refuse(fileKey, "\(path) is empty", "write the secret into it") }
            if file.isWorldReadable {
                findings.warnings.append("\(path) can be read by every user of this machine; chmod 600 \(path)")
            }
            return Secret(text)
        } catch {
            let remedy = "correct the path or the file's permissions"
            return refuse(fileKey, "\(path) cannot be read: \(error.words)", remedy)
        }
    }

    private mutating func refuse(_ fileKey: String, _ problem: String, _ remedy: String) -> Secret {
        report(origin(of: fileKey), fileKey, problem, remedy)
        return Secret("")
    }
}
