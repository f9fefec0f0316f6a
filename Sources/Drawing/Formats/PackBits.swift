/// Apple's run-length code, as TIFF 6.0 defines it (section 9).
///
/// A byte n of 0…127 is followed by n + 1 literal bytes, one of 129…255 by a byte to repeat 257 − n times; 128 is never
/// written. No code spans two rows, so that a decoder's buffer may hold one row only.
package enum PackBits {
    /// The longest run or literal that a byte can announce.
    private static let mostLength = 128

    /// The code for `bytes`, which must be whole rows.
    package static func encoded(_ bytes: [UInt8], bytesPerRow: Int) -> [UInt8] {
        var result: [UInt8] = []
        result.reserveCapacity(bytes.count / 4)
        for row in stride(from: 0, to: bytes.count, by: bytesPerRow) {
            append(bytes[row..<row + bytesPerRow], to: &result)
        }
        return result
    }

    private static func append(_ row: ArraySlice<UInt8>, to result: inout [UInt8]) {
        var literal = row.startIndex
        var at = row.startIndex
        while at < row.endIndex {
            let length = runLength(in: row, from: at)
            // A run of two is shorter than literals only if no literals are pending.
            guard length > 2 || length == 2 && literal == at else {
                at += length
                continue
            }
            append(literal: row[literal..<at], to: &result)
            result.append(UInt8(257 - length))
            result.append(row[at])
            at += length
            literal = at
        }
        append(literal: row[literal...], to: &result)
    }

    private static func runLength(in row: ArraySlice<UInt8>, from start: Int) -> Int {
        let most = min(mostLength, row.endIndex - start)
        var length = 1
        while length < most, row[start + length] == row[start] { length += 1 }
        return length
    }

    private static func append(literal bytes: ArraySlice<UInt8>, to result: inout [UInt8]) {
        var rest = bytes
        while !rest.isEmpty {
            let part = rest.prefix(mostLength)
            result.append(UInt8(part.count - 1))
            result += part
            rest = rest.dropFirst(part.count)
        }
    }
}
