import Widgets

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// The arguments of `kiatsu draw`.
struct DrawArguments {
    /// The destination of the picture.
    enum Output: Equatable {
        case terminal
        /// `-` for standard output.
        case png(String)
        case svg(String)
    }

    let file: ConfigurationFile
    /// Nil for the only panel of the configuration, or with a sample for none.
    let panel: String?
    let widget: String?
    let size: PictureSize?
    let colors: PictureColors?
    let theme: PictureTheme?
    let language: String?
    let output: Output
    let graphics: TerminalGraphics
    let isSample: Bool
    let isWatching: Bool

    private static let known = [
        Arguments.Option(name: "widget", letter: "w", takesValue: true),
        Arguments.Option(name: "size", letter: "s", takesValue: true),
        Arguments.Option(name: "colors", letter: "C", takesValue: true),
        Arguments.Option(name: "theme", letter: "t", takesValue: true),
        Arguments.Option(name: "language", letter: "l", takesValue: true),
        Arguments.Option(name: "output", letter: "o", takesValue: true),
        Arguments.Option(name: "terminal", letter: "T", takesValue: false),
        Arguments.Option(name: "graphics", letter: "g", takesValue: true),
        Arguments.Option(name: "sample", letter: "S", takesValue: false),
        Arguments.Option(name: "watch", letter: "W", takesValue: false),
        ConfigurationFile.option, ConfigurationFile.help,
    ]

    init(_ words: [String]) throws(UsageError) {
        let arguments = try Arguments(words, knowing: Self.known, command: "draw")
        if arguments.options["help"] != nil { Help.show("draw") }
        file = ConfigurationFile(arguments)
        guard arguments.operands.count <= 1 else { throw Self.error("draws one panel at a time") }
        panel = arguments.operands.first
        widget = arguments.options["widget"]
        let names = Main.catalogue.widgets.map(\.name)
        if let widget, !names.contains(widget) {
            throw Self.error("there is no widget \(Terminal.printable(widget)), but \(names.joined(separator: ", "))")
        }
        size = try Self.size(arguments.options["size"])
        colors = try Self.word(arguments.options["colors"], "colors")
        theme = try Self.word(arguments.options["theme"], "theme")
        language = arguments.options["language"]
        if let language, OptionDescription.Format.language.normalized(language) == nil {
            throw Self.error("--language takes \(OptionDescription.Format.language.expected)")
        }
        graphics = try Self.word(arguments.options["graphics"], "graphics") ?? .auto
        isSample = arguments.options["sample"] != nil
        isWatching = arguments.options["watch"] != nil
        if isSample, isWatching { throw Self.error("a sample does not change: leave out --watch or --sample") }
        output = try Self.output(arguments.options["output"], terminal: arguments.options["terminal"] != nil)
        if output != .terminal, arguments.options["graphics"] != nil {
            throw Self.error("--graphics is for the terminal: leave out --output or --graphics")
        }
        guard output == .png("-") else { return }
        if isWatching { throw Self.error("--watch draws into a file or to the terminal") }
        guard isatty(STDOUT_FILENO) == 0 else {
            throw Self.error("standard output is a terminal, which shows no PNG: leave out --output, or name a file")
        }
    }

    private static func size(_ text: String?) throws(UsageError) -> PictureSize? {
        guard let text else { return nil }
        guard let size = PictureSize(text) else {
            throw error("--size takes 96x64 to 1600x1200, such as 296x128, and no \(Terminal.printable(text))")
        }
        return size
    }

    private static func word<Word: RawRepresentable<String> & CaseIterable>(
        _ text: String?,
        _ option: String
    ) throws(UsageError) -> Word? {
        guard let text else { return nil }
        guard let word = Word(rawValue: text) else {
            let words = Word.allCases.map(\.rawValue).joined(separator: ", ")
            throw error("--\(option) takes \(words), and no \(Terminal.printable(text))")
        }
        return word
    }

    private static func output(_ path: String?, terminal: Bool) throws(UsageError) -> Output {
        switch (path, terminal) {
        case (nil, _): return .terminal
        case (_?, true): throw error("--terminal and --output exclude each other")
        case (let path?, false):
            if path.hasSuffix(".svg") { return .svg(path) }
            guard path == "-" || path.hasSuffix(".png") else {
                throw error("--output takes a file whose name ends in .png or .svg, or - for PNG")
            }
            return .png(path)
        }
    }

    private static func error(_ problem: String) -> UsageError { UsageError(problem, command: "draw") }
}
