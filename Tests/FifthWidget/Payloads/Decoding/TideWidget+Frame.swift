package import Payloads
import Time
import Widgets

extension TideWidget: FramedWidget {
    package var frameVersion: UInt8 { TideFrame.version }

    /// The place and the hour, and the level in centimetres.
    package func text(ofFrame frame: [UInt8], _ rendering: TerminalRendering) throws(FrameError) -> String {
        guard frame.count >= TideFrame.byteCountWithoutName else {
            throw .tooShort(byteCount: frame.count, atLeast: TideFrame.byteCountWithoutName)
        }
        let body = frame.dropLast(2)
        let computed = CyclicRedundancyCheck.ccittFalse(body)
        let found = UInt16(frame[body.count]) | UInt16(frame[body.count + 1]) << 8
        guard computed == found else { throw .check(computed: computed, found: found) }
        guard let name = String(validating: body.dropFirst(8), as: UTF8.self) else { throw .nameNotUTF8 }
        let seconds = frame[2..<6].reversed().reduce(0) { $0 << 8 | Int($1) }
        let level = Int16(bitPattern: UInt16(frame[6]) | UInt16(frame[7]) << 8)
        let marks = [frame[1] & 1 == 1 ? "SAMPLE DATA" : nil, frame[1] & 2 == 2 ? "STALE" : nil].compactMap(\.self)
        let head = "\(DisplayText(name).text)  \(UTCInstant(unixSeconds: seconds).iso8601)"
        return ([head, "\(level) cm"] + marks).map { $0 + "\n" }.joined()
    }
}
