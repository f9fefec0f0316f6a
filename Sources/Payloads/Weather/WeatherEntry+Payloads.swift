import Time
import Weather
import Widgets

extension WeatherEntry {
    /// The entry in the room's encoding: one payload per topic.
    ///
    /// `isStale` marks a forecast older than this hour's reload should have left it; only the frame carries it. The
    /// name is cut to the room, to the same length whatever the hour's values are, so that it does not change from hour
    /// to hour.
    func payloads(name: DisplayText, isStale: Bool, room: TopicRoom) -> [Payload] {
        let display = room.bounds.display
        if room.encoding == .fields {
            let fields = WeatherField.allCases.lazy.filter { $0.isShown(in: display) }
            return zip(room.bounds.topics, fields).map { topic, field in
                // A topic that carries the name alone.
                let capacity = room.capacity(of: topic)
                let name = name.prefix(ofBytes: capacity)
                let bytes = bytes(of: field, name: name, display: display, capacity: capacity)
                return Payload(bytes, on: topic, in: room)
            }
        }
        return room.bounds.topics.map { topic in
            let capacity = room.capacity(of: topic)
            let left = capacity - topic.byteCount
            let bytes =
                switch room.encoding {
                case .compact: compactJSON(name: name.prefix(ofEscapedBytes: left), left: left)
                case .full, .fields:
                    fullJSON(name: name.prefix(ofEscapedBytes: left), display: display, capacity: capacity)
                case .frame: frame(name: name, bytes: left, isStale: isStale)
                }
            return Payload(bytes, on: topic, in: room)
        }
    }

    private func frame(name: DisplayText, bytes: Int, isStale: Bool) -> [UInt8] {
        // The name's length is one byte.
        let cut = name.prefix(ofBytes: min(bytes, Int(UInt8.max)))
        return WeatherFrame.encode(self, name: cut, isNameCut: cut.count < name.bytes.count, isStale: isStale)
    }

    /// ``date`` in Unix seconds, clamped to the hours that payloads can carry.
    var timestamp: Int { date.unixSeconds.clamped(to: 0...Bounds.latestHour.unixSeconds) }

    /// ``obtained`` on the place's clocks; nil for a sample.
    var obtainedClock: String? {
        obtainedTimestamp.map {
            let minutes = utcOffsetMinutes.clamped(to: Bounds.utcOffsetMinutes)
            return UTCInstant(unixSeconds: $0).clock(utcOffsetMinutes: minutes)
        }
    }

    /// ``obtained`` in Unix seconds, clamped to what payloads can carry.
    var obtainedTimestamp: Int? { obtained.map { $0.unixSeconds.clamped(to: Bounds.unixSeconds) } }
}
