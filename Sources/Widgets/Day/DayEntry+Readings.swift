extension DayWidget {
    package var readings: [ReadingDescription] { [ReadingDescription("quote", "Quote", .text)] }
}

extension DayEntry {
    package func readings(in context: DisplayContext) -> [String: Reading] {
        quote.map { ["quote": .text($0.text)] } ?? [:]
    }
}
