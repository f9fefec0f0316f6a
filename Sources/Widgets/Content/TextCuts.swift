/// The texts of a document, cut to the room that there is for all of them.
///
/// Each is first given its share of the room by its weight; what some leave over then goes to the others, the first
/// first. So the others' lengths never make a text shorter than its share.
struct TextCuts {
    /// A text and its claim.
    struct Claim {
        let text: DisplayText
        let weight: Int

        /// A missing text claims its share and leaves all of it over.
        init(_ text: String?, weight: Int) {
            self.text = DisplayText(text ?? "")
            self.weight = weight.clamped(to: 0...1_000_000)
        }
    }

    private var cuts: ArraySlice<ArraySlice<UInt8>>

    /// `room` is in bytes inside of JSON strings.
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

    /// The texts in their order, each the inside of a JSON string.
    mutating func next() -> ArraySlice<UInt8> { cuts.popFirst() ?? [] }
}
