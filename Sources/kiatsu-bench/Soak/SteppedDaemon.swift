import Configuration
import Daemon
import PictureProgram
import Support
import Time
import Upstreams
import Widgets

/// The bridge as `kiatsu run` runs it, but for its clock, which standard input sets.
///
/// It takes a line each: `clock <Unix seconds>`, `reload`, and `heap`, which is answered with a line. The end of input
/// stops it.
enum SteppedDaemon {
    static func run(configuration path: String, from start: UTCInstant) async throws {
        Heap.share()
        let load: Daemon.Load = { () throws(ConfigurationErrors) in
            try Configuration.load(path: path, environment: [:], catalogue: .kiatsu) { _, _, _, _ in nil }
                .configuration
        }
        let clock = SteppedClock(now: start)
        let (signals, continuation) = AsyncStream.makeStream(of: ControlSignal.self)
        try Thread.start("commands") {
            while let line = readLine() {
                let words = line.split(separator: " ")
                if words == ["reload"] { continuation.yield(.reload) }
                if words == ["heap"] { HeapFigures.tellOwn() }
                if words.first == "clock", let seconds = words.last.flatMap({ Int($0) }) {
                    clock.set(to: UTCInstant(unixSeconds: seconds))
                }
            }
            continuation.yield(.stop)
        }
        let log = Logger(level: .warning, clock: clock)
        let drawer = PictureProgram(path: PictureProgram.installedPath, log: log)
        defer { drawer.shutDown() }
        try await Daemon(load: load, clock: clock, drawer: drawer, log: log).run(try load(), signals: signals)
    }
}
