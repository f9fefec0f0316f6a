/// The candidate that `text` most likely was meant to be; nil when none is near.
///
/// Near is one letter in four, or one in each three of longer words, but for what both begin with up to a `_`, which
/// says nothing about the rest; or the beginning of a candidate, two letters at least.
package func suggestion(for text: String, among candidates: some Sequence<String>) -> String? {
    // Longer than any key: not worth the quadratic time.
    guard text.utf8.count <= 64 else { return nil }
    let near = candidates.compactMap { candidate -> (distance: Int, candidate: String)? in
        let (wanted, known) = differingEnds(Array(text.utf8), Array(candidate.utf8))
        let distance = editDistance(wanted, known)
        let shorter = min(wanted.count, known.count)
        let isBeginning = shorter >= 2 && (known.starts(with: wanted) || wanted.starts(with: known))
        let isNear = distance <= max(1, shorter / 3) && distance * 2 <= known.count
        return isNear || isBeginning && distance <= 3 ? (distance, candidate) : nil
    }
    return near.min { $0.distance < $1.distance }?.candidate
}

/// Both without the longest beginning that they share and that ends with `_`.
private func differingEnds(_ left: [UInt8], _ right: [UInt8]) -> ([UInt8], [UInt8]) {
    let shared = zip(left, right).prefix { $0 == $1 }.map(\.0)
    let start = shared.lastIndex(of: UInt8(ascii: "_")).map { $0 + 1 } ?? 0
    return (Array(left[start...]), Array(right[start...]))
}

/// The number of bytes to insert, remove, replace or swap with a neighbour to turn `left` into `right`
/// (optimal string alignment).
private func editDistance(_ left: [UInt8], _ right: [UInt8]) -> Int {
    var rows = [Array(0...right.count)]
    for row in 0..<left.count {
        var next = [row + 1]
        for column in 0..<right.count {
            let replaced = rows[row][column] + (left[row] == right[column] ? 0 : 1)
            var distance = min(replaced, rows[row][column + 1] + 1, next[column] + 1)
            if row > 0, column > 0, left[row] == right[column - 1], left[row - 1] == right[column] {
                distance = min(distance, rows[row - 1][column - 1] + 1)
            }
            next.append(distance)
        }
        rows.append(next)
    }
    return rows[left.count][right.count]
}
