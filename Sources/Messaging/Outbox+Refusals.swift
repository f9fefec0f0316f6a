/// The values that the broker refused: they stay, within a bound, and are tried again later.
extension Outbox {
    /// The divisor of the bytes for refused values; one that does not fit is sent with its next value.
    private static let refusedShare = 8

    /// Ends the flight of a slot that the broker refused; a retained value that is its topic's newest is tried again
    /// later.
    ///
    /// Returns its topic if the refusal is news.
    mutating func refuse(_ slot: SlotTable.Index, now: Instant) -> String? {
        endFlight(slot)
        let message = table[slot].message
        let isNews = !table[slot].isRefusalTold
        noteRefusalTold(slot)
        if table[slot].isSuperseded {
            sendNewer(slot)
        } else if message.isRetained, slotOfTopic[message.topic] == slot {
            keepRefused(slot, now: now)
        } else {
            if let newer = slotOfTopic[message.topic] { noteRefusalTold(newer) }
            remove(slot)
        }
        return isNews ? message.topic : nil
    }

    /// Takes in a retained message that the broker has refused already, unless a newer one of its topic is there.
    mutating func putRefused(_ message: OutgoingMessage, now: Instant) {
        guard slotOfTopic[message.topic] == nil, insert(message, deadline: message.lifetime.map { now + $0 }),
            let slot = slotOfTopic[message.topic]
        else { return }
        unlinkWaiting(slot)
        noteRefusalTold(slot)
        keepRefused(slot, now: now)
    }

    mutating func noteRefusalTold(_ slot: SlotTable.Index) {
        guard !table[slot].isRefusalTold, table[slot].message.isRetained else { return }
        table[slot].isRefusalTold = true
        refusals.told += 1
    }

    private mutating func keepRefused(_ slot: SlotTable.Index, now: Instant) {
        let message = table[slot].message
        let bytes = Self.bytes(of: message)
        guard refusals.bytes + bytes <= byteLimit / Self.refusedShare else { return remove(slot) }
        table[slot].isRefused = true
        table.append(slot, to: &refusals.chain)
        refusals.add(bytes, now: now)
        // Nobody waits for space because of what only the broker can change.
        if message.isPatient {
            patientCount -= 1
            patientByteCount -= bytes
        }
    }

    mutating func unlinkRefused(_ slot: SlotTable.Index) {
        let message = table[slot].message
        let bytes = Self.bytes(of: message)
        table.unlink(slot, from: &refusals.chain)
        refusals.take(bytes)
        table[slot].isRefused = false
        if message.isPatient {
            patientCount += 1
            patientByteCount += bytes
        }
    }

    mutating func tryRefusedAgain() {
        while let slot = refusals.chain.firstSlot {
            unlinkRefused(slot)
            if table[slot].message.isPatient {
                table.append(slot, to: &patient)
            } else {
                table.append(slot, to: &waiting)
            }
        }
    }
}
