/// The defaults of panels, for those added while the bridge runs.
package struct PanelDefaults: Sendable, Equatable {
    let kinds: WidgetKinds
    /// The values that the common settings choose.
    let common: [String: Chosen]
    /// The problem of each upstream, by name; those without a problem are left out.
    let sourceProblems: [String: String]
    let baseTopic: String
    /// The directory that the configuration's relative paths begin at.
    let directory: String
}

extension Configuration {
    /// The name of a request in errors, in place of a file's.
    private static let request = "the request"

    /// Reads a panel out of a request: a JSON object with the keys that a panel has in the file, and the same defaults.
    ///
    /// `transaction` is passed over. A request makes the program read no file: it names a collection that this
    /// configuration names, too. The errors have the key path and no line.
    package func panel(
        fromRequest json: [UInt8],
        topicRoom: TopicRoom
    ) throws(ConfigurationErrors) -> PanelConfiguration {
        let (root, issues) = parseYAML(yaml(of: json), file: Self.request)
        guard let root else { throw Self.errors(issues) }
        var reader = SectionReader(
            root,
            keyPath: "",
            origin: ValueOrigin(name: Self.request, position: root.position),
            variablePrefix: nil,
            context: SectionReader.Context(
                Self.request,
                directory: panelDefaults.directory,
                collections: collections,
                backgrounds: backgrounds
            )
        )
        _ = reader.remove("transaction")
        var reading = PanelReading(panelDefaults)
        let panel = reader.panel(&reading) { topicRoom(mqtt.baseTopic, $0, $1, $2) }
        let all = issues + reader.finish().issues
        guard all.isEmpty else { throw Self.errors(all) }
        return panel
    }

    /// The issues without their lines: those of the request have none, and the file's are the operator's affair.
    private static func errors(_ issues: [ConfigurationIssue]) -> ConfigurationErrors {
        let sorted = ConfigurationErrors(issues, of: request).issues
        return ConfigurationErrors(
            sorted.map { issue in
                let origin = ValueOrigin(name: issue.file == request ? request : "the configuration")
                return ConfigurationIssue(
                    origin,
                    keyPath: issue.keyPath,
                    problem: issue.problem,
                    remedy: issue.remedy
                )
            },
            of: request
        )
    }
}

/// JSON as YAML 1.1 reads it: without white space outside of strings, where YAML has tabs and line breaks mean
/// something, and with each pair of surrogates as the character that it stands for.
private func yaml(of json: [UInt8]) -> [UInt8] {
    var result: [UInt8] = []
    result.reserveCapacity(json.count)
    var isInString = false
    var index = 0
    while index < json.count {
        let byte = json[index]
        index += 1
        switch byte {
        case UInt8(ascii: "\""):
            isInString.toggle()
            result.append(byte)
        case UInt8(ascii: "\\") where isInString:
            if let scalar = surrogatePair(at: index - 1, of: json) {
                result += Array(String(scalar).utf8)
                index += 11
            } else {
                result += [byte] + json[index..<min(index + 1, json.count)]
                index += 1
            }
        case UInt8(ascii: " "), UInt8(ascii: "\t"), UInt8(ascii: "\n"), UInt8(ascii: "\r"):
            if isInString { result.append(byte) }
        case UInt8(ascii: ":"), UInt8(ascii: ","):
            result += isInString ? [byte] : [byte, UInt8(ascii: " ")]
        default: result.append(byte)
        }
    }
    return result
}

/// The character that twelve bytes such as `\ud83d\ude00` stand for; nil for any others.
private func surrogatePair(at index: Int, of json: [UInt8]) -> Unicode.Scalar? {
    func unit(at start: Int) -> UInt16? {
        guard start + 6 <= json.count, json[start] == UInt8(ascii: "\\"), json[start + 1] == UInt8(ascii: "u") else {
            return nil
        }
        return UInt16(String(decoding: json[start + 2..<start + 6], as: UTF8.self), radix: 16)
    }
    guard let high = unit(at: index), let low = unit(at: index + 6), UTF16.isLeadSurrogate(high),
        UTF16.isTrailSurrogate(low)
    else { return nil }
    return UTF16.decode(UTF16.EncodedScalar([high, low]))
}
