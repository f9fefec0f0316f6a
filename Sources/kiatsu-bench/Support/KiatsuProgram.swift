import Support

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// The `kiatsu` that is measured.
struct KiatsuProgram {
    let path: String
    /// A warning to print with the figures.
    let warning: String?

    /// The one in the directory of this program, from the same build.
    static func besideThisOne() throws(BenchmarkError) -> KiatsuProgram {
        let own = try ownPath()
        let path = own.split(separator: "/").dropLast().map { "/" + $0 }.joined() + "/kiatsu"
        guard unsafe access(path, X_OK) == 0 else {
            throw BenchmarkError("\(path) is missing: build it beside this program with swift build")
        }
        var flaws: [String] = []
        assert(
            {
                flaws.append("a debug build, and the targets are for a release build")
                return true
            }()
        )
        if let maps = try? System.contents(of: "/proc/self/maps"), maps.contains("libswiftCore.so") {
            flaws.append("linked dynamically, and the targets of memory are for --static-swift-stdlib")
        }
        return KiatsuProgram(path: path, warning: flaws.isEmpty ? nil : "This is " + flaws.joined(separator: ", "))
    }

    /// The path of this program.
    static func ownPath() throws(BenchmarkError) -> String {
        var buffer = [UInt8](repeating: 0, count: 4096)
        let count = unsafe readlink("/proc/self/exe", &buffer, buffer.count)
        guard count > 0 else { throw BenchmarkError("/proc/self/exe: \(SystemError.words(for: errno))") }
        return String(decoding: buffer[..<count], as: UTF8.self)
    }
}
