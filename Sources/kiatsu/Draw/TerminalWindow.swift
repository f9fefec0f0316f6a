#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// The terminal that is written to.
struct TerminalWindow {
    let columns: Int
    let rows: Int
    /// In pixels; 0 where the terminal does not tell.
    var widthPixels = 0
    var heightPixels = 0

    /// Nil where standard output is none.
    static var current: TerminalWindow? {
        var size = winsize()
        guard unsafe ioctl(STDOUT_FILENO, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0, size.ws_row > 0 else {
            return nil
        }
        return TerminalWindow(
            columns: Int(size.ws_col),
            rows: Int(size.ws_row),
            widthPixels: Int(size.ws_xpixel),
            heightPixels: Int(size.ws_ypixel)
        )
    }
}
