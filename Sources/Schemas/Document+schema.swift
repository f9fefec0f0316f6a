import JSON
import Widgets

extension Document {
    /// The members of an encoding with the forms of their values, over all documents that a widget can have.
    static func properties(of documents: [Document], _ value: (Member) -> Value?) -> [JSONSchema.Property] {
        var values: [(key: String, value: Value, count: Int)] = []
        for document in documents {
            for member in document.members {
                guard let value = value(member) else { continue }
                if let index = values.firstIndex(where: { $0.key == member.key }) {
                    values[index].value = values[index].value.widened(to: value)
                    values[index].count += 1
                } else {
                    values.append((member.key, value, 1))
                }
            }
        }
        return values.map { JSONSchema.Property($0.key, $0.value.schema, isRequired: $0.count == documents.count) }
    }

    /// The fields with the forms of what stands on their topics.
    static func fields(of documents: [Document]) -> [(name: String, schema: JSONSchema)] {
        var fields: [(name: String, value: Value)] = []
        for field in documents.flatMap(\.members).compactMap(\.field) {
            if let index = fields.firstIndex(where: { $0.name == field.name }) {
                fields[index].value = fields[index].value.widened(to: field.value)
            } else {
                fields.append((field.name, field.value))
            }
        }
        return fields.map { ($0.name, $0.value.bareSchema) }
    }
}

extension Document.Value {
    /// The value in JSON.
    var schema: JSONSchema {
        switch self {
        case .null: .null
        case .integer(_, let range): .integer(range).orNull
        case .decimal(_, let digits, let range): .number(range, digits: digits).orNull
        case .seconds: JSONSchema.unixSeconds.orNull
        case .boolean: .boolean
        case .code(_, let mostBytes): .text(0...mostBytes).orNull
        case .text: JSONSchema.text.orNull
        case .list(let values): Self.list(values.map(\.schema))
        }
    }

    /// The value as it stands alone on a topic: a text without quotation marks, anything else as JSON.
    fileprivate var bareSchema: JSONSchema {
        switch self {
        case .code, .text: .text
        default: schema
        }
    }

    private static func list(_ elements: [JSONSchema]) -> JSONSchema {
        guard let first = elements.first else { return .list(of: .any, 0...0) }
        return elements.allSatisfy { $0 == first } ? .list(of: first, 0...elements.count) : .list(elements)
    }

    /// The value with the widest bounds of both.
    fileprivate func widened(to other: Self) -> Self {
        switch (self, other) {
        case (.null, _): other
        case (.integer(let number, let range), .integer(_, let otherRange)):
            .integer(number, within: Self.hull(range, otherRange))
        case (.decimal(let number, let digits, let range), .decimal(_, let otherDigits, let otherRange)):
            if digits < otherDigits {
                .decimal(number, digits: otherDigits, within: Self.hull(range.scaled(otherDigits - digits), otherRange))
            } else {
                .decimal(number, digits: digits, within: Self.hull(range, otherRange.scaled(digits - otherDigits)))
            }
        case (.code(let code, let bytes), .code(_, let otherBytes)): .code(code, mostBytes: max(bytes, otherBytes))
        case (.list(let values), .list(let others)): Self.widest(values, others)
        default: self
        }
    }

    private static func widest(_ values: [Self], _ others: [Self]) -> Self {
        let (shorter, longer) = values.count < others.count ? (values, others) : (others, values)
        return .list(longer.enumerated().map { $0 < shorter.count ? $1.widened(to: shorter[$0]) : $1 })
    }

    private static func hull(_ left: ClosedRange<Int>, _ right: ClosedRange<Int>) -> ClosedRange<Int> {
        min(left.lowerBound, right.lowerBound)...max(left.upperBound, right.upperBound)
    }
}

extension ClosedRange<Int> {
    /// The range in units that are smaller by so many powers of ten.
    fileprivate func scaled(_ digits: Int) -> Self {
        let factor = (0..<digits).reduce(1) { power, _ in power * 10 }
        return lowerBound * factor...upperBound * factor
    }
}
