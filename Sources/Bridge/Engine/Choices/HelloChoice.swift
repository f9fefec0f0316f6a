import Commands
import Storage

/// What a panel said of itself, that is being written to disk, and what follows from it.
struct HelloChoice: Sendable, Equatable {
    let panel: String
    /// What changes of those of its widgets that change, by option; nil for what is configured.
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

/// Who said hello.
struct Greeting: Sendable, Equatable {
    let address: ReplyAddress
    /// The largest packet that it takes.
    let bufferBytes: Int
    let id: RequestIdentifier?
}
