import CWords

/// The table of words that is part of the program: lines of fields between tabs, sorted by their first fields' bytes.
///
///     #…                                                   a comment
///     78     0时     1时     …  23时                        a set of hours: its number, then 24 texts
///     zh     78      星期一  …  星期日                      a language: its set of hours, then seven names, from Monday on
///     zh-HK  44                                            a region: the same, and no names where they are the language's
///
/// A broken table would give a wrong word, never a crash.
@safe
struct WordTable: @unchecked Sendable {
    // Sendable and safe: `base` points to a static const array in C that is never written or freed, and `count` is its
    // size. `subscript` only reads within 0..<count, and `text` only receives parts of lines, which lie within it.
    private let base: UnsafeRawPointer
    private let count: Int
    /// The offsets of the lines, and the end of the last.
    private let starts: [Int]

    private static let tab = UInt8(ascii: "\t")
    private static let newline = UInt8(ascii: "\n")

    /// The table that is part of the program.
    static let builtIn = unsafe WordTable(base: kiatsu_words_bytes(), count: kiatsu_words_size())

    private init(base: UnsafeRawPointer, count: Int) {
        unsafe self.base = base
        self.count = count
        var starts = [0]
        for index in 0..<count where unsafe base.load(fromByteOffset: index, as: UInt8.self) == Self.newline {
            starts.append(index + 1)
        }
        self.starts = starts
    }

    private subscript(index: Int) -> UInt8 {
        guard index >= 0, index < count else { return 0 }
        return unsafe base.load(fromByteOffset: index, as: UInt8.self)
    }

    /// The name of the weekday 1…7 in a line of the language or region, nil where it has none.
    func weekdayName(_ isoWeekday: Int, key: some Collection<UInt8>) -> String? {
        guard let line = line(key) else { return nil }
        return field(isoWeekday + 1, of: line).map(text)
    }

    /// The text of the hour 0…23 in the set of the language or region, nil where there is none.
    func hourText(_ hour: Int, key: some Collection<UInt8>) -> String? {
        guard let language = line(key), let number = field(1, of: language),
            let set = line(number.lazy.map { self[$0] })
        else { return nil }
        return field(hour + 1, of: set).map(text)
    }

    /// The line whose first field is `key`, without its end.
    private func line(_ key: some Collection<UInt8>) -> Range<Int>? {
        var low = 0
        var high = starts.count - 1
        while low < high {
            let middle = (low + high) / 2
            switch order(of: key, toLineAt: starts[middle]) {
            case 0: return starts[middle]..<(starts[middle + 1] - 1)
            case ..<0: high = middle
            default: low = middle + 1
            }
        }
        return nil
    }

    /// Negative where the key comes before the line's, positive where after it.
    private func order(of key: some Collection<UInt8>, toLineAt start: Int) -> Int {
        var index = start
        for byte in key {
            if byte != self[index] { return Int(byte) - Int(self[index]) }
            index += 1
        }
        // The tab comes before all that a key is made of.
        return self[index] == Self.tab ? 0 : -1
    }

    private func field(_ number: Int, of line: Range<Int>) -> Range<Int>? {
        var start = line.lowerBound
        for _ in 0..<number {
            while start < line.upperBound, self[start] != Self.tab { start += 1 }
            guard start < line.upperBound else { return nil }
            start += 1
        }
        var end = start
        while end < line.upperBound, self[end] != Self.tab { end += 1 }
        return start..<end
    }

    private func text(_ range: Range<Int>) -> String {
        unsafe String(decoding: UnsafeRawBufferPointer(start: base, count: count)[range], as: UTF8.self)
    }
}
