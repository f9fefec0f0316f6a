import Support
import Text
import Widgets

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// The way in which a terminal is shown a picture.
enum TerminalGraphics: String, CaseIterable {
    /// The best that the terminal has.
    case auto
    /// The graphics of kitty, as PNG (https://sw.kovidgoyal.net/kitty/graphics-protocol).
    case kitty
    /// The graphics of DEC's terminals.
    case sixel
    /// Dots, two by four a character.
    case braille
    /// Half blocks, two pixels a character, one above the other.
    case blocks

    /// A character's size in pixels where the terminal does not tell.
    private static let cell = (width: 8, height: 16)

    /// The way for a picture of this size in a window: graphics if the terminal has them, blocks where they have room
    /// for each pixel or dots cannot be shown, else dots.
    static func best(for size: PictureSize, in window: TerminalWindow?, _ abilities: TerminalAbilities) -> Self {
        guard let window else { return .blocks }
        if abilities.hasKitty { return .kitty }
        if abilities.hasSixel { return .sixel }
        let fits = size.width <= window.columns && size.height <= 2 * (window.rows - 1)
        return fits || !abilities.hasBraille ? .blocks : .braille
    }

    /// The most pixels that a window shows, without its last line.
    func room(in window: TerminalWindow) -> (width: Int, height: Int) {
        let rows = window.rows - 1
        switch self {
        case .kitty, .sixel:
            guard window.widthPixels > 0, window.heightPixels > 0 else {
                return (window.columns * Self.cell.width, rows * Self.cell.height)
            }
            return (window.widthPixels, window.heightPixels * rows / window.rows)
        case .braille: return (2 * window.columns, 4 * rows)
        case .auto, .blocks: return (window.columns, 2 * rows)
        }
    }
}

/// The graphics that a terminal can show besides text.
struct TerminalAbilities: Equatable {
    var hasKitty = false
    var hasSixel = false
    var hasBraille = true

    /// A terminal that says nothing of itself.
    static let text = TerminalAbilities()

    /// Those of the terminal that standard output is; asked for, with a time limit, unless its name says that it would
    /// not understand the question.
    static var current: TerminalAbilities {
        guard let name = unsafe getenv("TERM").map({ unsafe String(cString: $0) }), !name.isEmpty, name != "dumb" else {
            return .text
        }
        // The console's fonts have no dots.
        guard name != "linux" else { return TerminalAbilities(hasBraille: false) }
        return TerminalAbilities(answer: TerminalQuestion.ask())
    }

    init(hasKitty: Bool = false, hasSixel: Bool = false, hasBraille: Bool = true) {
        self.hasKitty = hasKitty
        self.hasSixel = hasSixel
        self.hasBraille = hasBraille
    }

    /// Reads a terminal's answer to ``TerminalQuestion``.
    init(answer: [UInt8]) {
        let text = String(decoding: answer, as: UTF8.self)
        hasKitty = text.contains(substring: "\u{1B}_Gi=\(TerminalQuestion.pictureID);OK")
        guard let start = text.firstRange(ofSubstring: "\u{1B}[?")?.upperBound,
            let end = text[start...].firstIndex(of: "c")
        else { return }
        // The first number is the terminal's class, 4 among the others is sixel.
        hasSixel = text[start..<end].split(separator: ";").dropFirst().contains("4")
    }
}

/// The question to a terminal what it can show: one of kitty's, and one that every terminal answers behind it.
enum TerminalQuestion {
    static let pictureID = 31
    private static let question = "\u{1B}_Gi=\(pictureID),s=1,v=1,a=q,t=d,f=24;AAAA\u{1B}\\\u{1B}[c"
    private static let mostMilliseconds = 300
    private static let mostBytes = 1024
    private static let interrupt: UInt8 = 0x03

    /// The answer; empty of a terminal that gives none in time, or where this process is in the background.
    static func ask() -> [UInt8] {
        let terminal = unsafe open("/dev/tty", O_RDWR | O_NOCTTY | O_CLOEXEC)
        guard terminal >= 0 else { return [] }
        defer { close(terminal) }
        var settings = termios()
        guard tcgetpgrp(terminal) == getpgrp(), unsafe tcgetattr(terminal, &settings) == 0 else { return [] }
        // A signal in between would leave the terminal as it is set here.
        var all = sigset_t()
        var before = sigset_t()
        unsafe sigfillset(&all)
        unsafe pthread_sigmask(SIG_BLOCK, &all, &before)
        var silent = settings
        silent.c_lflag &= ~tcflag_t(ICANON | ECHO | ISIG)
        var answer: [UInt8] = []
        if unsafe tcsetattr(terminal, TCSANOW, &silent) == 0 {
            answer = exchange(terminal)
            unsafe tcsetattr(terminal, TCSANOW, &settings)
        }
        unsafe pthread_sigmask(SIG_SETMASK, &before, nil)
        if answer.contains(interrupt) { raise(SIGINT) }
        return answer
    }

    private static func exchange(_ terminal: Int32) -> [UInt8] {
        do throws(FileError) {
            try WholeFile.write(Array(question.utf8), to: terminal)
        } catch {
            return []
        }
        var answer: [UInt8] = []
        let end = milliseconds + mostMilliseconds
        while answer.count < mostBytes, !isWhole(answer) {
            var descriptors = [pollfd(fd: terminal, events: Int16(POLLIN), revents: 0)]
            guard unsafe poll(&descriptors, 1, Int32(max(0, end - milliseconds))) > 0 else { break }
            var bytes = [UInt8](repeating: 0, count: 128)
            let count = unsafe read(terminal, &bytes, bytes.count)
            guard count > 0 else { break }
            answer += bytes[..<count]
        }
        return answer
    }

    /// True once the answer that every terminal gives has come: `ESC [ ? … c`.
    private static func isWhole(_ answer: [UInt8]) -> Bool {
        let text = String(decoding: answer, as: UTF8.self)
        guard let start = text.firstRange(ofSubstring: "\u{1B}[?")?.upperBound else { return false }
        return text[start...].contains("c")
    }

    private static var milliseconds: Int {
        var time = timespec()
        unsafe clock_gettime(CLOCK_MONOTONIC, &time)
        return time.tv_sec * 1000 + time.tv_nsec / 1_000_000
    }
}
