import Foundation

/// The Debian packages that decide how letters look, and their versions.
enum FontPackages {
    private static let names = [
        "fonts-noto-cjk", "fonts-noto-core", "libcairo2", "libfontconfig1", "libfreetype6", "libharfbuzz0b",
        "libpango-1.0-0",
    ]

    /// Those that are installed, a line each: the package and its version; none where there is no dpkg.
    static let installed: [String] = {
        guard let status = try? String(contentsOfFile: "/var/lib/dpkg/status", encoding: .utf8) else { return [] }
        var found: [String: String] = [:]
        var package = ""
        for line in status.utf8.split(separator: UInt8(ascii: "\n")) {
            if line.starts(with: "Package: ".utf8) {
                package = String(line.dropFirst(9)) ?? ""
            } else if line.starts(with: "Version: ".utf8), names.contains(package) {
                found[package] = String(line.dropFirst(9))
            }
        }
        return names.compactMap { name in found[name].map { "\(name) \($0)" } }
    }()
}
