import JSON
import Time
import Widgets

/// The tide as a document, and as a frame.
struct TideContent: WidgetContent {
    var entry: TideEntry
    var document: Document

    func topics(of encoding: Encoding, display: DisplaySettings) -> [ContentTopic] {
        encoding == .frame
            ? [ContentTopic("/frame", byteCount: TideFrame.byteCountWithoutName, hasText: true)]
            : document.topics(of: encoding, display: display)
    }

    func payloads(in context: PayloadContext) -> [[UInt8]] {
        guard context.encoding == .frame else { return document.payloads(in: context) }
        return context.payloads { _, capacity in
            let name = context.placeName.prefix(ofBytes: capacity - TideFrame.byteCountWithoutName)
            return TideFrame.encode(entry, name: name, isStale: context.isStale)
        }
    }
}

/// The frame, version 2: little-endian, packed, no padding.
///
///     at   type       field
///      0   u8         version, 2: no other widget's frame begins with it
///      1   u8         flags: bit 0 placeholder (sample data), bit 1 stale
///      2   u32        `ts`, start of the hour, Unix seconds
///      6   u16        level in centimetres above chart datum, two's complement
///      8   n bytes    the place's name, UTF-8
///     8+n  u16        CRC-16/CCITT-FALSE over all before it
package enum TideFrame {
    package static let version: UInt8 = 2
    package static let byteCountWithoutName = 10

    static func encode(_ entry: TideEntry, name: ArraySlice<UInt8>, isStale: Bool) -> [UInt8] {
        var frame = ByteWriter(capacity: byteCountWithoutName + name.count)
        frame.append(byte: version)
        frame.append(byte: (entry.isPlaceholder ? 1 : 0) | (isStale ? 2 : 0))
        frame.append(littleEndian: UInt32(entry.date.unixSeconds.clamped(to: Bounds.unixSeconds)))
        frame.append(littleEndian: UInt16(bitPattern: Int16(entry.level.clamped(to: TideEntry.levels))))
        frame.append(name)
        frame.append(littleEndian: CyclicRedundancyCheck.ccittFalse(frame.bytes))
        return frame.finish()
    }
}
