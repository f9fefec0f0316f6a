/// Rows of text under the names of their columns, all columns but the last as wide as their widest text.
struct TextTable {
    private var rows: [[String]]
    private let rightAligned: Set<Int>

    /// `rightAligned` are the columns of numbers, counted from 0.
    init(_ columns: [String], rightAligned: Set<Int> = []) {
        rows = [columns]
        self.rightAligned = rightAligned
    }

    mutating func add(_ row: [String]) { rows.append(row) }

    /// Each row as a line without spaces at its end.
    var lines: [String] {
        let widths = (rows.first ?? []).indices.map { column in rows.map { $0[column].count }.max() ?? 0 }
        return rows.map { row in
            let cells = row.indices.map { column -> String in
                let space = String(repeating: " ", count: widths[column] - row[column].count)
                return rightAligned.contains(column) ? space + row[column] : row[column] + space
            }
            let line = cells.joined(separator: "  ")
            return String(line[..<(line.lastIndex { $0 != " " }.map { line.index(after: $0) } ?? line.startIndex)])
        }
    }
}
