import CBench

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// The C library's figures of a process's dynamic memory.
struct HeapFigures {
    var usedMiB: Double
    /// In the heap and free; of that what is resident was not given back.
    var freeMiB: Double

    private init(used: Int64, free: Int64) {
        usedMiB = Double(used) / 1_048_576
        freeMiB = Double(free) / 1_048_576
    }

    var line: String { "heap \(usedMiB.text(decimals: 2)) used and \(freeMiB.text(decimals: 2)) free" }

    /// The larger of each figure.
    func most(_ other: HeapFigures) -> HeapFigures {
        var most = self
        most.usedMiB = max(usedMiB, other.usedMiB)
        most.freeMiB = max(freeMiB, other.freeMiB)
        return most
    }

    /// Those of another process, which answers `heap` with ``tellOwn()``.
    init(of process: ChildProcess) throws(BenchmarkError) {
        process.tell("heap")
        let numbers = process.nextLine().split(separator: " ").compactMap { Int64($0) }
        guard numbers.count == 2 else {
            throw BenchmarkError("process \(process.identifier) does not tell of its heap")
        }
        self.init(used: numbers[0], free: numbers[1])
    }

    /// Writes those of this process on a line of standard output.
    static func tellOwn() {
        var used: Int64 = 0
        var free: Int64 = 0
        unsafe bench_heap(&used, &free)
        let line = Array("\(used) \(free)\n".utf8)
        _ = unsafe write(STDOUT_FILENO, line, line.count)
    }
}
