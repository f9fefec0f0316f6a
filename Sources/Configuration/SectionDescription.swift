import JSON

/// The keys of a section with the forms of their values, as the code that reads the section asks for them.
struct SectionDescription {
    /// The keys in the order in which they are asked for.
    private var properties: [JSONSchema.Property] = []
    /// The keys besides those.
    var others = JSONSchema.Others.none

    /// The section as an object.
    var schema: JSONSchema { .object(properties, others: others) }

    /// The form of a key's value; nil for a key that was not asked for.
    func schema(of key: String) -> JSONSchema? { properties.first { $0.name == key }?.schema }

    /// Notes a key, in place of what was noted of it before.
    mutating func note(_ key: String, _ schema: JSONSchema) {
        if let index = properties.firstIndex(where: { $0.name == key }) {
            properties[index].schema = schema
        } else {
            properties.append(JSONSchema.Property(key, schema, isRequired: false))
        }
    }

    /// Notes that the section must have a key, which was asked for.
    mutating func require(_ key: String) {
        guard let index = properties.firstIndex(where: { $0.name == key }) else { return }
        properties[index].isRequired = true
    }
}

extension SectionReader {
    /// True while no file is read, but described what a file may have.
    var isDescribing: Bool { description != nil }

    /// Notes the form of a key's value, with its meaning, while a file is described.
    mutating func describe(_ key: String, isRequired: Bool = false, _ schema: () -> JSONSchema) {
        guard isDescribing else { return }
        let schema = schema()
        let summary = schema.isDescribed ? nil : SettingSummaries.summary(of: path(of: key))
        description?.note(key, summary.map(schema.described) ?? schema)
        if isRequired { description?.require(key) }
    }

    /// Describes a value that may be written in several ways by reading it in each of them.
    mutating func describe(_ key: String, isRequired: Bool = false, inEach ways: [(inout SectionReader) -> Void]) {
        guard isDescribing else { return }
        var forms: [JSONSchema] = []
        for way in ways {
            way(&self)
            if let form = description?.schema(of: key) { forms.append(form.undescribed) }
        }
        describe(key, isRequired: isRequired) { .any(of: forms) }
    }
}
