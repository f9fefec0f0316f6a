import CMosquitto

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// The machine on which the figures were measured.
enum Machine {
    static func description(workplace: Workplace) throws(BenchmarkError) -> String {
        var name = utsname()
        unsafe uname(&name)
        let kernel = unsafe withUnsafeBytes(of: &name.release) { release in
            unsafe String(decoding: release.prefix { $0 != 0 }, as: UTF8.self)
        }
        let cores = sysconf(Int32(_SC_NPROCESSORS_ONLN))
        var versions: [Int32] = [0, 0, 0]
        unsafe versions.withUnsafeMutableBufferPointer { numbers in
            guard let first = numbers.baseAddress else { return }
            _ = unsafe mosquitto_lib_version(first, first + 1, first + 2)
        }
        let library = versions.map(String.init).joined(separator: ".")
        return """
            \(CommandLine.arguments.joined(separator: " "))
            \(processor), \(cores) cores, Linux \(kernel), load \(load); \(try brokerVersion(workplace)) on loopback \
            with its defaults but \(Broker.settings.joined(separator: ", ")); libmosquitto \(library)
            """
    }

    /// The processor as the kernel names it.
    private static var processor: String {
        let text = (try? System.contents(of: "/proc/cpuinfo")) ?? ""
        let line = text.split(separator: "\n").first { $0.hasPrefix("model name") }
        return line?.split(separator: ":").last.map { String($0.drop { $0 == " " }) } ?? "unnamed processor"
    }

    /// Of the last minute: what else ran spoils the figures.
    private static var load: String {
        let text = (try? System.contents(of: "/proc/loadavg")) ?? ""
        return String(text.split(separator: " ").first ?? "unknown")
    }

    private static func brokerVersion(_ workplace: Workplace) throws(BenchmarkError) -> String {
        let log = workplace.path("version.log")
        let process = try ChildProcess(
            Broker.program(),
            ["-h"],
            output: .pipe,
            log: log,
            workplace: workplace
        )
        // Its help begins with it, and ends with a status of failure.
        return String(process.finish().output.split(separator: "\n").first ?? "mosquitto of unknown version")
    }
}
