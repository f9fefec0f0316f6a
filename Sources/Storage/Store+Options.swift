package import Time

extension Store {
    /// Replaces all options of a panel's widget with `options`, by name, in one transaction.
    package func setOptions(
        _ options: [String: String],
        of panel: String,
        widget: String,
        at now: UTCInstant
    ) throws(StoreError) {
        try perform("save the options of widget “\(widget)” of panel “\(panel)”") { connection throws(SQLiteFailure) in
            try connection.transaction { () throws(SQLiteFailure) in
                try connection.rows("DELETE FROM option WHERE panel = ? AND widget = ?", [.text(panel), .text(widget)])
                for (option, value) in options {
                    try connection.rows(
                        "INSERT INTO option VALUES (?, ?, ?, ?, ?)",
                        [.text(panel), .text(widget), .text(option), .text(value), SQLiteValue(now)]
                    )
                }
            }
        }
    }

    /// All stored options: by panel, then by widget, then by name.
    package func options() throws(StoreError) -> [String: [String: [String: String]]] {
        try perform("read the options") { connection throws(SQLiteFailure) in
            var options: [String: [String: [String: String]]] = [:]
            for row in try connection.rows("SELECT panel, widget, option, value FROM option") {
                let texts = row.compactMap(\.text)
                guard texts.count == 4 else { throw unreadableRow }
                options[texts[0], default: [:]][texts[1], default: [:]][texts[2]] = texts[3]
            }
            return options
        }
    }
}
