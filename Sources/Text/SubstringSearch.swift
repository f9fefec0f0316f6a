/// Looking for a text in another, byte by byte.
///
/// The toolchain's own algorithms for this are part of its regular expressions, which would add a tenth to the program.
extension StringProtocol {
    /// The first place where `substring` stands; nil if it stands nowhere, or is empty.
    package func firstRange(ofSubstring substring: some StringProtocol) -> Range<Index>? {
        let wanted = substring.utf8
        guard let first = wanted.first else { return nil }
        var start = utf8.startIndex
        while let candidate = utf8[start...].firstIndex(of: first) {
            if utf8[candidate...].starts(with: wanted) {
                return candidate..<utf8.index(candidate, offsetBy: wanted.count)
            }
            start = utf8.index(after: candidate)
        }
        return nil
    }

    /// True if `substring` stands somewhere in the text; an empty one does not.
    package func contains(substring: some StringProtocol) -> Bool { firstRange(ofSubstring: substring) != nil }

    /// The text with `replacement` in the place of each `substring`, from its start on.
    package func replacing(substring: some StringProtocol, with replacement: String) -> String {
        var result = ""
        var rest = self[...]
        while let range = rest.firstRange(ofSubstring: substring) {
            result += rest[..<range.lowerBound]
            result += replacement
            rest = rest[range.upperBound...]
        }
        return result + rest
    }

    /// The text with `replacement` in the place of each `character`.
    package func replacing(each character: Character, with replacement: Character) -> String {
        String(map { $0 == character ? replacement : $0 })
    }
}
