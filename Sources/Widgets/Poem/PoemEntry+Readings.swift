extension PoemWidget {
    package var readings: [ReadingDescription] { [ReadingDescription("poem", "Poem", .text)] }
}

extension PoemEntry {
    package func readings(in context: DisplayContext) -> [String: Reading] {
        ["poem": .text(poem.lines.joined(separator: " ") + " — " + poem.author)]
    }
}
