import CZlib

/// The functions of zlib that pictures need.
package enum Zlib {
    /// The base-2 logarithm of the window: 4 KiB, the ring buffer that a microcontroller inflates with.
    package static let windowBits: Int32 = 12

    /// The CRC-32 of PNG, Ethernet and gzip.
    package static func crc32(_ bytes: [UInt8]) -> UInt32 {
        unsafe bytes.withUnsafeBufferPointer { buffer in
            UInt32(truncatingIfNeeded: unsafe crc32_z(0, buffer.baseAddress, buffer.count))
        }
    }

    /// A zlib stream (RFC 1950) with a window of 4 KiB, as small as zlib can make it.
    package static func deflated(_ bytes: [UInt8]) -> [UInt8] {
        var stream = unsafe z_stream()
        let strategy = Z_DEFAULT_STRATEGY
        let size = unsafe Int32(MemoryLayout<z_stream>.size)
        let begun = unsafe deflateInit2_(&stream, 9, Z_DEFLATED, windowBits, 9, strategy, ZLIB_VERSION, size)
        // The parameters are constants that zlib takes: only memory can be missing, and without it the program ends, to
        // be started again.
        guard begun == Z_OK else { fatalError("zlib gave no stream: \(begun)") }
        defer { unsafe deflateEnd(&stream) }
        // Safe: both buffers live during the one call that uses them, and zlib only reads its input.
        return unsafe [UInt8](unsafeUninitializedCapacity: Int(deflateBound(&stream, UInt(bytes.count)))) {
            out,
            count in
            unsafe bytes.withUnsafeBufferPointer { input in
                unsafe stream.next_in = UnsafeMutablePointer(mutating: input.baseAddress)
                unsafe stream.avail_in = UInt32(input.count)
                unsafe stream.next_out = out.baseAddress
                unsafe stream.avail_out = UInt32(out.count)
                let ended = unsafe deflate(&stream, Z_FINISH)
                // `deflateBound` is what one call with `Z_FINISH` needs at the most.
                guard ended == Z_STREAM_END else { fatalError("zlib had too small a buffer: \(ended)") }
                count = unsafe Int(stream.total_out)
            }
        }
    }
}
