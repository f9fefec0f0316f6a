/// The sources of what no upstream said.
enum OwnSource {
    static let sample = "sample"
    static let builtin = "builtin"
    static let collection = "collection"
}
