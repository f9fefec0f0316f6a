import Foundation
import TestSupport
import Testing

/// The options that the programs are linked with.
@Suite(.timeLimit(.minutes(4))) struct HardenedProgramTests {
    private func readELF(_ program: String) async throws -> [String] {
        guard FileManager.default.isExecutableFile(atPath: "/usr/bin/readelf") else {
            try Test.cancel("readelf is not installed")
        }
        let reader = try Program("/usr/bin/readelf", ["-hldW", Program.path(of: program)])
        #expect(await reader.ending() == .exit(0), "\(reader.errors.elements)")
        return reader.output.elements
    }

    @Test(arguments: ["kiatsu", "kiatsu-draw"])
    func `a program's addresses are settled at its start and read-only then`(program: String) async throws {
        let lines = try await readELF(program)
        #expect(lines.contains { $0.contains("GNU_RELRO") })
        #expect(lines.contains { $0.contains("(FLAGS_1)") && $0.contains("NOW") && $0.contains("PIE") })
        #expect(lines.contains { $0.contains("Type:") && $0.contains("DYN") })
        let stack = try #require(lines.first { $0.contains("GNU_STACK") })
        #expect(!stack.contains("RWE"))
    }

    /// Programs that are built for use are built by these commands.
    @Test(arguments: ["deploy/try"])
    func `a library beside a program that is in use is none of its own`(file: String) throws {
        let root = URL(filePath: #filePath).appending(path: "../../..").standardized
        let text = try String(contentsOf: root.appending(path: file), encoding: .utf8)
        let builds = text.split(separator: "\n").filter { $0.contains("swift build -c release") }
        #expect(!builds.isEmpty && builds.allSatisfy { $0.contains("--disable-local-rpath") }, "\(builds)")
    }
}
