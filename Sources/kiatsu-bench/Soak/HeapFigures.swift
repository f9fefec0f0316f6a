import CBench

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// What the C library says of a process's dynamic memory.
struct HeapFigures {
    var usedMiB: Double
    /// Free, and kept for later.
    var keptMiB: Double

    private init(used: Int64, kept: Int64) {
        usedMiB = Double(used) / 1_048_576
        keptMiB = Double(kept) / 1_048_576
    }

    /// The larger of each figure.
    func most(_ other: HeapFigures) -> HeapFigures {
        var most = self
        most.usedMiB = max(usedMiB, other.usedMiB)
        most.keptMiB = max(keptMiB, other.keptMiB)
        return most
    }

    /// Those of another process, which answers `heap` with ``tellOwn()``.
    init(of process: ChildProcess) throws(BenchmarkError) {
        process.tell("heap")
        let numbers = process.nextLine().split(separator: " ").compactMap { Int64($0) }
        guard numbers.count == 2 else { throw BenchmarkError("process \(process.identifier) does not tell of its heap") }
        self.init(used: numbers[0], kept: numbers[1])
    }

    /// Writes those of this process on a line of standard output.
    static func tellOwn() {
        var used: Int64 = 0
        var kept: Int64 = 0
        unsafe bench_heap(&used, &kept)
        let line = Array("\(used) \(kept)\n".utf8)
        _ = unsafe write(STDOUT_FILENO, line, line.count)
    }
}
