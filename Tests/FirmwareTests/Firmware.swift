import Foundation
import TestSupport
import Testing

/// The tests' access to compilers, to the folder with the header and the sketches, and to the golden frames.
enum Firmware {
    struct Failure: Error, CustomStringConvertible {
        var description: String
    }

    static let tests = URL(filePath: #filePath).deletingLastPathComponent()
    /// The library as the Arduino IDE and PlatformIO take it.
    static let library = tests.appending(path: "../../deploy/esp32").standardized
    static let header = library.appending(path: "src")
    static let goldens = tests.appending(path: "../PayloadsTests/Golden").standardized

    /// The path of one of the C programs beside the tests.
    static func source(_ name: String) -> String { tests.appending(path: "Programs/\(name)").path }

    static func isInstalled(_ program: String) -> Bool {
        FileManager.default.isExecutableFile(atPath: "/usr/bin/\(program)")
    }

    /// Runs a program of `/usr/bin`, or one that a path names, to its end, and returns the lines that it printed.
    static func run(_ program: String, _ arguments: [String] = [], input: String = "") async throws -> [String] {
        let path = program.hasPrefix("/") ? program : "/usr/bin/\(program)"
        let running = try Program(path, arguments, environment: ["PATH": "/usr/bin:/bin"], input: Array(input.utf8))
        let ending = await running.ending()
        guard ending == .exit(0) else {
            let errors = running.errors.elements.prefix(30).joined(separator: "\n")
            throw Failure(description: "\(program) ended with \(ending)\n\(errors)")
        }
        return running.output.elements
    }

    /// Cancels the test where the compiler is one that this machine does not have.
    static func require(_ flags: [String], of compiler: String, in scratch: ScratchDirectory) async throws {
        guard isInstalled(compiler) else { try Test.cancel("\(compiler) is not installed") }
        guard flags.contains("-m32") else { return }
        let probe = try scratch.write("#include <stdio.h>\nint main(void) { return 0; }\n", to: "probe.c")
        do {
            _ = try await run(compiler, ["-m32", probe, "-o", scratch.path + "/probe"])
        } catch {
            try Test.cancel("\(compiler) makes no 32-bit programs here, as gcc-multilib or g++-multilib is missing")
        }
    }

    /// The bytes of each golden frame, by its name.
    static func goldenFrames() throws -> [(name: String, bytes: [UInt8])] {
        let files = try FileManager.default.contentsOfDirectory(atPath: goldens.path)
        return try files.filter { $0.hasSuffix(".frame.hex") }.sorted().map { file in
            let text = try String(contentsOf: goldens.appending(path: file), encoding: .utf8)
            let bytes = text.split(whereSeparator: \.isWhitespace).compactMap { UInt8($0, radix: 16) }
            return (String(file.dropLast(".frame.hex".count)), bytes)
        }
    }

    static func goldenFrame(_ name: String) throws -> [UInt8] {
        try #require(try goldenFrames().first { $0.name == name }).bytes
    }

    /// Two digits a byte.
    static func hex(_ bytes: [UInt8]) -> String {
        bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
    }
}

/// One way of compiling a C program with the header.
struct Compilation: Sendable, CustomTestStringConvertible {
    var compiler: String
    var flags: [String]

    var testDescription: String { ([compiler] + flags).joined(separator: " ") }

    static let strict = ["-Wall", "-Wextra", "-Werror", "-pedantic", "-Wshadow", "-Wconversion", "-Wsign-conversion"]

    static let all = [("gcc", "-std=c99"), ("g++", "-std=c++11"), ("g++", "-std=c++17")].flatMap { compiler, standard in
        [[], ["-m32"], ["-funsigned-char"]].map { flags in
            Compilation(compiler: compiler, flags: [standard] + flags)
        }
    }

    /// Compiles one of the programs beside the tests, and returns the executable's path.
    func compile(_ name: String, _ more: [String] = [], in scratch: ScratchDirectory) async throws -> String {
        let path = scratch.path + "/program"
        let language = compiler == "g++" ? ["-x", "c++"] : []
        let arguments = flags + Self.strict + more + ["-I", Firmware.header.path] + language
        _ = try await Firmware.run(compiler, arguments + [Firmware.source(name), "-o", path])
        return path
    }
}
