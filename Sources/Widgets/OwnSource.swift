/// The source names of entries without an upstream.
enum OwnSource {
    static let sample = "sample"
    static let builtin = "builtin"
    static let collection = "collection"
}
