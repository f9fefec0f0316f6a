import Foundation
import TestSupport
import Testing
import Time

/// The capture as `timeformat=unixtime` would have given it, and the first time in that section of it; the captures
/// have local times without an offset.
func openMeteoCapture(_ name: String, startingWith section: String) throws -> (json: String, start: UTCInstant) {
    let document = try JSONSerialization.jsonObject(with: Data(Captures.text("openmeteo/" + name).utf8))
    var start = Int.max
    func converted(_ place: Any) throws -> [String: Any] {
        var place = try #require(place as? [String: Any])
        guard let offset = place["utc_offset_seconds"] as? Int else { return place }
        func seconds(_ text: String) throws -> Int {
            let time = text.contains("T") ? text : text + "T00:00"
            return try Int(Date(time + ":00Z", strategy: .iso8601).timeIntervalSince1970) - offset
        }
        for name in ["current", "hourly", "daily"] {
            guard var columns = place[name] as? [String: Any] else { continue }
            if let texts = columns["time"] as? [String] {
                let times = try texts.map(seconds)
                columns["time"] = times
                if name == section { start = min(start, times.min() ?? start) }
            } else if let text = columns["time"] as? String {
                let time = try seconds(text)
                columns["time"] = time
                if name == section { start = min(start, time) }
            }
            place[name] = columns
        }
        return place
    }
    let result: Any =
        if let places = document as? [Any] { try places.map(converted) } else { try converted(document) }
    let json = try String(decoding: JSONSerialization.data(withJSONObject: result), as: UTF8.self)
    return (json, UTCInstant(unixSeconds: start == .max ? 0 : start))
}
