/// The candidate that `text` most likely was meant to be; nil when none is near.
///
/// Near is a distance of at most a third of the candidate's length, two at least.
func suggestion(for text: String, among candidates: some Sequence<String>) -> String? {
    let wanted = Array(text.utf8)
    // Longer than any key: not worth the quadratic time.
    guard wanted.count <= 64 else { return nil }
    let near = candidates.compactMap { candidate -> (distance: Int, candidate: String)? in
        let distance = editDistance(wanted, Array(candidate.utf8))
        return distance <= max(2, candidate.utf8.count / 3) && distance < candidate.utf8.count
            ? (distance, candidate) : nil
    }
    return near.min { $0.distance < $1.distance }?.candidate
}

/// How many bytes must be inserted, removed, replaced or swapped with their neighbour to turn `left` into `right`
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
