/// A few countries, by the table's numbers.
struct Countries {
    private var bits: (UInt64, UInt64, UInt64, UInt64) = (0, 0, 0, 0)

    init() {}

    init(_ country: UInt8) { insert(country) }

    var isEmpty: Bool { bits.0 | bits.1 | bits.2 | bits.3 == 0 }

    var areSeveral: Bool {
        bits.0.nonzeroBitCount + bits.1.nonzeroBitCount + bits.2.nonzeroBitCount + bits.3.nonzeroBitCount > 1
    }

    mutating func insert(_ country: UInt8) {
        let bit = UInt64(1) << UInt64(country & 63)
        switch country >> 6 {
        case 0: bits.0 |= bit
        case 1: bits.1 |= bit
        case 2: bits.2 |= bit
        default: bits.3 |= bit
        }
    }

    func contains(_ country: UInt8) -> Bool {
        let word =
            switch country >> 6 {
            case 0: bits.0
            case 1: bits.1
            case 2: bits.2
            default: bits.3
            }
        return word >> UInt64(country & 63) & 1 != 0
    }
}
