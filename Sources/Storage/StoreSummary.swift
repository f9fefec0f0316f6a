/// The size and contents of a copy of a store.
package struct StoreSummary: Sendable, Equatable {
    /// The size of the file.
    package let byteCount: Int
    /// The version of the schema.
    package let schema: Int
    /// The number of panels that something is known of.
    package let panelCount: Int
    /// The number of panels that were added by request.
    package let addedPanelCount: Int
    /// The number of panels with a position that was sent.
    package let positionCount: Int
    /// The number of options that were chosen at run time.
    package let optionCount: Int

    init(_ connection: SQLiteConnection, schema: Int, byteCount: Int) {
        // A table that came with a later version is not there, and counts as empty.
        func count(_ query: String) -> Int {
            let count = try? connection.value("SELECT count(*) FROM \(query)")
            return if case .integer(let count) = count { Int(count) } else { 0 }
        }
        self.byteCount = byteCount
        self.schema = schema
        panelCount = count("(SELECT DISTINCT panel FROM retained_topic WHERE panel NOT IN ('', 'bridge'))")
        addedPanelCount = count("added_panel")
        positionCount = count("position")
        optionCount = count("option")
    }
}

extension StoreSummary: CustomStringConvertible {
    /// A part of a sentence: the size, the schema and the contents.
    package var description: String {
        "\((byteCount + 1023) / 1024) KiB, schema \(schema), \(panelCount) panel(s), \(addedPanelCount) of them added "
            + "at run time, \(positionCount) position(s) that were sent, \(optionCount) option(s) that were chosen"
    }
}
