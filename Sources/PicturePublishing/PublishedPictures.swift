package import Messaging
package import Pictures
package import Time
import Topics
import Widgets

/// The pictures on the broker for each drawn widget, so that only differences are published.
package struct PublishedPictures: Sendable {
    /// The messages that a reader has on a group of topics.
    private struct Sent {
        /// Another one for other bytes.
        var fingerprint: Int
        /// The time at which the broker deletes it.
        var expires: UTCInstant

        /// A message that would be gone so soon is sent again with the next picture, be it the same.
        private static let renewal = Duration.seconds(2 * 3600)

        /// True if it is the same and lasts long enough.
        func stays(insteadOf new: Sent, at now: UTCInstant) -> Bool {
            let lapsesSoon = expires - now < Self.renewal && expires < new.expires
            // A message that expires after the new one was sent before the clock was set back, so it does not stay.
            return fingerprint == new.fingerprint && !lapsesSoon && expires <= new.expires
        }
    }

    /// On the heap, and shared by all the panels that show the picture.
    private indirect enum SharedKey {
        case key(PictureKey)
    }

    private struct Record {
        var sharedKey: SharedKey
        /// All forms but the label; nil where the broker does not have them.
        var pixels: Sent?
        var label: Sent?

        var key: PictureKey {
            switch sharedKey {
            case .key(let key): key
            }
        }
    }

    private var records: [PictureTarget: Record] = [:]
    /// The last key that was published: the panels that show it come one after the other.
    private var lastKey: SharedKey?

    /// The number of drawn widgets with a picture on the broker.
    package var count: Int { records.count }

    /// True if this was published last.
    package func has(_ wanted: WantedPicture) -> Bool { records[wanted.target]?.key == wanted.key }

    /// Forgets those that are not drawn any more.
    package mutating func keep(only isDrawn: (PictureTarget) -> Bool) {
        records = records.filter { isDrawn($0.key) }
        lastKey = nil
    }

    /// Makes a widget's picture count as not published.
    package mutating func forget(_ target: PictureTarget) { records[target] = nil }

    /// The broker may have lost everything.
    package mutating func forgetAll() { self = PublishedPictures() }

    /// Leaves a picture out that can never be published, until another one is wanted.
    package mutating func pass(over wanted: WantedPicture) {
        records[wanted.target] = Record(sharedKey: shared(wanted.key))
    }

    /// The messages that publish a picture for a widget, its description last; from then on it counts as published.
    package mutating func publish(
        _ picture: Picture,
        as wanted: WantedPicture,
        in room: PictureRoom,
        at now: UTCInstant
    ) -> [OutgoingMessage] {
        let key = wanted.key
        let before = records[wanted.target].flatMap { $0.key.isPublished(like: key) ? $0 : nil }
        let all = picture.messages(key, in: room)
        var record = Record(sharedKey: shared(key))
        var messages: [OutgoingMessage] = []
        if let label = all.label {
            let sent = Sent(fingerprint: label.payload.hashValue, expires: wanted.expires)
            let isKept = before?.label.map { $0.stays(insteadOf: sent, at: now) } ?? false
            record.label = isKept ? before?.label : sent
            if !isKept { messages.append(label) }
        }
        if !all.pixels.isEmpty {
            let sent = Sent(fingerprint: Int(picture.id), expires: wanted.expires)
            let isKept = before?.pixels.map { $0.stays(insteadOf: sent, at: now) } ?? false
            record.pixels = isKept ? before?.pixels : sent
            if !isKept { messages += all.pixels }
            // If the pixels are the same in another hour, only the description is published.
            if !isKept || before?.key.context.hour != key.context.hour {
                let description = PictureDescription(
                    of: picture,
                    hour: key.context.hour,
                    size: key.size,
                    colors: key.colors,
                    rotation: key.rotation,
                    forms: key.forms
                )
                messages.append(OutgoingMessage(topic: room.imageTopic, payload: description.payload))
            }
        }
        records[wanted.target] = record
        for index in messages.indices {
            messages[index].isPatient = true
            messages[index].lifetime = wanted.expires - now
        }
        return messages
    }

    private mutating func shared(_ key: PictureKey) -> SharedKey {
        if let lastKey, case .key(let known) = lastKey, known == key { return lastKey }
        let made = SharedKey.key(key)
        lastKey = made
        return made
    }
}

extension Picture {
    /// All messages but the one that tells of the picture as a whole.
    ///
    /// The label is nil where none is asked for, and empty where none fits or nothing to write: an older
    /// one must not stay.
    fileprivate func messages(
        _ key: PictureKey,
        in room: PictureRoom
    ) -> (pixels: [OutgoingMessage], label: OutgoingMessage?) {
        var pixels: [OutgoingMessage] = []
        var label: OutgoingMessage?
        for (index, form) in key.forms.enumerated() {
            let parts = parts.filter { $0.form == index }
            guard form.format != .label else {
                label = OutgoingMessage(topic: room.labelTopic, payload: parts.first?.bytes ?? [])
                continue
            }
            // If the drawer gives more parts than were requested, those without a topic are left out.
            for (topic, part) in zip(room.topics(ofForm: form), parts) {
                pixels.append(OutgoingMessage(topic: topic, payload: part.bytes))
            }
        }
        return (pixels, label)
    }

    /// At most what one panel's messages of it take of the bytes that may wait for the broker.
    package func pendingBytes(in room: PictureRoom) -> Int {
        let longestTopic = room.imageTopic + Topics.stripSuffix(1000)
        let empty = Client.pendingBytes(of: OutgoingMessage(topic: longestTopic, payload: []))
        // Two more for the label and the description.
        return parts.reduce(0) { $0 + $1.bytes.count + empty } + 2 * empty + 256
    }
}
