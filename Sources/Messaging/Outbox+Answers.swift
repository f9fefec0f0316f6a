/// The responses in an outbox.
extension Outbox {
    /// Adds a response; it is dropped without a connection, or displaces the oldest ones where there is no space.
    mutating func putAnswer(_ message: OutgoingMessage, deadline: Instant?) {
        guard isConnected else {
            droppedAnswerCount += 1
            return
        }
        let bytes = Self.bytes(of: message)
        let answerByteLimit = byteLimit / Self.answerShare
        guard bytes <= answerByteLimit else {
            droppedAnswerCount += 1
            return
        }
        while waitingAnswers == Self.answerLimit || waitingAnswerBytes + bytes > answerByteLimit,
            let oldest = nextAnswer()
        {
            droppedAnswerCount += 1
            displacedAnswerCount += 1
            remove(oldest)
        }
        byteCount += bytes
        table.append(table.insert(message, deadline: deadline), to: &answers)
        waitingAnswers += 1
        waitingAnswerBytes += bytes
    }

    /// Removes the response that waits longest; nil where none waits.
    mutating func nextAnswer() -> SlotTable.Index? {
        guard let slot = table.popFirst(of: &answers) else { return nil }
        waitingAnswers -= 1
        waitingAnswerBytes -= Self.bytes(of: table[slot].message)
        return slot
    }
}
