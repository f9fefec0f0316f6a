/// The names of places that an upstream is still to be asked for; one search runs at a time.
package struct NameSearch: Sendable {
    private var missing: Set<NameKey> = []
    private var isUnderway = false

    package init() {}

    /// Adds names to the search.
    package mutating func insert(_ names: Set<NameKey>) { missing.formUnion(names) }

    /// Forgets the names that `wanted` does not return.
    package mutating func keep(_ wanted: (Set<NameKey>) -> Set<NameKey>) { missing = wanted(missing) }

    /// Returns true if a search is due, which then counts as begun.
    package mutating func begins() -> Bool {
        guard !missing.isEmpty, !isUnderway else { return false }
        isUnderway = true
        return true
    }

    /// The names to ask for.
    package mutating func take() -> Set<NameKey> {
        defer { missing = [] }
        return missing
    }

    /// Takes in that the search that had begun is over.
    package mutating func ended() { isUnderway = false }
}
