/// One target and what was measured of it.
struct Row {
    var what: String
    var target: String
    var measured: String
    var isMet: Bool
}

/// The rows as a Markdown table with aligned columns.
struct Table: CustomStringConvertible {
    var rows: [Row]

    var description: String {
        let cells =
            [["what", "target", "measured", ""]]
            + rows.map { [$0.what, $0.target, $0.measured, $0.isMet ? "ok" : "SHORT"] }
        let widths = (0..<4).map { column in cells.map { $0[column].count }.max() ?? 0 }
        func line(_ cells: [String]) -> String {
            let padded = zip(cells, widths).map { cell, width in
                cell + String(repeating: " ", count: width - cell.count)
            }
            return "| " + padded.joined(separator: " | ") + " |"
        }
        let rule = "|" + widths.map { String(repeating: "-", count: $0 + 2) }.joined(separator: "|") + "|"
        return ([line(cells[0]), rule] + cells.dropFirst().map(line)).joined(separator: "\n")
    }
}
