import Pictures
import Synchronization
import TestSupport
import Widgets

/// Stands for the program that draws, which has tests of its own: it does what a test says, and remembers what it was
/// asked for.
final class ScriptedDrawer: PictureDrawer {
    enum Step: Sendable {
        case draw
        /// A picture with this id, whatever it is of.
        case drawSame(id: UInt32)
        case drawBytes(count: Int)
        case drawWithout([MissingGlyph])
        case fail(PictureError)
        /// Waits for `goOn`, or for the task's end.
        case hang
    }

    private struct State {
        var script: @Sendable (PictureRequest) -> Step = { _ in .draw }
        var goesOn: AsyncStream<Void>.Continuation?
    }

    let requests = Recorder<PictureRequest>()
    private let state = Mutex(State())

    /// Takes `script` for all drawings from now on.
    func follow(_ script: @escaping @Sendable (PictureRequest) -> Step) {
        state.withLock { $0.script = script }
    }

    /// The first request since the mark that fulfils the condition, waiting for it where there is none yet.
    @discardableResult
    func request(
        since mark: Int = 0,
        where condition: @escaping @Sendable (PictureRequest) -> Bool
    ) async throws -> PictureRequest {
        try await requests.first(since: mark, where: condition)
    }

    /// Ends the drawing that hangs, with a picture.
    func goOn() { state.withLock { $0.goesOn }?.finish() }

    func draw(_ request: PictureRequest) async throws(PictureError) -> Picture {
        let (stream, continuation) = AsyncStream.makeStream(of: Void.self)
        let step = state.withLock { state in
            state.goesOn = continuation
            return state.script(request)
        }
        requests.append(request)
        switch step {
        case .draw: return .drawn(for: request, id: Self.id(of: request))
        case .drawSame(let id): return .drawn(for: request, id: id)
        case .drawBytes(let count):
            var picture = Picture.drawn(for: request, id: Self.id(of: request))
            picture.parts = [.init(form: 0, bytes: Array(repeating: 1, count: count))]
            return picture
        case .drawWithout(let missing):
            var picture = Picture.drawn(for: request, id: Self.id(of: request))
            picture.missing = missing
            return picture
        case .fail(let error): throw error
        case .hang:
            for await _ in stream {}
            if Task.isCancelled { throw .failed("given up") }
            return .drawn(for: request, id: Self.id(of: request))
        }
    }

    /// The same for equal requests, as pixels are.
    static func id(of request: PictureRequest) -> UInt32 {
        UInt32(truncatingIfNeeded: request.hashValue)
    }
}

/// The description of a picture, as a client that is not ours reads it.
struct ToldPicture: Decodable, Equatable {
    var id: UInt32
    var ts: Int
    var w: Int
    var h: Int
    var c: String
    var rot: Int
    var strips: Int?
    var rows: Int?
}
