import Commands
import Storage

/// The contents of a hello that is being written to disk, and the choices that follow from it.
struct HelloChoice: Sendable, Equatable {
    let panel: String
    /// The changes of its widgets by option; nil for the configured value.
    let options: [String: [String: String?]]
    let display: StoredDisplay
    let greeting: Greeting

    /// All that is chosen for a widget then, by option.
    func chosen(for widget: String, after before: [String: String]?) -> [String: String] {
        var all = before ?? [:]
        for (option, text) in options[widget] ?? [:] { all[option] = text }
        return all
    }
}

/// The sender of a hello.
struct Greeting: Sendable, Equatable {
    let address: ReplyAddress
    /// The largest packet that it takes.
    let bufferBytes: Int
    let id: RequestIdentifier?
}
