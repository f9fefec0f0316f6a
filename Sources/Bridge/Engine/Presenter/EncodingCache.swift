import HomeAssistant
import Payloads
import Time
import Widgets

/// Encoded entries by what they depend on, so that panels of a place share them; lives for one round of publishing.
struct EncodingCache {
    /// The content that is shown, with its settings.
    private struct Shown: Hashable {
        var timelineSet: TimelineSetID
        var subject: TimelineSubject
        // The hour or the forecast may change while a round waits for space in the outbox.
        var date: UTCInstant
        var obtained: UTCInstant?
        var hour: UTCInstant
        var name: String
        var isStale: Bool
        var options: [String: String]

        init(_ entry: AnyEntry, obtained: UTCInstant?, _ widget: WidgetState, _ context: DisplayContext) {
            timelineSet = widget.timelineSet
            subject = widget.shown
            date = entry.date
            self.obtained = obtained
            hour = context.hour
            name = context.placeName
            isStale = context.isStale
            options = context.options
        }
    }

    private struct Key: Hashable {
        var shown: Shown
        var room: TopicRoom
    }

    private struct ReadingKey: Hashable {
        var shown: Shown
        var settings: DisplaySettings
    }

    private static let mostEntries = 512

    private var payloads: [Key: [Payload]] = [:]
    private var readings: [ReadingKey: [String: [UInt8]]] = [:]

    mutating func payloads(
        of entry: AnyEntry,
        obtained: UTCInstant?,
        shown widget: WidgetState,
        in context: DisplayContext,
        room: TopicRoom
    ) -> [Payload] {
        let key = Key(shown: Shown(entry, obtained: obtained, widget, context), room: room)
        if let known = payloads[key] { return known }
        if payloads.count >= Self.mostEntries { payloads.removeAll(keepingCapacity: true) }
        let made = room.payloads(
            of: entry.base.content(in: context),
            placeName: DisplayText(context.placeName),
            isStale: context.isStale
        )
        payloads[key] = made
        return made
    }

    /// The readings of an entry for home automation as JSON, by name.
    mutating func readings(
        of entry: AnyEntry,
        obtained: UTCInstant?,
        shown widget: WidgetState,
        in context: DisplayContext
    ) -> [String: [UInt8]] {
        let key = ReadingKey(shown: Shown(entry, obtained: obtained, widget, context), settings: context.settings)
        if let known = readings[key] { return known }
        if readings.count >= Self.mostEntries { readings.removeAll(keepingCapacity: true) }
        let made = PanelStateDocument.written(entry.base.readings(in: context))
        readings[key] = made
        return made
    }
}

/// The encodings before and after, in one round of publishing differences.
struct EncodingCaches {
    var old = EncodingCache()
    var new = EncodingCache()
}
