import BridgeClient
import Configuration
import JSON
import Messaging
import PictureProgram
import Pictures
import Support
import Time
import Widgets

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// `kiatsu draw`.
struct DrawCommand {
    let arguments: DrawArguments
    private let drawer: any PictureDrawer
    private let abilities: TerminalAbilities

    init(_ words: [String]) throws(UsageError) {
        arguments = try DrawArguments(words)
        let isAsked = arguments.output == .terminal && arguments.graphics == .auto && TerminalWindow.current != nil
        abilities = isAsked ? .current : .text
        drawer = PictureProgram(path: PictureProgram.installedPath, log: .command(.warning))
    }

    func run() async throws -> Int32 {
        guard !arguments.isSample else {
            guard let (settings, background) = try sampleSettings() else { return ExitCode.badConfiguration }
            return await draw(sample(of: settings, on: background)) ? 0 : ExitCode.failure
        }
        guard let (configuration, _) = arguments.file.loadOrComplain() else {
            Self.complain(Self.sampleHint)
            return ExitCode.badConfiguration
        }
        guard let panel = arguments.panel ?? configuration.onlyPanel else {
            throw Self.unnamedPanel(of: configuration)
        }
        guard arguments.isWatching else {
            guard case .picture(let request) = await asked(of: panel, configuration) else { return ExitCode.failure }
            return await draw(request) ? 0 : ExitCode.failure
        }
        return try await watch(panel, configuration)
    }

    private static let sampleHint = "--sample draws a sample without it"

    private static func unnamedPanel(of configuration: Configuration) -> UsageError {
        let names = configuration.panels.map(\.id).joined(separator: ", ")
        return UsageError("name a panel\(names.isEmpty ? "; kiatsu panel list" : ": \(names)")", command: "draw")
    }

    // MARK: What is drawn

    /// The widget that was asked for, or the first one, with its defaults.
    private var defaults: WidgetConfiguration? {
        let widget = arguments.widget.flatMap(Main.catalogue.widget) ?? Main.catalogue.widgets.first
        return widget.map(Main.catalogue.defaults)
    }

    /// The settings of a sample; nil, after a complaint, if a configuration was named and is invalid.
    ///
    /// A file that was not named is used if it can be read.
    private func sampleSettings() throws(UsageError) -> (WidgetConfiguration, background: [UInt8])? {
        let loaded: Configuration
        if arguments.panel != nil || arguments.file.isNamed {
            guard let (configuration, _) = arguments.file.loadOrComplain() else { return nil }
            loaded = configuration
        } else {
            guard let (configuration, _) = try? arguments.file.load() else { return defaults.map { ($0, []) } }
            loaded = configuration
        }
        return try settings(loaded).map { ($0, Self.background(of: $0, loaded)) }
    }

    /// The background that the file names for a widget; empty for none.
    private static func background(of settings: WidgetConfiguration?, _ configuration: Configuration) -> [UInt8] {
        settings.flatMap { configuration.backgrounds[$0.picture.background] } ?? []
    }

    /// The settings of a panel's widget in the file; the defaults if no panel is named or the panel lacks the widget.
    private func settings(_ configuration: Configuration) throws(UsageError) -> WidgetConfiguration? {
        guard let id = arguments.panel ?? configuration.onlyPanel else { return defaults }
        guard let panel = configuration.panels.first(where: { $0.id == id }) else {
            let names = configuration.panels.map(\.id).joined(separator: ", ")
            let panels = names.isEmpty ? "" : ", but \(names)"
            let problem = "\(arguments.file.path) has no panel \(Terminal.printable(id))\(panels)"
            throw UsageError(problem, command: "draw")
        }
        guard let widget = arguments.widget else { return panel.widgets.first }
        return panel.widgets.first { $0.widget == widget } ?? defaults
    }

    private func sample(of settings: WidgetConfiguration, on background: [UInt8]) -> PictureRequest? {
        guard let widget = Main.catalogue.widget(settings.widget) else { return nil }
        var settings = settings
        if let language = arguments.language { settings.display.language = language }
        do throws(PictureError) {
            let now = SystemWallClock().now
            return try PictureRequest(sampleOf: widget, settings, at: now, background: background)
        } catch {
            Self.complain("\(error)")
            return nil
        }
    }

    private struct Question: Encodable {
        var panel: String
        var widget: String?
    }

    private struct Answer: Decodable {
        var data: PanelPicture?
        var error: String?
    }

    /// The outcome of asking the bridge; everything but a picture has been reported.
    enum Asked {
        case picture(PictureRequest)
        /// The bridge refused the question.
        case refused
        case unanswered
    }

    /// The picture that the running bridge shows on the panel.
    func asked(of panel: String, _ configuration: Configuration) async -> Asked {
        let question = BridgeQuestion.request("panel/picture", Question(panel: panel, widget: arguments.widget))
        var payload: [UInt8] = []
        do throws(BridgeClientError) {
            try await BridgeClient(configuration.mqtt).ask(question) { answer in
                payload = answer
                return nil
            }
        } catch {
            Self.complain("\(error)")
            if !arguments.isWatching { Self.complain(Self.sampleHint) }
            return .unanswered
        }
        // The command is ending: the answer is of no use.
        guard !Task.isCancelled else { return .unanswered }
        let answer = Answer(json: payload)
        if var picture = answer?.data?.picture {
            // The answer lacks the background, which is a file on this machine.
            let settings = configuration.panels.first { $0.id == panel }?.widgets.first { $0.widget == picture.widget }
            picture.background = Self.background(of: settings, configuration)
            return .picture(picture)
        }
        let error = answer?.error ?? "the bridge's answer cannot be read: it is of another version"
        for line in error.split(separator: "\n") { Self.complain(String(line)) }
        return .refused
    }

    // MARK: Drawing

    /// Draws the picture and delivers it.
    private func draw(_ request: PictureRequest?) async -> Bool {
        guard let request else { return false }
        var warnings = MissingGlyphWarnings()
        return await draw(exactly: adjusted(request), &warnings)
    }

    /// The request with the command line's settings.
    func adjusted(_ request: PictureRequest) -> PictureRequest {
        var request = request
        let graphics = graphics(for: request)
        request.size = size(of: request, graphics)
        // Dots have no colours, and look best where each pixel is drawn as one.
        let isDotted = arguments.output == .terminal && graphics == .braille
        request.colors = arguments.colors ?? (isDotted ? .blackAndWhite : request.colors)
        request.theme = arguments.theme ?? request.theme
        request.context.settings.language = arguments.language ?? request.context.settings.language
        request.forms =
            switch arguments.output {
            case .terminal: graphics == .kitty ? [.png] : [.pixels]
            case .png: [.png]
            case .svg: [.svg]
            }
        return request
    }

    func draw(exactly request: PictureRequest, _ warnings: inout MissingGlyphWarnings) async -> Bool {
        do throws(PictureError) {
            let picture = try await drawer.draw(request)
            for line in warnings.lines(for: picture.missing) { Self.complain(line) }
            guard let bytes = picture.parts.first?.bytes else {
                Self.complain("the program that draws gave no picture")
                return false
            }
            return put(bytes, request)
        } catch {
            if !Task.isCancelled { Self.complain(error.advice) }
            return false
        }
    }

    /// The way to show a picture in the terminal.
    private func graphics(for request: PictureRequest) -> TerminalGraphics {
        guard arguments.graphics == .auto else { return arguments.graphics }
        return .best(for: arguments.size ?? request.size, in: .current, abilities)
    }

    /// The size asked for; in a terminal no larger than its window, as far as pictures can be so small.
    private func size(of request: PictureRequest, _ graphics: TerminalGraphics) -> PictureSize {
        if let size = arguments.size { return size }
        guard arguments.output == .terminal, let window = TerminalWindow.current else { return request.size }
        let room = graphics.room(in: window)
        let width = max(PictureSize.widths.lowerBound, min(request.size.width, room.width))
        let height = max(PictureSize.heights.lowerBound, min(request.size.height, room.height))
        return PictureSize(width: width, height: height) ?? request.size
    }

    private func put(_ bytes: [UInt8], _ request: PictureRequest) -> Bool {
        switch arguments.output {
        case .terminal:
            let graphics = graphics(for: request)
            let isClearing = arguments.isWatching && TerminalWindow.current != nil
            let images = graphics == .kitty ? GraphicsSequences.kittyClearing : ""
            let clearing = isClearing ? images + "\u{1B}[H\u{1B}[2J" : ""
            return putOut(Array((clearing + text(of: bytes, request.size, graphics)).utf8))
        case .png("-"):
            return putOut(bytes)
        case .png(let path), .svg(let path):
            do throws(FileError) {
                try WholeFile.replace(path, with: bytes)
            } catch {
                Self.complain("\(path) cannot be written: \(error)")
                return false
            }
            Self.complain("\(path): \(request.size.text), \(bytes.count) bytes")
            return true
        }
    }

    private func text(of bytes: [UInt8], _ size: PictureSize, _ graphics: TerminalGraphics) -> String {
        let picture = TerminalPicture(bytes: bytes, width: size.width, height: size.height)
        let columns = TerminalWindow.current?.columns ?? size.width
        return switch graphics {
        case .kitty: GraphicsSequences.kitty(png: bytes)
        case .sixel: GraphicsSequences.sixel(bytes, width: size.width, height: size.height)
        case .braille: picture.dots(columns: columns)
        case .auto, .blocks: picture.text(columns: columns, usesColor: Terminal.showsColor)
        }
    }

    private func putOut(_ bytes: [UInt8]) -> Bool {
        do throws(FileError) {
            try WholeFile.write(bytes, to: STDOUT_FILENO)
            return true
        } catch {
            Self.complain("standard output cannot be written: \(error)")
            return false
        }
    }

    static func complain(_ line: String) { Terminal.say(Terminal.printable(line)) }
}

extension Configuration {
    /// The only panel's id; nil if there are more.
    fileprivate var onlyPanel: String? { panels.count == 1 ? panels.first?.id : nil }
}
