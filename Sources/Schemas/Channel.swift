import Commands
import JSON
import Payloads
import Pictures
import Text
package import Topics
package import Widgets

/// A topic with the messages that it carries, as AsyncAPI has it.
package struct Channel: Sendable {
    /// The content of a message.
    enum Content: Sendable {
        /// JSON of the schema of this name.
        case json(String)
        /// A text or number of this form.
        case value(JSONSchema)
        /// Bytes of this media type.
        case bytes(String)
    }

    /// A kind of message.
    struct Message: Sendable {
        let name: String
        let summary: String
        let content: Content
    }

    /// The topic's kind.
    package let kind: Topic.Kind
    /// The whole topic, with `{panel}` and the like for levels of any name.
    package let address: String
    let messages: [Message]

    /// The name in AsyncAPI's document: the topic below the base topic with `.` between levels.
    let name: String

    private init(_ topic: Topic, base: String, _ messages: [Message]) {
        kind = topic.kind
        address = topic.name
        self.messages = messages
        name = String(topic.name.dropFirst(base.count + 1)).filter { $0 != "{" && $0 != "}" }
            .replacing(each: "/", with: ".")
    }

    /// The topics of an installation, in the order of their kinds.
    package static func all(_ topics: Topics, of catalogue: Catalogue) -> [Channel] {
        Topic.Kind.allCases.flatMap { channels(of: $0, topics, catalogue) }
    }

    private static let panel = "{panel}"

    private static func channels(of kind: Topic.Kind, _ topics: Topics, _ catalogue: Catalogue) -> [Channel] {
        func channel(_ topic: Topic, _ messages: Message...) -> Channel {
            Channel(topic, base: topics.base, messages)
        }
        switch kind {
        case .state:
            let words = JSONSchema.choice(["online", "offline"])
            return [channel(topics.state, value("state", "whether the bridge runs", words))]
        case .health: return [channel(topics.health, json("health"))]
        case .information: return [channel(topics.information, json("info"))]
        case .homeAssistantDocument:
            return [
                channel(topics.homeAssistantDocument, json("homeassistant-bridge"), json("homeassistant-gone")),
                channel(
                    topics.homeAssistantDocument(of: panel),
                    json("homeassistant-panel"),
                    json("homeassistant-gone")
                ),
            ]
        case .request:
            return RequestVerb.allCases.map { channel(topics.request($0.rawValue), json(MessageSchema.request($0))) }
        case .response:
            return [channel(topics.response, json("position-reply"), json("hello-reply"))]
                + RequestVerb.allCases.map { channel(topics.response($0.rawValue), json(MessageSchema.response($0))) }
        case .examination:
            return [
                channel(topics.examination("{name}"), value("examination", "tries out what the broker does", .text))
            ]
        case .status:
            let word = value("status", "the freshness of what a panel shows", MessageSchema.freshness)
            return [channel(topics.status(of: panel), word)]
        case .location: return [channel(topics.location(of: panel), json("location"))]
        case .locationCommand: return [channel(topics.locationCommand(to: panel), json("position"))]
        case .locationResponse: return [channel(topics.locationResponse(of: panel), json("position-reply"))]
        case .hello: return [channel(topics.hello(of: panel), json("hello"))]
        case .helloResponse: return [channel(topics.helloResponse(of: panel), json("hello-reply"))]
        case .refresh:
            return [channel(topics.refresh(of: panel), value("refresh", "asks the sources again", .text))]
        case .entry:
            return catalogue.widgets.flatMap { widget in
                entries(of: widget).map { channel(topics.entry(of: widget.name, panel: panel, suffix: $0), $1) }
            }
        case .label:
            return catalogue.widgets.filter { $0.pictureFormats.contains(.label) }.map { widget in
                channel(topics.label(of: widget.name, panel: panel), bytes("label", "the place's name as a bitmap"))
            }
        case .picture:
            return pictures.map { channel(topics.picture(of: "{widget}", panel: panel, suffix: $0), $1) }
        }
    }

    // MARK: Messages

    private static func json(_ name: String) -> Message { Message(name: name, summary: "", content: .json(name)) }

    private static func value(_ name: String, _ summary: String, _ schema: JSONSchema) -> Message {
        Message(name: name, summary: summary, content: .value(schema))
    }

    private static func bytes(_ name: String, _ summary: String, _ type: String = "application/octet-stream") -> Message
    {
        Message(name: name, summary: summary, content: .bytes(type))
    }

    private static func entries(of widget: some Widget) -> [(suffix: String, message: Message)] {
        widget.encodings.flatMap { encoding -> [(String, Message)] in
            switch encoding {
            case .compact: return [("", json("\(widget.name)-compact"))]
            case .full: return [("/full", json("\(widget.name)-full"))]
            case .frame: return [("/frame", bytes("\(widget.name)-frame", "the frame of the widget \(widget.name)"))]
            case .fields:
                return MessageSchema.fields(of: widget).map { field in
                    (
                        "/\(field.name)",
                        value("\(widget.name)-\(field.name)", "one value of the widget \(widget.name)", field.schema)
                    )
                }
            }
        }
    }

    /// The messages of a picture, by the rest of its topic.
    private static let pictures: [(suffix: String, message: Message)] = {
        var all = [("", json("picture"))]
        for format in PictureFormat.allCases {
            for colors in PictureColors.allCases {
                guard let suffix = PictureTopics.suffix(of: format, colors), !all.contains(where: { $0.0 == suffix })
                else {
                    continue
                }
                let type =
                    switch format {
                    case .png: "image/png"
                    case .deflate: "application/zlib"
                    case .raw, .packbits, .strips, .label: "application/octet-stream"
                    }
                let name = "picture-" + suffix.dropFirst().replacing(each: ".", with: "-")
                all.append((suffix, bytes(name, "the picture as \(format.rawValue)", type)))
            }
        }
        return all + [(Topics.stripsSuffix + "/{strip}", bytes("picture-strip", "a few rows of the picture"))]
    }()
}
