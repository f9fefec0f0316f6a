import Commands
import Configuration
import JSON
import Text
import Timelines
import Widgets

extension MessageSchema {
    /// The name of the schema of a request.
    static func request(_ verb: RequestVerb) -> String { "request-" + verb.rawValue.replacing(each: "/", with: "-") }
    /// The name of the schema of its answer.
    static func response(_ verb: RequestVerb) -> String { "response-" + verb.rawValue.replacing(each: "/", with: "-") }

    /// Each request to the bridge with its answer.
    static func requests(of catalogue: Catalogue) -> [MessageSchema] {
        RequestVerb.allCases.flatMap { verb in
            [
                MessageSchema(request(verb), summary(of: verb), form(of: verb, catalogue)),
                MessageSchema(
                    response(verb),
                    "the answer to \(verb.rawValue)",
                    .any(of: [.object(answer(data(of: verb, catalogue))), .object(error)])
                ),
            ]
        }
    }

    private static let transaction = optional(
        "transaction",
        "echoed; a request that comes again is not done twice",
        JSONSchema.identifier.orNull
    )

    private static func answer(_ data: JSONSchema) -> [JSONSchema.Property] {
        [
            member("status", "ok", .choice(["ok"])), member("data", "what was asked for", data),
            optional("transaction", "the request's", .identifier),
        ]
    }

    private static let error = [
        member("status", "error", .choice(["error"])),
        member("error", "the reason and its remedy", .text),
        optional("transaction", "the request's", .identifier),
    ]

    private static func summary(of verb: RequestVerb) -> String {
        switch verb {
        case .panels: "lists the panels"
        case .addPanel: "adds a panel: any key that a panel has in the configuration"
        case .removePanel: "removes a panel that was added"
        case .panelOptions: "lists the options of a panel's widget, or chooses some"
        case .panelPicture: "asks for what a panel shows now"
        case .refresh: "asks the sources again, for one panel or all"
        case .snapshot: "asks for a sample of a widget in each encoding"
        }
    }

    // MARK: Requests

    private static let panel = JSONSchema.Property("panel", JSONSchema.text.described("the panel's id"))
    private static let anyPanel = optional("panel", "the panel's id", JSONSchema.text.orNull)
    private static let widget = optional(
        "widget",
        "one of the panel's widgets; needless where it has one",
        JSONSchema.text.orNull
    )
    private static let options = optional(
        "options",
        "values by the option's name; null for the configured one",
        JSONSchema.map(to: .any(of: [.text, .integer(), .list(of: .text), .null])).orNull
    )

    private static func form(of verb: RequestVerb, _ catalogue: Catalogue) -> JSONSchema {
        switch verb {
        case .panels:
            .object([anyPanel, optional("page", "from 1, a hundred panels each", JSONSchema.count.orNull), transaction])
        case .addPanel: Configuration.panelSchema(of: catalogue).adding(transaction)
        case .removePanel: .object([panel, transaction])
        case .panelOptions:
            .object([
                panel, widget, options,
                optional("reset", "true for all configured values again", JSONSchema.boolean.orNull), transaction,
            ])
        case .panelPicture: .object([panel, widget, transaction])
        case .refresh: .object([anyPanel, transaction])
        case .snapshot: .object([anyPanel, widget, options, transaction])
        }
    }

    // MARK: Answers

    private static func data(of verb: RequestVerb, _ catalogue: Catalogue) -> JSONSchema {
        switch verb {
        case .panels:
            .object([
                member("count", "the panels of all pages", .count), member("page", "this page, from 1", .count),
                member("pages", "the number of pages", .count),
                member("panels", "the panels of this page", .list(of: .object(listed))),
            ])
        case .addPanel: .object([member("panel", "the panel as it was added", .object(listed))])
        case .removePanel: .object([panel])
        case .panelOptions: .object(listedOptions)
        case .panelPicture:
            .object([
                member("entry", "the widget's entry", .text),
                member("picture", "what kiatsu-draw is asked for", .object([])),
            ])
        case .refresh: .any(of: [.object(refreshed), .object(refreshedAll)])
        case .snapshot: .object(sample)
        }
    }

    private static let encodings = Encoding.allCases.map(\.rawValue)

    private static let listed = [
        member("id", "the panel's id", .text),
        member("from", "where it was defined", .choice(["file", "request"])),
        member("place", "the place", .text),
        member("lat", "latitude, rounded", .latitude),
        member("lng", "longitude, rounded", .longitude),
        member("status", "the freshness of its entries", freshness),
        member("language", "its language", .text),
        member("follow", "the topics that it takes positions from", .list(of: .text)),
        optional(
            "display",
            "what it said in its hello",
            .object([
                optional("buf", "its buffer in bytes", .count), optional("w", "its width in pixels", .count),
                optional("h", "its height in pixels", .count),
            ])
        ),
        member("widgets", "what it carries", .list(of: .object(listedWidget))),
    ]

    /// The message on a panel's status topic.
    static let freshness = JSONSchema.choice(
        [Freshness.fresh, .stale, .expired, .sample].map(\.rawValue)
    )

    private static let listedWidget = [
        member("widget", "the widget's name", .text),
        optional("title", "its name for people", .text),
        member("family", "how much it shows", .choice(Family.allCases.map(\.rawValue))),
        member("sources", "the sources that it asks, in order", .list(of: .text)),
        member("encodings", "the largest packet of each, in bytes", .map(to: .count)),
        optional(
            "pictures",
            "how it is drawn",
            .object([
                member("size", "the size in pixels", .pictureSize),
                member("colors", "the colours", .choice(PictureColors.allCases.map(\.rawValue))),
                member("forms", "the largest packet of each, in bytes", .map(to: JSONSchema.count.orNull)),
            ])
        ),
    ]

    private static let listedOptions = [
        panel, member("widget", "the widget's name", .text), member("title", "its name for people", .text),
        member("about", "a sentence on it", .text),
        member(
            "options",
            "each option by its name",
            .map(
                to: .object([
                    member("value", "its value", .text), member("about", "what it is", .text),
                    member(
                        "allowed",
                        "the words to choose from, or what may be written",
                        .any(of: [.text, .list(of: .text)])
                    ),
                    member("chosen", "true if it was chosen at run time", .boolean),
                ])
            )
        ),
    ]

    private static let refreshed = [
        panel,
        member(
            "widgets",
            "each widget by its name",
            .map(
                to: .object([
                    member("result", "what became of it", .choice(["asked", "waits", "too_soon"])),
                    optional("at", "when it is asked, or may be asked for again, Unix seconds", .integer()),
                ])
            )
        ),
    ]

    private static let refreshedAll = [
        member("panels", "the number of panels", .count), member("asked", "widgets that are asked for", .count),
        member("waits", "widgets whose source asked for a pause", .count),
        member("too_soon", "widgets that were asked for within the minute", .count),
    ]

    private static let sample = [
        member("widget", "the widget's name", .text), member("title", "its name for people", .text),
        member("about", "a sentence on it", .text), optional("compact", "its compact JSON", .object([])),
        optional("full", "its full JSON", .object([])), optional("fields", "each field by its name", .map(to: .text)),
        optional("frame", "its frame in hexadecimal digits", .text(pattern: "^([0-9a-f]{2})*$")),
    ]
}
