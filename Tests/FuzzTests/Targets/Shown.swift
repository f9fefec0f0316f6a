import Foundation
import HomeAssistant
import Payloads
import Time
import Timelines
import Upstreams
import Weather
import Widgets

/// The place and time of the targets, and the display of their input.
enum Shown {
    /// 2026-03-28T12:01:00Z.
    static let now = UTCInstant(unixSeconds: 1_774_699_260)
    static let place = GridCell(containing: .origin).center
    static let zones = HostTimeZones()

    /// A moment of the bytes' own, so that there is something of now in them; the clock's where that is no time to
    /// live.
    static func moment(near first: UTCInstant?) -> UTCInstant {
        guard let first, (0...4_102_444_800).contains(first.unixSeconds) else { return now }
        return first
    }

    private static let displays = [
        DisplaySettings(language: "ja", units: .metric, family: .large),
        DisplaySettings(
            language: "de",
            units: Units(temperature: .fahrenheit, pressure: .inchesOfMercury, wind: .milesPerHour),
            family: .medium
        ),
    ]

    private struct Room {
        var display: DisplaySettings
        var room: TopicRoom
        /// The widget's topic.
        var topic: String
    }

    private static func rooms(of widget: some Widget) -> [Room] {
        displays.flatMap { display in
            widget.encodings.compactMap { encoding in
                let bounds = EncodingBounds(of: widget, display: display, encoding: encoding)
                let room = try? TopicRoom(bounds, baseTopic: "kiatsu", panelID: "p")
                return room.map { Room(display: display, room: $0, topic: "kiatsu/p/\(widget.name)") }
            }
        }
    }

    private static let rooms = Dictionary(
        uniqueKeysWithValues: [any Widget].kiatsu.map { ($0.name, rooms(of: $0)) }
    )
    private static let frames = FrameCatalogue(.kiatsu)
    private static let rendering = TerminalRendering(usesColor: false)

    /// Makes all that is published of an entry: each packet within its limit, JSON where it says so.
    static func publish(_ entry: some WidgetEntry, of widget: some Widget, placeName: String = "世田谷区") {
        for room in rooms[widget.name] ?? [] {
            let context = DisplayContext(
                settings: room.display,
                placeName: placeName,
                hour: entry.date.hourStart,
                isStale: true
            )
            let content = entry.content(in: context)
            for payload in room.room.payloads(of: content, placeName: DisplayText(placeName), isStale: true) {
                let size = PacketBudget.packetSize(
                    topicBytes: room.topic.utf8.count + payload.topicSuffix.utf8.count,
                    payloadBytes: payload.bytes.count
                )
                promise(size <= room.room.encoding.packetLimit, "a packet of \(size) bytes")
                switch room.room.encoding {
                case .compact, .full: promise(isObject(payload.bytes), "no JSON object")
                case .fields: promise(String(validating: payload.bytes, as: UTF8.self) != nil, "no text")
                case .frame:
                    promise((try? frames.text(of: payload.bytes, rendering)).flatMap(\.self) != nil, "no frame")
                }
            }
            let readings = PanelStateDocument.written(entry.readings(in: context))
            let document = PanelStateDocument.payload(
                place: placeName,
                position: place,
                decimals: 2,
                readings: widget.readings,
                values: readings,
                isProblem: false
            )
            promise(isObject(document), "no JSON object for Home Assistant")
        }
    }

    /// True if the bytes are a JSON object.
    static func isObject(_ bytes: [UInt8]) -> Bool {
        struct Anything: Decodable { init(from decoder: any Decoder) {} }
        return (try? JSONDecoder().decode([String: Anything].self, from: Data(bytes))) != nil
    }
}

/// As the bridge knows time zones: the host's rules, and the table of places where nobody names one.
struct HostTimeZones: TimeZones {
    private let database = TimeZoneDatabase()
    private let table = GeoNames()

    func utcOffsetSeconds(in zone: String, at instant: UTCInstant) -> Int? {
        database.rules(for: zone)?.utcOffsetSeconds(at: instant)
    }

    func zone(at coordinate: Coordinate) -> String {
        let name = table.timeZone(near: coordinate)
        return database.rules(for: name) == nil ? "UTC" : name
    }
}
