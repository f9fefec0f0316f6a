package import JSON
package import Widgets

/// A JSON message of Kiatsu's topics, by its name.
package struct MessageSchema: Sendable {
    /// Lower case with `-` between words, such as `weather-compact`.
    package let name: String
    /// The message in half a sentence.
    package let summary: String
    /// The form of its payload.
    package let schema: JSONSchema

    init(_ name: String, _ summary: String, _ schema: JSONSchema) {
        self.name = name
        self.summary = summary
        self.schema = schema.described(summary)
    }

    /// Every JSON message that Kiatsu publishes or reads.
    package static func all(of catalogue: Catalogue) -> [MessageSchema] {
        entries(of: catalogue) + panels + bridge + homeAssistant(of: catalogue) + pictures + requests(of: catalogue)
    }

    /// All of them in one document, each below `$defs` by its name.
    package static func document(of catalogue: Catalogue) -> JSONValue {
        .object([
            JSONValue.Member("$schema", .text(JSONSchema.dialect)), JSONValue.Member("title", "Kiatsu's messages"),
            JSONValue.Member(
                "description",
                .text(
                    "Each JSON payload by its name, as #/$defs/hello; kiatsu schema asyncapi tells the topic of each."
                )
            ),
            JSONValue.Member("$defs", .object(all(of: catalogue).map { JSONValue.Member($0.name, $0.schema.json) })),
        ])
    }
}

/// A member that an object always has.
func member(_ name: String, _ summary: String, _ schema: JSONSchema) -> JSONSchema.Property {
    JSONSchema.Property(name, schema.described(summary))
}

/// A member that an object may lack.
func optional(_ name: String, _ summary: String, _ schema: JSONSchema) -> JSONSchema.Property {
    JSONSchema.Property(name, schema.described(summary), isRequired: false)
}

extension JSONSchema {
    /// Seconds since 1970.
    static let unixSeconds = integer(Bounds.unixSeconds)
    /// A count, which is never negative.
    static let count = integer(0...Int(Int64.max))
    /// Degrees of latitude.
    static let latitude = number(-90...90)
    /// Degrees of longitude.
    static let longitude = number(-180...180)
    /// The name that a requester gave its request.
    static let identifier = text.orInteger
    /// A panel's size, such as `296x128`.
    static let pictureSize = text(pattern: "^[0-9]+x[0-9]+$")
    /// A map from texts to such values.
    static func map(to value: JSONSchema) -> JSONSchema { object([], others: .all(value)) }
}
