import Time
import Weather
package import Widgets

extension WeatherEntry {
    /// The entry in one encoding: one payload a topic, in the order of ``WeatherEncoding/topicSuffixes``.
    ///
    /// `isStale` is whether the forecast is older than this hour's reload should have left it; only the frame says
    /// it. The name is cut where the room asks for it.
    package func payloads(name: PlaceName, isStale: Bool, room: TopicRoom) -> [Payload] {
        switch room.encoding {
        case .compact:
            let json = compactJSON(name: name.prefix(ofEscapedBytes: room.nameBytes))
            return [Payload(json, topicSuffix: "", room: room)]
        case .full:
            let json = fullJSON(name: name.prefix(ofEscapedBytes: room.nameBytes))
            return [Payload(json, topicSuffix: "/full", room: room)]
        case .fields:
            let name = name.prefix(ofBytes: room.nameBytes)
            return WeatherField.allCases.map { field in
                Payload(bytes(of: field, name: name), topicSuffix: field.topicSuffix, room: room)
            }
        case .frame:
            // The name's length is one byte.
            let cut = name.prefix(ofBytes: min(room.nameBytes, Int(UInt8.max)))
            let frame = WeatherFrame.encode(self, name: cut, isNameCut: cut.count < name.bytes.count, isStale: isStale)
            return [Payload(frame, topicSuffix: "/frame", room: room)]
        }
    }

    /// ``date`` in Unix seconds, the nearest hour that payloads can carry.
    var timestamp: Int { date.unixSeconds.clamped(to: 0...WeatherBounds.seconds.upperBound / 3600 * 3600) }

    /// ``obtained`` in Unix seconds, the nearest that payloads can carry.
    var obtainedTimestamp: Int? { obtained.map { $0.unixSeconds.clamped(to: WeatherBounds.seconds) } }
}
