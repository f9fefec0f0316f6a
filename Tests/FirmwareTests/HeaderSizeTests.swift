import Foundation
import TestSupport
import Testing

/// The memory that the headers take of a microcontroller, so that their own statements about it stay true.
@Suite(.serialized, .timeLimit(.minutes(4))) struct HeaderSizeTests {
    /// A program that has every function of a header, and what its code and its stack may take, in bytes.
    struct Limits: Sendable {
        var program: String
        var functions: Int
        var codeBytes: Int
        var stackBytes: Int
    }

    @Test(
        arguments: [
            ["arm-none-eabi-gcc", "-mcpu=cortex-m0", "-mthumb"],
            ["riscv64-unknown-elf-gcc", "-march=rv32imc", "-mabi=ilp32"],
        ],
        [
            Limits(program: "size.c", functions: 13, codeBytes: 2800, stackBytes: 64),
            Limits(program: "picture_size.c", functions: 13, codeBytes: 2400, stackBytes: 128),
        ]
    )
    func `a header is small on a microcontroller`(command: [String], limits: Limits) async throws {
        let scratch = try ScratchDirectory()
        try await Firmware.require([], of: command[0], in: scratch)
        // Debian's cross compilers come without a C library; of one, this is all that is needed.
        let functions = """
            #include <stddef.h>
            void *memcpy(void *, const void *, size_t);
            void *memset(void *, int, size_t);
            int memcmp(const void *, const void *, size_t);

            """
        try scratch.write(functions, to: "string.h")
        let object = scratch.path + "/size.o"
        let flags = ["-std=c99", "-Os", "-ffreestanding", "-fbuiltin", "-ffunction-sections", "-fstack-usage"]
        let folders = ["-idirafter", scratch.path, "-I", Firmware.header.path]
        let arguments = command.dropFirst() + Compilation.strict + flags + folders
        _ = try await Firmware.run(command[0], arguments + ["-c", Firmware.source(limits.program), "-o", object])
        let sizes = try await Firmware.run(command[0].replacingOccurrences(of: "-gcc", with: "-size"), [object])
        let columns = try #require(sizes.last).split(whereSeparator: \.isWhitespace)
        // Code and texts; then data that is written to, of which there is none.
        #expect(try #require(Int(columns[0])) <= limits.codeBytes)
        #expect(columns[1] == "0" && columns[2] == "0")
        let usage = try String(contentsOfFile: scratch.path + "/size.su", encoding: .utf8)
        let stacks = usage.split(separator: "\n").compactMap { Int($0.split(separator: "\t")[1]) }
        #expect(stacks.count >= limits.functions)
        #expect(try #require(stacks.max()) <= limits.stackBytes)
    }
}
