/// A description of JSON values, in the words of JSON Schema 2020-12.
package struct JSONSchema: Sendable, Equatable {
    /// The keywords in the order in which they are written.
    package private(set) var keywords: [JSONValue.Member]

    private init(_ keywords: [JSONValue.Member]) { self.keywords = keywords }

    /// The schema as JSON.
    package var json: JSONValue { .object(keywords) }

    /// The version of JSON Schema, as documents name it.
    package static let dialect = "https://json-schema.org/draft/2020-12/schema"

    // MARK: Scalars

    /// `null`.
    package static let null = JSONSchema(type: "null")
    /// `true` or `false`.
    package static let boolean = JSONSchema(type: "boolean")
    /// Any text.
    package static let text = JSONSchema(type: "string")
    /// Any number.
    package static let number = JSONSchema(type: "number")
    /// Any value.
    package static let any = JSONSchema([])

    private init(type: String, _ keywords: [JSONValue.Member] = []) {
        self.init([JSONValue.Member("type", .text(type))] + keywords)
    }

    /// A text of that many characters, or one that matches the regular expression.
    package static func text(_ length: ClosedRange<Int>? = nil, pattern: String? = nil) -> JSONSchema {
        var keywords: [JSONValue.Member] = []
        if let length {
            if length.lowerBound > 0 { keywords.append(JSONValue.Member("minLength", .whole(length.lowerBound))) }
            keywords.append(JSONValue.Member("maxLength", .whole(length.upperBound)))
        }
        if let pattern { keywords.append(JSONValue.Member("pattern", .text(pattern))) }
        return JSONSchema(type: "string", keywords)
    }

    /// A whole number.
    package static func integer(_ range: ClosedRange<Int>? = nil) -> JSONSchema {
        JSONSchema(type: "integer", range.map { bounds(.whole($0.lowerBound), .whole($0.upperBound)) } ?? [])
    }

    /// A number in units of 10^−`digits`.
    package static func number(_ range: ClosedRange<Int>, digits: Int = 0) -> JSONSchema {
        let ends = (
            JSONValue.number(range.lowerBound, digits: digits), JSONValue.number(range.upperBound, digits: digits)
        )
        return JSONSchema(type: "number", bounds(ends.0, ends.1))
    }

    private static func bounds(_ least: JSONValue, _ most: JSONValue) -> [JSONValue.Member] {
        [JSONValue.Member("minimum", least), JSONValue.Member("maximum", most)]
    }

    /// One of these texts.
    package static func choice(_ words: [String]) -> JSONSchema { one(of: words.map { .text($0) }) }

    /// One of these values.
    package static func one(of values: [JSONValue]) -> JSONSchema {
        values.count == 1
            ? JSONSchema([JSONValue.Member("const", values[0])])
            : JSONSchema([JSONValue.Member("enum", .array(values))])
    }

    // MARK: Lists and objects

    /// A list of such values.
    package static func list(
        of element: JSONSchema,
        _ count: ClosedRange<Int>? = nil,
        isUnique: Bool = false
    ) -> JSONSchema {
        var keywords = [JSONValue.Member("items", element.json)]
        if let count {
            if count.lowerBound > 0 { keywords.append(JSONValue.Member("minItems", .whole(count.lowerBound))) }
            if count.upperBound < .max { keywords.append(JSONValue.Member("maxItems", .whole(count.upperBound))) }
        }
        if isUnique { keywords.append(JSONValue.Member("uniqueItems", .boolean(true))) }
        return JSONSchema(type: "array", keywords)
    }

    /// A list of just these values, in this order.
    package static func list(_ elements: [JSONSchema]) -> JSONSchema {
        JSONSchema(
            type: "array",
            [
                JSONValue.Member("prefixItems", .array(elements.map(\.json))),
                JSONValue.Member("items", .boolean(false)),
                JSONValue.Member("minItems", .whole(elements.count)),
            ]
        )
    }

    /// A member of an object.
    package struct Property: Sendable, Equatable {
        /// The member's name.
        package var name: String
        /// The schema of its value.
        package var schema: JSONSchema
        /// True if the object always has it.
        package var isRequired: Bool

        package init(_ name: String, _ schema: JSONSchema, isRequired: Bool = true) {
            self.name = name
            self.schema = schema
            self.isRequired = isRequired
        }
    }

    /// The members that an object may have besides those that its schema names.
    package indirect enum Others: Sendable, Equatable {
        /// Any, which readers pass over.
        case any
        /// None.
        case none
        /// Members of any name with such a value.
        case all(JSONSchema)
    }

    /// An object with these members.
    package static func object(_ properties: [Property], others: Others = .any) -> JSONSchema {
        var keywords: [JSONValue.Member] = []
        if !properties.isEmpty {
            let members = properties.map { JSONValue.Member($0.name, $0.schema.json) }
            keywords.append(JSONValue.Member("properties", .object(members)))
        }
        let required = properties.filter(\.isRequired).map { JSONValue.text($0.name) }
        if !required.isEmpty { keywords.append(JSONValue.Member("required", .array(required))) }
        switch others {
        case .any: break
        case .none: keywords.append(JSONValue.Member("additionalProperties", .boolean(false)))
        case .all(let schema): keywords.append(JSONValue.Member("additionalProperties", schema.json))
        }
        return JSONSchema(type: "object", keywords)
    }

    /// The same object with one more member, which it may lack.
    package func adding(_ property: Property) -> JSONSchema {
        JSONSchema(
            keywords.map { keyword in
                guard keyword.key == "properties", case .object(let members) = keyword.value else { return keyword }
                return JSONValue.Member(
                    keyword.key,
                    .object(members + [JSONValue.Member(property.name, property.schema.json)])
                )
            }
        )
    }

    // MARK: Combinations

    /// A value that fits one of these schemas at least.
    package static func any(of schemas: [JSONSchema]) -> JSONSchema {
        schemas.count == 1 ? schemas[0] : JSONSchema([JSONValue.Member("anyOf", .array(schemas.map(\.json)))])
    }

    /// The same, or `null`.
    package var orNull: JSONSchema { or("null") }

    /// The same, or a whole number: what else is said of texts holds for texts alone.
    package var orInteger: JSONSchema { or("integer") }

    private func or(_ other: String) -> JSONSchema {
        guard let index = keywords.firstIndex(where: { $0.key == "type" }) else {
            return .any(of: [self, JSONSchema(type: other)])
        }
        var schema = self
        switch keywords[index].value {
        case .array(let types): schema.keywords[index].value = .array(types + [.text(other)])
        case let type: schema.keywords[index].value = .array([type, .text(other)])
        }
        return schema
    }

    // MARK: Notes

    /// The same with a sentence on what it is, in place of an earlier one.
    package func described(_ text: String) -> JSONSchema {
        JSONSchema([JSONValue.Member("description", .text(text))] + keywords.filter { $0.key != "description" })
    }

    /// The same without that sentence.
    package var undescribed: JSONSchema { JSONSchema(keywords.filter { $0.key != "description" }) }

    /// The same with the value that holds where none is written.
    package func defaulting(to value: JSONValue) -> JSONSchema {
        JSONSchema(keywords.filter { $0.key != "default" } + [JSONValue.Member("default", value)])
    }

    /// True if it says what it is.
    package var isDescribed: Bool { keywords.contains { $0.key == "description" } }

    /// The schema as a document of its own.
    package func document(title: String) -> JSONValue {
        .object([JSONValue.Member("$schema", .text(Self.dialect)), JSONValue.Member("title", .text(title))] + keywords)
    }
}

extension JSONValue {
    /// A whole number.
    package static func whole(_ value: Int) -> JSONValue { .number(value, digits: 0) }
}
