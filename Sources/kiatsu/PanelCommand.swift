import BridgeClient
import Commands
import Configuration
import JSON
import Topics

/// `kiatsu panel`.
struct PanelCommand {
    /// The action to perform.
    private enum Action {
        case list
        case add(Definition)
        case remove(String)
        case move(PanelID, to: String)
    }

    /// A panel in the form of a request; nil stands for the bridge's default.
    private struct Definition: Encodable {
        var id: String
        var location: String
        var name: String?
        var language: String?
        var widgets: String?
        var encodings: String?
        var follow: String?
    }

    private struct Page: Encodable {
        var page: Int
    }

    private static let definitionOptions = [
        Arguments.Option(name: "name", letter: "n", takesValue: true),
        Arguments.Option(name: "language", letter: "l", takesValue: true),
        Arguments.Option(name: "widgets", letter: "w", takesValue: true),
        Arguments.Option(name: "encodings", letter: "e", takesValue: true),
        Arguments.Option(name: "follow", letter: "f", takesValue: true),
    ]

    private let file: ConfigurationFile
    private let action: Action
    private let showsJSON: Bool

    init(_ words: [String]) throws(UsageError) {
        let arguments = try Arguments(
            words.map(Self.shielded),
            knowing: Self.definitionOptions + [JSONOutput.option, ConfigurationFile.option, ConfigurationFile.help],
            command: "panel"
        )
        if arguments.options["help"] != nil { Help.show("panel") }
        file = ConfigurationFile(arguments)
        showsJSON = arguments.options["json"] != nil
        let operands = arguments.operands
        switch (operands.first, operands.count) {
        case ("list", 1): action = .list
        case ("add", 3): action = .add(Self.definition(operands, arguments.options))
        case ("remove", 2): action = .remove(operands[1])
        case ("move", 3): action = .move(try Self.identifier(operands[1]), to: operands[2])
        case ("list", _): throw UsageError("list takes nothing else", command: "panel")
        case ("add", _): throw UsageError("add takes an id and a location", command: "panel")
        case ("remove", _): throw UsageError("remove takes an id", command: "panel")
        case ("move", _): throw UsageError("move takes an id and a location, or reset", command: "panel")
        case (let word?, _): throw Self.unknown(word)
        case (nil, _): throw UsageError("needs one of list, add, remove and move", command: "panel")
        }
        guard case .add = action else {
            guard let option = Self.definitionOptions.first(where: { arguments.options[$0.name] != nil }) else {
                return
            }
            throw UsageError("--\(option.name) is for add", command: "panel")
        }
    }

    private static func unknown(_ word: String) -> UsageError {
        let known = ["list", "add", "remove", "move"]
        guard let near = suggestion(for: word, among: known) else {
            return UsageError(
                "there is no \(Terminal.printable(word)), but list, add, remove and move",
                command: "panel"
            )
        }
        return UsageError("there is no \(Terminal.printable(word)); did you mean \(near)?", command: "panel")
    }

    /// The word, protected from being read as an option: southern positions begin with `-`.
    private static func shielded(_ word: String) -> String {
        guard word.first == "-", let next = word.dropFirst().first, next.isNumber || next == "." else { return word }
        return " " + word
    }

    private static func definition(_ operands: [String], _ options: [String: String]) -> Definition {
        Definition(
            id: operands[1],
            location: operands[2],
            name: options["name"],
            language: options["language"],
            widgets: options["widgets"],
            encodings: options["encodings"],
            follow: options["follow"]
        )
    }

    /// The panel's id, checked because it becomes a level of topics.
    private static func identifier(_ word: String) throws(UsageError) -> PanelID {
        guard let id = PanelID(word) else {
            throw UsageError("\(Terminal.printable(word)) is no panel's id", command: "panel")
        }
        return id
    }

    // MARK: Asking

    func run() async throws -> Int32 {
        let question: BridgeQuestion
        switch action {
        case .list: question = .request("panels", Page(page: 1))
        case .add(let definition): question = .request("panel/add", definition)
        case .remove(let id): question = .request("panel/remove", ["panel": id])
        case .move(let id, let location):
            do throws(QuestionError) {
                question = try .move(id, to: location)
            } catch {
                throw UsageError(error.message, command: "panel")
            }
        }
        guard let (configuration, _) = file.loadOrComplain() else { return ExitCode.badConfiguration }
        var answers: [[UInt8]] = []
        var pages = PanelPages()
        do throws(BridgeClientError) {
            try await BridgeClient(configuration.mqtt).ask(question) { answer in
                answers.append(answer)
                return following(answer, &pages)
            }
        } catch {
            Terminal.say("\(error)")
            return ExitCode.failure
        }
        if let problem = pages.problem { return complain(problem) }
        return show(answers)
    }

    private func complain(_ problem: String) -> Int32 {
        Terminal.say(Terminal.printable(problem))
        return ExitCode.failure
    }

    /// The next page of a list.
    private func following(_ answer: [UInt8], _ pages: inout PanelPages) -> BridgeQuestion? {
        guard case .list = action, Envelope<Nothing>(json: answer)?.error == nil else { return nil }
        return pages.next(after: data(answer)).map { .request("panels", Page(page: $0)) }
    }

    /// The message for an answer that no bridge of this version gives.
    private static func unreadable(_ answer: [UInt8]) -> String {
        let start = String(decoding: answer.prefix(200), as: UTF8.self)
        return "the answer cannot be read: \(start)\(answer.count > 200 ? "…" : ""); see whether the bridge is of this "
            + "version, and what else answers on its topics"
    }

    // MARK: Answers

    private struct Envelope<Content: Decodable>: Decodable {
        var status: String?
        var data: Content?
        var error: String?

        /// True if the answer reports the outcome of the request.
        var isAnswer: Bool { status == "ok" && error == nil || error?.isEmpty == false }
    }

    private struct Nothing: Decodable {}

    private struct Moved: Decodable {
        var ok: Bool
        var n: String?
        var lat: Double?
        var lng: Double?
        var error: String?
        var message: String?
    }

    private func data<Content: Decodable>(_ answer: [UInt8]) -> Content? {
        Envelope<Content>(json: answer)?.data
    }

    private func show(_ answers: [[UInt8]]) -> Int32 {
        guard let last = answers.last else { return complain("there was no answer") }
        if case .move(let id, _) = action { return showMove(of: id.text, last) }
        let envelope = Envelope<Nothing>(json: last)
        guard envelope?.isAnswer == true else { return complain(Self.unreadable(last)) }
        if let error = envelope?.error {
            for line in error.split(separator: "\n") {
                Terminal.say(Terminal.printable(String(line)))
            }
            return ExitCode.failure
        }
        switch action {
        case .list:
            let panels = answers.flatMap { (data($0) as PanelListing?)?.panels ?? [] }
            if showsJSON { show(panels) } else { PanelTable(panels).show() }
        case .add:
            guard let added: PanelListing.Added = data(last) else { return complain(Self.unreadable(last)) }
            let panel = added.panel
            if showsJSON {
                show(panel)
            } else {
                say("\(panel.id) is in \(panel.place): \(PanelTable.widgets(of: panel))")
            }
        case .remove(let id):
            if showsJSON { show(["panel": id]) } else { say("\(id) is removed") }
        case .move: break
        }
        return 0
    }

    private func showMove(of id: String, _ answer: [UInt8]) -> Int32 {
        guard let moved = Moved(json: answer) else { return complain(Self.unreadable(answer)) }
        // Stored is moved: the weather there comes by itself.
        let isStored = moved.ok || moved.error == "upstream"
        guard isStored else {
            Terminal.say("\(id): \(Terminal.printable(moved.message ?? moved.error ?? "refused"))")
            return ExitCode.failure
        }
        if showsJSON {
            Terminal.show(Terminal.printable(String(decoding: answer, as: UTF8.self)) + "\n")
        } else if moved.ok {
            let position = [moved.lat, moved.lng].compactMap { $0.map { "\($0)" } }.joined(separator: ", ")
            say("\(id) is in \(moved.n ?? "a place without a name") (\(position))")
        } else {
            say("\(id) is on its way: the position is stored, the weather there is still to come")
        }
        return 0
    }

    private func say(_ line: String) { Terminal.show(Terminal.printable(line) + "\n") }

    private func show(_ value: some Encodable) {
        guard let json = try? value.encoded(isSlashEscaped: false) else { return }
        say(String(decoding: json, as: UTF8.self))
    }
}

/// Panels as a person reads them, one a line.
struct PanelTable {
    private let rows: [[String]]

    init(_ panels: [PanelListing.Panel]) {
        // Names of places come last: in many scripts nobody knows how wide they are.
        let head = ["id", "from", "status", "language", "widgets", "place"]
        rows =
            [head]
            + panels.map { panel in
                [panel.id, panel.from, panel.status, panel.language, Self.widgets(of: panel), panel.place]
            }
    }

    /// `weather (compact, frame; png 296x128), day (compact)`.
    static func widgets(of panel: PanelListing.Panel) -> String {
        panel.widgets.map { widget in
            let pictures =
                widget.pictures.map { "; \($0.forms.keys.sorted().joined(separator: ", ")) \($0.size)" } ?? ""
            return "\(widget.widget) (\(widget.encodings.keys.sorted().joined(separator: ", "))\(pictures))"
        }.joined(separator: ", ")
    }

    func show() {
        let widths = (0..<5).map { column in rows.map { $0[column].count }.max() ?? 0 }
        for row in rows {
            let cells = zip(row, widths).map { $0 + String(repeating: " ", count: $1 - $0.count) }
            Terminal.show(Terminal.printable((cells + row.suffix(1)).joined(separator: "  ")) + "\n")
        }
    }
}
