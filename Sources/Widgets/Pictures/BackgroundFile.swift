/// A user's PNG file that is drawn behind everything else.
package enum BackgroundFile {
    /// The largest file in bytes.
    package static let mostBytes = 8 << 20
    /// The most pixels.
    package static let mostPixels = 4_000_000

    private static let signature: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
    private static let header: [UInt8] = [0, 0, 0, 13] + Array("IHDR".utf8)
    private static let end: [UInt8] = [0, 0, 0, 0] + Array("IEND".utf8) + [0xAE, 0x42, 0x60, 0x82]

    /// The reason why bytes cannot be shown, to follow the word "it"; nil if their beginning and end are valid.
    package static func problem(in bytes: [UInt8]) -> String? {
        let start = signature + header
        guard bytes.starts(with: signature) else { return "is no PNG file" }
        guard bytes.count >= start.count + 8, bytes.starts(with: start) else { return "is a damaged PNG file" }
        func number(at index: Int) -> Int { bytes[index..<index + 4].reduce(0) { $0 << 8 | Int($1) } }
        let (width, height) = (number(at: start.count), number(at: start.count + 4))
        guard width > 0, height > 0 else { return "is a damaged PNG file" }
        // The product of two 32-bit numbers may exceed 63 bits.
        let (pixels, isOverflow) = width.multipliedReportingOverflow(by: height)
        guard !isOverflow, pixels <= mostPixels else {
            return "has \(width)x\(height) pixels, more than \(mostPixels) in all"
        }
        return bytes.suffix(end.count).elementsEqual(end) ? nil : "is a PNG file that is cut short"
    }
}
