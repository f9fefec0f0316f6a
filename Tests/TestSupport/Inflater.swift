/// Inflates zlib streams (RFC 1950 and 1951) as a microcontroller does: what lies farther back than its window is lost.
package struct Inflater {
    /// Why a stream cannot be inflated.
    package struct Failure: Error, CustomStringConvertible {
        package var description: String
    }

    private let bytes: [UInt8]
    private var nextBit = 16
    private var output: [UInt8] = []
    private var ring: [UInt8]

    package static func inflated(_ stream: [UInt8], window: Int) throws -> [UInt8] {
        try require(stream.count > 6 && stream[0] & 15 == 8 && stream[1] & 0x20 == 0, "no zlib stream")
        try require((Int(stream[0]) << 8 | Int(stream[1])) % 31 == 0, "no zlib stream")
        try require(1 << (8 + Int(stream[0] >> 4)) <= window, "the stream asks for a larger window")
        var inflater = Inflater(stream, window)
        while try !inflater.readBlock() {}
        let end = (inflater.nextBit + 7) / 8
        try require(stream.count == end + 4, "something follows the stream")
        let sum = stream[end...].reduce(0) { $0 << 8 | UInt32($1) }
        try require(sum == adler32(inflater.output), "another checksum")
        return inflater.output
    }

    private static func require(_ condition: Bool, _ problem: String) throws {
        guard condition else { throw Failure(description: problem) }
    }

    private init(_ stream: [UInt8], _ window: Int) {
        bytes = stream
        ring = [UInt8](repeating: 0, count: window)
    }

    private static func adler32(_ bytes: [UInt8]) -> UInt32 {
        var (low, high): (UInt32, UInt32) = (1, 0)
        for byte in bytes {
            low = (low + UInt32(byte)) % 65_521
            high = (high + low) % 65_521
        }
        return high << 16 | low
    }

    private mutating func bits(_ count: Int) throws -> Int {
        var value = 0
        for shift in 0..<count {
            try Self.require(nextBit / 8 < bytes.count, "the stream ends early")
            value |= Int(bytes[nextBit / 8] >> UInt8(nextBit % 8) & 1) << shift
            nextBit += 1
        }
        return value
    }

    private mutating func emit(_ byte: UInt8) {
        ring[output.count % ring.count] = byte
        output.append(byte)
    }

    /// Reads a block; true if it was the last one.
    private mutating func readBlock() throws -> Bool {
        let isLast = try bits(1) == 1
        switch try bits(2) {
        case 0:
            nextBit = (nextBit + 7) / 8 * 8
            let count = try bits(16)
            _ = try bits(16)
            for _ in 0..<count { emit(UInt8(try bits(8))) }
        case 1:
            let lengths =
                [Int](repeating: 8, count: 144) + [Int](repeating: 9, count: 112) + [Int](repeating: 7, count: 24)
                + [Int](repeating: 8, count: 8)
            try readSymbols(Code(lengths), Code([Int](repeating: 5, count: 30)))
        case 2:
            let (literals, distances) = try readCodes()
            try readSymbols(literals, distances)
        default: throw Failure(description: "no such kind of block")
        }
        return isLast
    }

    private mutating func readCodes() throws -> (Code, Code) {
        let (literals, distances, lengthCodes) = (try bits(5) + 257, try bits(5) + 1, try bits(4) + 4)
        var order = [Int](repeating: 0, count: 19)
        for index in [16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15].prefix(lengthCodes) {
            order[index] = try bits(3)
        }
        let code = Code(order)
        var lengths: [Int] = []
        while lengths.count < literals + distances {
            let symbol = try read(code)
            switch symbol {
            case 16:
                guard let last = lengths.last else { throw Failure(description: "nothing to repeat") }
                lengths += [Int](repeating: last, count: try bits(2) + 3)
            case 17: lengths += [Int](repeating: 0, count: try bits(3) + 3)
            case 18: lengths += [Int](repeating: 0, count: try bits(7) + 11)
            default: lengths.append(symbol)
            }
        }
        return (Code(Array(lengths[..<literals])), Code(Array(lengths[literals...])))
    }

    private mutating func readSymbols(_ literals: Code, _ distances: Code) throws {
        while true {
            let symbol = try read(literals)
            if symbol == 256 { return }
            guard symbol > 256 else {
                emit(UInt8(symbol))
                continue
            }
            let long = symbol - 257
            let extra = long < 8 || long == 28 ? 0 : long / 4 - 1
            let length = long == 28 ? 258 : long < 8 ? long + 3 : (4 + long % 4) << extra + 3 + (try bits(extra))
            let far = try read(distances)
            let farther = far < 4 ? 0 : far / 2 - 1
            let distance = far < 4 ? far + 1 : (2 + far % 2) << farther + 1 + (try bits(farther))
            try Self.require(distance <= min(ring.count, output.count), "farther back than the window")
            for _ in 0..<length { emit(ring[(output.count - distance) % ring.count]) }
        }
    }

    private mutating func read(_ code: Code) throws -> Int {
        var (value, first, index) = (0, 0, 0)
        for count in code.counts.dropFirst() {
            value |= try bits(1)
            if value - first < count { return code.symbols[index + value - first] }
            index += count
            first = (first + count) << 1
            value <<= 1
        }
        throw Failure(description: "no such code")
    }

    /// The number of codes of each length, and their symbols in order.
    private struct Code {
        var counts = [Int](repeating: 0, count: 16)
        var symbols: [Int]

        init(_ lengths: [Int]) {
            for length in lengths where length > 0 { counts[length] += 1 }
            symbols = lengths.indices.filter { lengths[$0] > 0 }.sorted { (lengths[$0], $0) < (lengths[$1], $1) }
        }
    }
}
