import JSON

/// The members of a document that make up one JSON object.
struct DocumentObject {
    private var members: [(key: String, value: Document.Value)]

    init(compact document: Document) {
        members = document.members.compactMap { member in member.compact.map { (member.key, $0) } }
    }

    init(full document: Document) {
        members = document.members.compactMap { member in member.full.map { (member.key, $0) } }
    }

    /// The length with every text cut to nothing.
    var longestByteCount: Int { byteCount(\.longestByteCount) }

    var hasText: Bool { members.contains { $0.value.hasText } }

    /// At most `capacity` bytes, which are two at least.
    func json(capacity: Int) -> [UInt8] {
        var object = self
        var room = capacity - shortestByteCount
        if room < 0 {
            object.shorten(by: -room, to: capacity)
            room = capacity - object.shortestByteCount
        }
        var claims: [TextCuts.Claim] = []
        for member in object.members { member.value.collectClaims(in: &claims) }
        var texts = TextCuts(claims, room: room)
        var json = ByteWriter(capacity: min(capacity, 1024))
        var separator = "{\""
        for (key, value) in object.members {
            json.append(separator)
            json.append(key)
            json.append("\":")
            json.append(value, texts: &texts)
            separator = ",\""
        }
        json.append(object.members.isEmpty ? "{}" : "}")
        return json.finish()
    }

    /// The length with every present text empty and every other value at its longest.
    private var shortestByteCount: Int { byteCount(\.shortestByteCount) }

    private func byteCount(_ count: (Document.Value) -> Int) -> Int {
        // A key takes quotation marks and a colon, each member but the last a comma.
        members.reduce(2 + max(0, members.count - 1)) { $0 + $1.key.utf8.count + 3 + count($1.value) }
    }

    /// Drops what the largest entry did not have: texts from the end of lists and, for a widget whose largest entry is
    /// not the largest, members from the end.
    private mutating func shorten(by excess: Int, to capacity: Int) {
        var excess = excess
        for index in members.indices.reversed() { members[index].value.dropLastTexts(sparing: &excess) }
        while shortestByteCount > capacity, members.popLast() != nil {}
    }
}
