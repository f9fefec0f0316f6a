import Drawing
import TestSupport
import Testing

/// A PNG with a palette, taken apart.
struct DecodedPNG {
    private(set) var chunks: [String] = []
    let bitDepth: Int
    let pixels: Pixels

    init(_ file: [UInt8]) throws {
        try #require(file.starts(with: [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]))
        var contents: [String: [UInt8]] = [:]
        var at = 8
        while at < file.count {
            let length = file[at..<at + 4].reduce(0) { $0 << 8 | Int($1) }
            try #require(at + 12 + length <= file.count)
            let sum = file[at + 8 + length..<at + 12 + length].reduce(0) { $0 << 8 | UInt32($1) }
            try #require(sum == Zlib.crc32(Array(file[at + 4..<at + 8 + length])))
            let name = String(decoding: file[at + 4..<at + 8], as: UTF8.self)
            if chunks.last != name { chunks.append(name) }
            contents[name, default: []] += file[at + 8..<at + 8 + length]
            at += 12 + length
        }
        let header = try #require(contents["IHDR"])
        try #require(header.count == 13 && Array(header[9...]) == [3, 0, 0, 0], "a palette, and no interlacing")
        let width = header[0..<4].reduce(0) { $0 << 8 | Int($1) }
        let height = header[4..<8].reduce(0) { $0 << 8 | Int($1) }
        bitDepth = Int(header[8])
        let palette = try #require(contents["PLTE"])
        let rows = try Inflater.inflated(try #require(contents["IDAT"]), window: 1 << 15)
        let bytesPerRow = (width * bitDepth + 7) / 8 + 1
        try #require(rows.count == bytesPerRow * height)
        var bytes: [UInt8] = []
        for y in 0..<height {
            // libpng filters no picture that has a palette.
            try #require(rows[y * bytesPerRow] == 0)
            for bit in stride(from: 0, to: width * bitDepth, by: bitDepth) {
                let byte = rows[y * bytesPerRow + 1 + bit / 8]
                let index = 3 * Int((byte << UInt8(bit % 8)) >> UInt8(8 - bitDepth))
                try #require(index < palette.count)
                bytes += palette[index..<index + 3]
            }
        }
        pixels = Pixels(width: width, height: height, bytes: bytes)
    }
}
