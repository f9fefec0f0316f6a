#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// The kernel's figures of a process.
enum ProcessFigures {
    struct Memory {
        var residentMiB: Double
        /// Private and written to: what it alone takes.
        var dirtyMiB: Double
    }

    static func memory(of process: pid_t) throws(BenchmarkError) -> Memory {
        let text = try System.contents(of: "/proc/\(process)/smaps_rollup")
        func mebibytes(_ name: String) -> Double {
            let line = text.split(separator: "\n").first { $0.hasPrefix(name + ":") }
            return (Double(line?.split(separator: " ").dropFirst().first ?? "") ?? 0) / 1024
        }
        return Memory(residentMiB: mebibytes("Rss"), dirtyMiB: mebibytes("Private_Dirty"))
    }

    /// The processor time of all its threads so far, to the nanosecond; that of threads that ended included.
    static func processorTime(of process: pid_t) throws(BenchmarkError) -> Duration {
        var clock = clockid_t()
        var time = timespec()
        guard unsafe clock_getcpuclockid(process, &clock) == 0, unsafe clock_gettime(clock, &time) == 0 else {
            throw BenchmarkError("process \(process) has ended")
        }
        return .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec)
    }

    static func threadCount(of process: pid_t) throws(BenchmarkError) -> Int {
        let text = try System.contents(of: "/proc/\(process)/status")
        let line = text.split(separator: "\n").first { $0.hasPrefix("Threads:") }
        return Int(line?.split(separator: "\t").last ?? "") ?? 0
    }

    /// A clock of this process or of the host.
    static func now(_ clock: clockid_t) -> Duration {
        var time = timespec()
        unsafe clock_gettime(clock, &time)
        return .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec)
    }
}
