import CPlaces

/// The bytes of the packed table, read with a check of the bounds.
///
/// A read outside of them gives 0: a broken table would give a wrong name, never a crash.
@safe
struct PackedBytes: @unchecked Sendable {
    // Sendable and safe: `base` points to a static const array in C, which nobody writes or frees, and `count` is the
    // size of that array. Reads are in `subscript` and `integer`, which look at nothing outside 0..<count.
    private let base: UnsafeRawPointer
    let count: Int

    /// The table that is part of the program.
    static let places = unsafe PackedBytes(base: kiatsu_places_bytes(), count: kiatsu_places_size())

    private init(base: UnsafeRawPointer, count: Int) {
        unsafe self.base = base
        self.count = count
    }

    subscript(index: Int) -> UInt8 {
        guard index >= 0, index < count else { return 0 }
        return unsafe base.load(fromByteOffset: index, as: UInt8.self)
    }

    /// The unsigned little-endian number in the `size` bytes from `index` on, `size` at most 4.
    func integer(at index: Int, size: Int) -> Int {
        if index >= 0, index <= count - 4 {
            let word = unsafe base.loadUnaligned(fromByteOffset: index, as: UInt32.self)
            return Int(UInt32(littleEndian: word)) & (1 << (8 * size) - 1)
        }
        var value = 0
        for offset in 0..<size { value |= Int(self[index + offset]) << (8 * offset) }
        return value
    }
}
