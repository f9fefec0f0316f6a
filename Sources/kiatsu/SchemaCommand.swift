import Bridge
import Configuration
import JSON
import Schemas
import Support
import Topics

/// `kiatsu schema`.
struct SchemaCommand {
    /// A document that describes what Kiatsu reads or writes.
    enum Subject: String, CaseIterable {
        case config
        case messages
        case asyncapi
    }

    let subject: Subject
    /// The first levels of all topics.
    let baseTopic: String

    private static let baseTopic = Arguments.Option(name: "base-topic", letter: "b", takesValue: true)

    init(_ words: [String]) throws(UsageError) {
        let arguments = try Arguments(words, knowing: [Self.baseTopic, ConfigurationFile.help], command: "schema")
        if arguments.options["help"] != nil { Help.show("schema") }
        let subjects = Subject.allCases.map(\.rawValue).joined(separator: ", ")
        guard let word = arguments.operands.first else {
            throw UsageError("name one of \(subjects)", command: "schema")
        }
        guard let subject = Subject(rawValue: word) else {
            throw UsageError("there is no schema \(word), but \(subjects)", command: "schema")
        }
        guard arguments.operands.count == 1 else {
            throw UsageError("takes one schema at a time, not also \(arguments.operands[1])", command: "schema")
        }
        if arguments.options["base-topic"] != nil, subject != .asyncapi {
            throw UsageError("only asyncapi has topics, for --base-topic", command: "schema")
        }
        baseTopic = arguments.options["base-topic"] ?? "kiatsu"
        guard Self.isBaseTopic(baseTopic) else {
            throw UsageError("\(Terminal.printable(baseTopic)) is no base topic", command: "schema")
        }
        self.subject = subject
    }

    /// True for levels of the characters that the configuration's `base_topic` may have.
    private static func isBaseTopic(_ text: String) -> Bool {
        let levels = text.utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
        return text.utf8.count <= 64
            && levels.allSatisfy { level in
                !level.isEmpty
                    && level.allSatisfy { byte in
                        switch byte {
                        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), UInt8(ascii: "-"):
                            true
                        default: false
                        }
                    }
            }
    }

    func run() -> Int32 {
        switch subject {
        case .config:
            let schema = Configuration.schema(of: Main.catalogue)
            Terminal.show(schema.document(title: "Kiatsu's configuration").lines)
        case .messages: Terminal.show(MessageSchema.document(of: Main.catalogue).lines)
        case .asyncapi:
            let topics = Topics(base: baseTopic)
            Terminal.show(AsyncAPI.document(topics, of: Main.catalogue, version: Kiatsu.version).lines)
        }
        return 0
    }
}
