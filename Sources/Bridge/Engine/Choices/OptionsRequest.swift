import Commands

/// A choice for a widget that is being written to disk, and who waits for the answer.
struct OptionsRequest: Sendable, Equatable {
    let panel: String
    let widget: String
    let request: BridgeRequest
    let requester: Requester

    /// All that is chosen for the widget then, by option; `before` is what is chosen when it is written.
    func chosen(after before: [String: String]?) -> [String: String] {
        request.options.reduce(into: request.isReset ? [:] : before ?? [:]) { $0[$1.key] = $1.value }
    }
}
