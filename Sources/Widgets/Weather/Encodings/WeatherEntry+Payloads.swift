import Time
import Weather

extension WeatherEntry: WidgetContent {
    /// The topics of an encoding of the largest entry.
    package func topics(of encoding: Encoding, display: DisplaySettings) -> [ContentTopic] {
        WeatherBounds(largest: self, display: display).topics(of: encoding)
    }

    /// The entry in the context's encoding: one payload a topic.
    ///
    /// Only the frame says that the forecast is stale. The name is cut where the capacity asks for it: to the same
    /// length whatever the hour's values are, so that it is not cut here in one hour and there in the next.
    package func payloads(in context: PayloadContext) -> [[UInt8]] {
        let (display, name) = (context.display, context.placeName)
        if context.encoding == .fields {
            var fields = WeatherField.allCases.lazy.filter { $0.isShown(in: display) }.makeIterator()
            return context.payloads { _, capacity in
                guard let field = fields.next() else { return [] }
                // A payload that the name has to itself.
                let name = name.prefix(ofBytes: capacity)
                return bytes(of: field, name: name, display: display, capacity: capacity)
            }
        }
        return context.payloads { topic, capacity in
            let left = capacity - topic.byteCount
            return switch context.encoding {
            case .compact: compactJSON(name: name.prefix(ofEscapedBytes: left), left: left)
            case .full, .fields:
                fullJSON(name: name.prefix(ofEscapedBytes: left), display: display, capacity: capacity)
            case .frame: frame(name: name, bytes: left, isStale: context.isStale)
            }
        }
    }

    private func frame(name: DisplayText, bytes: Int, isStale: Bool) -> [UInt8] {
        // The name's length is one byte.
        let cut = name.prefix(ofBytes: min(bytes, Int(UInt8.max)))
        return WeatherFrame.encode(self, name: cut, isNameCut: cut.count < name.bytes.count, isStale: isStale)
    }

    /// ``date`` in Unix seconds, the nearest hour that payloads can carry.
    var timestamp: Int { date.unixSeconds.clamped(to: 0...Bounds.latestHour.unixSeconds) }

    /// ``obtained`` on the place's clocks; nil for a sample.
    var obtainedClock: String? {
        obtainedTimestamp.map {
            let minutes = utcOffsetMinutes.clamped(to: Bounds.utcOffsetMinutes)
            return UTCInstant(unixSeconds: $0).clock(utcOffsetMinutes: minutes)
        }
    }

    /// ``obtained`` in Unix seconds, the nearest that payloads can carry.
    var obtainedTimestamp: Int? { obtained.map { $0.unixSeconds.clamped(to: Bounds.unixSeconds) } }
}
