/// The effect of a connection's begin and end on the outbox.
extension Outbox {
    /// From now on answers are taken in.
    mutating func connected() {
        isConnected = true
    }

    /// Puts what was in flight back to the front, in its order, and drops the answers.
    mutating func connectionLost() {
        isConnected = false
        tryRefusedAgain()
        while let slot = table.popLast(of: &inFlight) {
            table[slot].isInFlight = false
            table[slot].isSuperseded = false
            let message = table[slot].message
            if message.isWatched { deliveries.lost(message.topic) }
            if !message.isRetained {
                droppedAnswerCount += 1
                remove(slot)
            } else if slotOfTopic[message.topic] != slot {
                // A newer value waits in a place of its own.
                remove(slot)
            } else if message.isPatient {
                table.prepend(slot, to: &patient)
            } else {
                table.prepend(slot, to: &waiting)
            }
        }
        while let slot = nextAnswer() {
            droppedAnswerCount += 1
            remove(slot)
        }
        inFlightCount = 0
        patientCountInFlight = 0
        patientByteCountInFlight = 0
    }

    /// Drops what waits; what is in flight stays.
    mutating func discardWaiting() {
        tryRefusedAgain()
        while let slot = table.popFirst(of: &waiting) { remove(slot) }
        discardPatient()
    }

    /// Drops the patient messages that wait.
    mutating func discardPatient() {
        while let slot = table.popFirst(of: &patient) { remove(slot) }
    }
}
