import Dispatch

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// An operator's request by a signal.
package enum ControlSignal: Sendable, Equatable {
    /// SIGTERM or SIGINT.
    case stop
    /// SIGHUP.
    case reload
}

/// Turns SIGTERM, SIGINT and SIGHUP into a stream, from the moment it is made.
package final class ControlSignals {
    /// The signals, in the order of their arrival.
    package let stream: AsyncStream<ControlSignal>
    private let sources: [any DispatchSourceSignal]

    package init() {
        let (stream, continuation) = AsyncStream.makeStream(
            of: ControlSignal.self,
            bufferingPolicy: .bufferingNewest(8)
        )
        self.stream = stream
        sources = [(SIGTERM, ControlSignal.stop), (SIGINT, .stop), (SIGHUP, .reload)].map { number, meaning in
            // The default action would end the process before the source sees the signal.
            signal(number, SIG_IGN)
            let source = DispatchSource.makeSignalSource(signal: number)
            source.setEventHandler { @Sendable in continuation.yield(meaning) }
            source.activate()
            return source
        }
    }

    deinit {
        for source in sources { source.cancel() }
    }
}
