import JSON
package import Time
package import Widgets

/// A sample of a widget in each of its encodings, made at once and without a network.
package struct Snapshot: Sendable {
    /// In the order of the encodings and their topics.
    package let payloads: [(encoding: Encoding, payload: Payload)]
    private let widget: any Widget
    private let language: String

    /// The sample for the hour of `now`, as a panel with these settings would have it on a short topic.
    package init(of widget: any Widget, _ settings: WidgetConfiguration, at now: UTCInstant) {
        let entry: any WidgetEntry = widget.sample(at: now)
        let context = DisplayContext(
            settings: settings.display,
            options: settings.options,
            placeName: Words.sampleName(language: settings.display.language),
            hour: now.hourStart,
            isStale: false
        )
        self.widget = widget
        language = settings.display.language
        let content = entry.content(in: context)
        payloads = settings.encodings.flatMap { encoding -> [(Encoding, Payload)] in
            let bounds = EncodingBounds(of: widget, display: settings.display, encoding: encoding)
            // The shortest possible topic leaves enough bytes for every widget.
            guard let room = try? TopicRoom(bounds, baseTopic: "k", panelID: "p") else { return [] }
            let name = DisplayText(context.placeName)
            return room.payloads(of: content, placeName: name, isStale: false).map { (encoding, $0) }
        }
    }

    /// `{"widget":"day","title":"Day","about":"The date
    /// …","compact":{…},"full":{…},"fields":{"date":"…"},"frame":"<hexadecimal>"}`.
    package var json: [UInt8] {
        var text = Array("{\"widget\":\"\(widget.name)\"".utf8)
        let title = widget.words.title(in: language)
        let about = widget.words.summary(in: language)
        // Neither contains a character that JSON escapes.
        text += Array(",\"title\":\"\(title)\",\"about\":\"\(about)\"".utf8)
        var fields: [String: String] = [:]
        for (encoding, payload) in payloads {
            switch encoding {
            case .compact, .full: text += Array(",\"\(encoding.rawValue)\":".utf8) + payload.bytes
            case .frame: text += Array(",\"frame\":\"\(Self.hexadecimal(payload.bytes))\"".utf8)
            case .fields:
                fields[String(payload.topicSuffix.dropFirst())] = String(decoding: payload.bytes, as: UTF8.self)
            }
        }
        if !fields.isEmpty, let list = try? fields.encoded() { text += Array(",\"fields\":".utf8) + list }
        return text + Array("}".utf8)
    }

    private static func hexadecimal(_ bytes: [UInt8]) -> String {
        bytes.map { $0 < 16 ? "0" + String($0, radix: 16) : String($0, radix: 16) }.joined()
    }
}
