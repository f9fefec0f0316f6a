#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// The resources that a process holds at a moment.
struct SoakFigures {
    var residentMiB: Double
    var dirtyMiB: Double
    var descriptors: Int
    /// The number of threads by name.
    var threads: [String: Int]
    /// The heap figures; nil if the process does not report them.
    var heap: HeapFigures?

    init(of process: pid_t, heap: HeapFigures? = nil) throws(BenchmarkError) {
        let memory = try ProcessFigures.memory(of: process)
        residentMiB = memory.residentMiB
        dirtyMiB = memory.dirtyMiB
        descriptors = try Self.entries(of: "/proc/\(process)/fd").count
        // One that ends meanwhile has no name any more.
        threads = try Self.entries(of: "/proc/\(process)/task")
            .compactMap { try? System.contents(of: "/proc/\(process)/task/\($0)/comm") }
            .reduce(into: [:]) { $0[String($1.dropLast()), default: 0] += 1 }
        self.heap = heap
    }

    private static func entries(of path: String) throws(BenchmarkError) -> [String] {
        guard let directory = unsafe opendir(path) else { throw BenchmarkError("\(path): the process has ended") }
        defer { unsafe closedir(directory) }
        var names: [String] = []
        while let entry = unsafe readdir(directory) {
            let name = unsafe withUnsafeBytes(of: &entry.pointee.d_name) { bytes in
                unsafe String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
            }
            if !name.hasPrefix(".") { names.append(name) }
        }
        return names
    }

    var threadCount: Int { threads.values.reduce(0, +) }

    /// The larger of each figure.
    func most(_ other: SoakFigures) -> SoakFigures {
        var most = self
        most.residentMiB = max(residentMiB, other.residentMiB)
        most.dirtyMiB = max(dirtyMiB, other.dirtyMiB)
        most.descriptors = max(descriptors, other.descriptors)
        if other.threadCount > threadCount { most.threads = other.threads }
        if let heap, let others = other.heap { most.heap = heap.most(others) }
        return most
    }

    var line: String {
        let heap = heap.map { ", \($0.line)" } ?? ""
        let names = threads.sorted { $0.key < $1.key }.map { "\($1) \($0)" }.joined(separator: ", ")
        return "\(residentMiB.text(decimals: 2)) MiB resident, \(dirtyMiB.text(decimals: 2)) dirty\(heap), "
            + "\(descriptors) descriptors, \(threadCount) threads (\(names))"
    }
}
