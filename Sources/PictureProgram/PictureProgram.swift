package import Pictures
package import Support

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// Draws with `kiatsu-draw`, a program of its own that is started at the first need and ended when there is none.
///
/// So Pango, its memory and whatever a text may do to it stay out of the bridge: a drawing can fail, and take no more
/// than its time. Any number of callers may ask at once; they are served one after the other, in their order.
package final class PictureProgram: PictureDrawer {
    private let engine: PictureEngine

    /// `path` is where the program is; nothing is started yet.
    package init(path: String, limits: PictureLimits = PictureLimits(), log: Logger) {
        engine = PictureEngine(path: path, limits: limits, log: log)
    }

    deinit { engine.shutDown() }

    /// The program that was installed together with this one: `kiatsu-draw` in the same directory.
    package static var installedPath: String {
        let most = Int(PATH_MAX)
        let bytes = unsafe [UInt8](unsafeUninitializedCapacity: most) { buffer, filled in
            let base = unsafe UnsafeMutableRawPointer(buffer.baseAddress)?.assumingMemoryBound(to: CChar.self)
            filled = unsafe base.map { unsafe max(0, readlink("/proc/self/exe", $0, most)) } ?? 0
        }
        // Without /proc there is nothing to go by but where programs are usually installed.
        let directory = bytes.lastIndex(of: UInt8(ascii: "/")).map { bytes[..<$0] } ?? ArraySlice("/usr/bin".utf8)
        return String(decoding: directory, as: UTF8.self) + "/kiatsu-draw"
    }

    /// Returns the picture, or throws why there is none: then it is for the caller to say whether to ask again.
    ///
    /// A request that ends the program fails, and those that wait go on with a new one. Cancelling the task gives the
    /// drawing up at once, with ``PictureError/failed(_:)``.
    package func draw(_ request: PictureRequest) async throws(PictureError) -> Picture {
        try await engine.draw(request).get()
    }

    /// Returns true once the thread has given a sign of life, which it does between two drawings, or where none runs;
    /// false when the task is cancelled.
    package func isAlive() async -> Bool { await engine.isAlive() }

    /// Ends all drawings, later ones too, and the program, and returns when it is gone.
    package func shutDown() {
        engine.shutDown()
    }
}

/// The limits for the drawing program.
package struct PictureLimits: Sendable {
    /// For one drawing, the start of the program included, waiting for others not.
    package var drawingTime: Duration = .seconds(20)
    /// Without a request, until the program is ended to give its memory back.
    package var idleTime: Duration = .seconds(300)
    /// The drawings after which a new program takes over, in case a library leaks memory.
    package var drawingsOfAProgram = 2_000
    /// Requests that wait for others.
    package var waiting = 256

    package init() {}
}
