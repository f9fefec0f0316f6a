/// Reads PackBits as a microcontroller does: with no room but that for the result.
package enum PackBitsReader {
    /// Why bytes cannot be unpacked.
    package struct Failure: Error, CustomStringConvertible {
        package var description: String
    }

    package static func unpacked(_ packed: [UInt8]) throws -> [UInt8] {
        var result: [UInt8] = []
        var at = 0
        while at < packed.count {
            let length = Int(Int8(bitPattern: packed[at]))
            guard length != -128 else { throw Failure(description: "a byte that is never written") }
            let end = at + 1 + max(length, 0)
            guard end < packed.count else { throw Failure(description: "the bytes end early") }
            if length >= 0 {
                result += packed[at + 1...end]
            } else {
                result += [UInt8](repeating: packed[end], count: 1 - length)
            }
            at = end + 1
        }
        return result
    }
}
