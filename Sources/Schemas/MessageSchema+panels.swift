import Commands
import JSON
import Widgets

extension MessageSchema {
    /// The messages about one panel: its position and its hello.
    static let panels = [
        MessageSchema("location", "where a panel is", .object(location)),
        MessageSchema(
            "position",
            "a position as an object; two numbers with a comma between and a geo: URI are others",
            .object(position)
        ),
        MessageSchema("position-reply", "the answer to a position", .any(of: [.object(accepted), .object(refused)])),
        MessageSchema("hello", "what a panel says of itself", .object(hello)),
        MessageSchema(
            "hello-reply",
            "the answer to a hello",
            .any(of: [.object(greeted), .object(error(of: HelloError.Code.allCases.map(\.rawValue)))])
        ),
    ]

    private static let location = [
        member("lat", "latitude, rounded", .latitude),
        member("lng", "longitude, rounded", .longitude),
        optional("n", "the place", JSONSchema.text.orNull),
        optional("tz", "the time zone's IANA name", JSONSchema.text.orNull),
        optional(
            "src",
            "where the position came from",
            .choice([LocationState.Source.command, .follow, .config].map(\.rawValue))
        ),
        optional("ts", "since when the panel is there, Unix seconds", .integer()),
    ]

    // MARK: Positions

    private static let position: [JSONSchema.Property] = {
        func numbers(_ names: [String], _ summary: String) -> [JSONSchema.Property] {
            names.map { optional($0, summary, .any(of: [.number, .text, .null])) }
        }
        return numbers(PositionCommand.latitudeNames, "latitude, −90 to 90")
            + numbers(PositionCommand.longitudeNames, "longitude, −180 to 180")
            + numbers(PositionCommand.accuracyNames, "accuracy in metres")
            + numbers(["tst"], "when the position was found, Unix seconds")
            + [
                optional("name", "a name in place of the place's own", JSONSchema.text.orNull),
                optional("id", "echoed in the answer", JSONSchema.identifier.orNull),
                optional("reset", "true to go back to the configured position", JSONSchema.boolean.orNull),
                optional("_type", "location in messages of OwnTracks; others are passed over", .text),
            ]
    }()

    private static let accepted = [
        member("ok", "true", .one(of: [.boolean(true)])),
        optional("lat", "latitude, rounded", .latitude),
        optional("lng", "longitude, rounded", .longitude),
        optional("n", "the place", JSONSchema.text.orNull),
        optional("id", "the request's", .identifier),
    ]

    private static let refused = error(of: PositionError.Code.allCases.map(\.rawValue))

    private static func error(of codes: [String]) -> [JSONSchema.Property] {
        [
            member("ok", "false", .one(of: [.boolean(false)])),
            member("error", "the kind of error", .choice(codes)),
            optional("message", "the problem and its remedy", JSONSchema.text.orNull),
            optional("id", "the request's", .identifier),
        ]
    }

    // MARK: Hello

    private static let names = JSONSchema.any(of: [.text, .list(of: .text)])

    private static let hello = [
        member("buf", "the client's whole buffer in bytes", .integer(HelloRequest.bufferRange)),
        optional("enc", "an encoding, or a list of them", .any(of: [names, .null])),
        optional("w", "the screen's width in pixels", .integer(HelloRequest.screenRange).orNull),
        optional("h", "the screen's height in pixels", .integer(HelloRequest.screenRange).orNull),
        optional("pic", "the formats of pictures", .any(of: [names, .null])),
        optional("col", "the colours of the screen", JSONSchema.text.orNull),
        optional("id", "echoed in the answer", JSONSchema.identifier.orNull),
    ]

    private static let greeted = [
        member("ok", "true", .one(of: [.boolean(true)])),
        optional("now", "the time, Unix seconds", .integer()),
        optional(
            "widgets",
            "the panel's widgets with their encodings from now on",
            .map(to: .list(of: .choice(Encoding.allCases.map(\.rawValue))))
        ),
        optional(
            "pictures",
            "the formats of its pictures",
            .list(of: .choice(PictureFormat.allCases.map(\.rawValue)), isUnique: true)
        ),
        optional("size", "the size of its pictures", .pictureSize),
        optional("id", "the hello's", .identifier),
    ]
}
