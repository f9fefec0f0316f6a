package import Pictures
package import Time
import Widgets

/// The pictures that were drawn last, for panels that come to show the same; bounded by bytes.
package struct PictureCache: Sendable {
    private struct Entry {
        var picture: Picture
        var bytes: Int
        /// Counts the uses.
        var usedAt: Int
    }

    private static let overheadBytes = 1024

    private let mostBytes: Int
    private var entries: [PictureKey: Entry] = [:]
    private var byteCount = 0
    private var uses = 0

    package init(mostBytes: Int = 4 << 20) {
        self.mostBytes = mostBytes
    }

    /// The number of pictures in it.
    package var count: Int { entries.count }

    /// The picture drawn for a key; nil where it is not kept.
    package mutating func picture(for key: PictureKey) -> Picture? {
        uses += 1
        entries[key]?.usedAt = uses
        return entries[key]?.picture
    }

    /// Keeps a picture, in place of those that were not used for longest; not one that is larger than all.
    package mutating func keep(_ picture: Picture, for key: PictureKey) {
        let bytes = picture.parts.reduce(Self.overheadBytes) { $0 + $1.bytes.count }
        guard bytes <= mostBytes, entries[key] == nil else { return }
        while byteCount + bytes > mostBytes, let oldest = entries.min(by: { $0.value.usedAt < $1.value.usedAt }) {
            remove(oldest.key)
        }
        uses += 1
        byteCount += bytes
        entries[key] = Entry(picture: picture, bytes: bytes, usedAt: uses)
    }

    /// Forgets the pictures of other hours: nobody will show them again.
    package mutating func keep(only hour: UTCInstant) {
        for key in entries.keys where key.context.hour != hour { remove(key) }
    }

    private mutating func remove(_ key: PictureKey) {
        byteCount -= entries.removeValue(forKey: key)?.bytes ?? 0
    }
}
