/// The messages of an outbox in one array, linked into chains by index, so that taking one from the middle is cheap.
struct SlotTable {
    typealias Index = Int32
    static let none: Index = -1

    struct Slot {
        var message: OutgoingMessage
        var deadline: ContinuousClock.Instant?
        var isInFlight = false

        /// True where `message` is newer than the one in flight.
        var isSuperseded = false

        /// True where the broker refused it and it waits for another attempt.
        var isRefused = false
        /// True where a refusal of it, or of an older value of its topic, was reported.
        var isRefusalTold = false
        /// True where it was never sent, as it cannot be.
        var isGivenUp = false
        fileprivate var previous = SlotTable.none
        fileprivate var next = SlotTable.none

        fileprivate init(message: OutgoingMessage, deadline: ContinuousClock.Instant?) {
            self.message = message
            self.deadline = deadline
        }
    }

    /// A list of slots; a slot is in one chain at most.
    struct Chain {
        fileprivate var first = SlotTable.none
        fileprivate var last = SlotTable.none

        var firstSlot: Index? { first == SlotTable.none ? nil : first }
    }

    private var slots: [Slot] = []
    private var firstFree = none
    private(set) var count = 0

    subscript(index: Index) -> Slot {
        get { slots[Int(index)] }
        _modify { yield &slots[Int(index)] }
    }

    mutating func insert(_ message: OutgoingMessage, deadline: ContinuousClock.Instant?) -> Index {
        count += 1
        guard firstFree != Self.none else {
            slots.append(Slot(message: message, deadline: deadline))
            return Index(slots.count - 1)
        }
        let index = firstFree
        firstFree = self[index].next
        self[index] = Slot(message: message, deadline: deadline)
        return index
    }

    /// Frees a slot that is in no chain, and all memory with the last one.
    mutating func remove(_ index: Index) {
        count -= 1
        if count == 0 {
            // Memory for an hourly burst need not be held for the hour.
            slots.removeAll(keepingCapacity: slots.count <= 64)
            firstFree = Self.none
        } else {
            self[index] = Slot(message: .empty, deadline: nil)
            self[index].next = firstFree
            firstFree = index
        }
    }

    mutating func append(_ index: Index, to chain: inout Chain) {
        self[index].previous = chain.last
        self[index].next = Self.none
        if chain.last == Self.none { chain.first = index } else { self[chain.last].next = index }
        chain.last = index
    }

    mutating func prepend(_ index: Index, to chain: inout Chain) {
        self[index].previous = Self.none
        self[index].next = chain.first
        if chain.first == Self.none { chain.last = index } else { self[chain.first].previous = index }
        chain.first = index
    }

    mutating func unlink(_ index: Index, from chain: inout Chain) {
        let previous = self[index].previous
        let next = self[index].next
        if previous == Self.none { chain.first = next } else { self[previous].next = next }
        if next == Self.none { chain.last = previous } else { self[next].previous = previous }
    }

    mutating func popFirst(of chain: inout Chain) -> Index? {
        guard chain.first != Self.none else { return nil }
        let index = chain.first
        unlink(index, from: &chain)
        return index
    }

    mutating func popLast(of chain: inout Chain) -> Index? {
        guard chain.last != Self.none else { return nil }
        let index = chain.last
        unlink(index, from: &chain)
        return index
    }
}

extension OutgoingMessage {
    fileprivate static let empty = OutgoingMessage(topic: "", payload: [])
}
