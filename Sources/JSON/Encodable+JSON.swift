/// JSON for others: every document that is made of a value's own members is encoded here.
extension Encodable {
    /// The value as a document in UTF-8, its keys in the order of their bytes.
    ///
    /// A slash in a text is escaped as `\/` unless `isSlashEscaped` is false. Throws `EncodingError` for a number that
    /// JSON does not have, which is infinite or none.
    package func encoded(isSlashEscaped: Bool = true) throws -> [UInt8] {
        let encoding = JSONEncoding()
        try encode(to: encoding)
        var writer = ByteWriter(capacity: 0)
        writer.append(encoding.place.value, isSlashEscaped: isSlashEscaped)
        return writer.finish()
    }
}
