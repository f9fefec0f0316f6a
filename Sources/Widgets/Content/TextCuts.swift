/// The texts of a document, cut to fit the budget of bytes that they share.
///
/// Each is given its share of the budget by weight; the remainder of short texts then goes to the others, in order. So
/// a text is never cut below its share because of the others.
struct TextCuts {
    /// A text and the bytes that it asks for.
    struct Claim {
        let text: DisplayText
        let weight: Int

        /// A missing text takes its share and leaves all of it to the others.
        init(_ text: String?, weight: Int) {
            self.text = DisplayText(text ?? "")
            self.weight = weight.clamped(to: 0...1_000_000)
        }
    }

    private var cuts: ArraySlice<ArraySlice<UInt8>>

    /// Cuts the texts; `room` is in bytes inside JSON strings.
    init(_ claims: [Claim], room: Int) {
        let room = max(0, room)
        let total = max(1, claims.reduce(0) { $0 + $1.weight })
        var cuts = claims.map { $0.text.prefix(ofEscapedBytes: room * $0.weight / total) }
        var left = room - cuts.reduce(0) { $0 + $1.count }
        for (index, claim) in claims.enumerated() where left > 0 && cuts[index].count < claim.text.escapedBytes.count {
            let longer = claim.text.prefix(ofEscapedBytes: cuts[index].count + left)
            left -= longer.count - cuts[index].count
            cuts[index] = longer
        }
        self.cuts = cuts[...]
    }

    /// The next text in order, as the inside of a JSON string.
    mutating func next() -> ArraySlice<UInt8> { cuts.popFirst() ?? [] }
}
