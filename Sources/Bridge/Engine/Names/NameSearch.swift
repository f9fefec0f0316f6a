/// The names of places that an upstream is still to be asked for; one search runs at a time.
struct NameSearch: Sendable {
    private var missing: Set<NameKey> = []
    private var isUnderway = false

    mutating func insert(_ names: Set<NameKey>) { missing.formUnion(names) }

    /// Forgets the names that `wanted` does not return.
    mutating func keep(_ wanted: (Set<NameKey>) -> Set<NameKey>) { missing = wanted(missing) }

    /// Whether a search is to begin, which counts as begun then.
    mutating func begins() -> Bool {
        guard !missing.isEmpty, !isUnderway else { return false }
        isUnderway = true
        return true
    }

    /// The names to ask for.
    mutating func take() -> Set<NameKey> {
        defer { missing = [] }
        return missing
    }

    mutating func ended() { isUnderway = false }
}
