/// A PNG file's own description of itself; nothing is read that is not whole.
package struct PNGFile: Sendable, Equatable {
    /// Why bytes are no PNG.
    package struct Failure: Error, CustomStringConvertible {
        package var description: String
    }

    package let width: Int
    package let height: Int
    package let bitDepth: Int
    /// True if it has a palette.
    package let isIndexed: Bool

    /// Checks the signature, the chunks, their checksums and the end.
    package init(_ file: [UInt8]) throws {
        guard file.starts(with: [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]) else {
            throw Failure(description: "no PNG: \(file.prefix(16))")
        }
        func number(_ at: Int) -> Int { file[at..<at + 4].reduce(0) { $0 << 8 | Int($1) } }
        var names: [String] = []
        var at = 8
        while at < file.count {
            guard at + 12 <= file.count, at + 12 + number(at) <= file.count else {
                throw Failure(description: "it breaks off")
            }
            let end = at + 8 + number(at)
            guard Checksum.crc32(file[at + 4..<end]) == UInt32(number(end)) else {
                throw Failure(description: "another checksum")
            }
            names.append(String(decoding: file[at + 4..<at + 8], as: UTF8.self))
            at = end + 4
        }
        guard names.first == "IHDR", names.contains("IDAT"), names.last == "IEND" else {
            throw Failure(description: "chunks \(names)")
        }
        width = number(16)
        height = number(20)
        bitDepth = Int(file[24])
        isIndexed = file[25] == 3
    }
}

/// Checksums as others have them.
package enum Checksum {
    /// That of PNG, zlib and Ethernet.
    package static func crc32(_ bytes: some Sequence<UInt8>) -> UInt32 {
        var sum = ~UInt32(0)
        for byte in bytes {
            sum ^= UInt32(byte)
            for _ in 0..<8 { sum = sum & 1 == 1 ? sum >> 1 ^ 0xEDB8_8320 : sum >> 1 }
        }
        return ~sum
    }
}
