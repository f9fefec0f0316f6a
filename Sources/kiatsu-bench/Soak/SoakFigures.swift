#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// What a process holds at a moment.
struct SoakFigures {
    var residentMiB: Double
    var dirtyMiB: Double
    var descriptors: Int
    var threads: Int

    init(of process: pid_t) throws(BenchmarkError) {
        let memory = try ProcessFigures.memory(of: process)
        residentMiB = memory.residentMiB
        dirtyMiB = memory.dirtyMiB
        descriptors = try Self.descriptorCount(of: process)
        threads = try ProcessFigures.threadCount(of: process)
    }

    private static func descriptorCount(of process: pid_t) throws(BenchmarkError) -> Int {
        guard let directory = unsafe opendir("/proc/\(process)/fd") else {
            throw BenchmarkError("process \(process) has ended")
        }
        defer { unsafe closedir(directory) }
        var count = 0
        while unsafe readdir(directory) != nil { count += 1 }
        // Without `.` and `..`.
        return count - 2
    }

    var line: String {
        "\(residentMiB.text(decimals: 2)) MiB resident, \(dirtyMiB.text(decimals: 2)) dirty, \(descriptors) descriptors, "
            + "\(threads) threads"
    }
}

/// What the figures say of growth after the warm-up.
struct SoakVerdict {
    private static let mostGrowthMiB = 1.0

    let warm: SoakFigures
    private(set) var most: SoakFigures

    init(warm: SoakFigures) {
        self.warm = warm
        most = warm
    }

    mutating func take(_ figures: SoakFigures) {
        most.residentMiB = max(most.residentMiB, figures.residentMiB)
        most.dirtyMiB = max(most.dirtyMiB, figures.dirtyMiB)
        most.descriptors = max(most.descriptors, figures.descriptors)
        most.threads = max(most.threads, figures.threads)
    }

    var isFlat: Bool {
        most.residentMiB - warm.residentMiB <= Self.mostGrowthMiB && most.descriptors <= warm.descriptors
            && most.threads <= warm.threads
    }

    var description: String {
        "after the warm-up: \(warm.line)\nat the most since:  \(most.line)\n"
            + (isFlat ? "flat" : "GROWN")
            + " (at most \(Self.mostGrowthMiB.text(decimals: 0)) MiB, no descriptor, no thread)"
    }
}
