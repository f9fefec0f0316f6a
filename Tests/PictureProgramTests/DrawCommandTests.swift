import Glibc
import Pictures
import TestSupport
import Testing

/// `kiatsu-draw` as somebody meets it who starts it by hand.
@Suite(.timeLimit(.minutes(2)))
struct DrawCommandTests {
    private static func run(_ arguments: [String], input: [UInt8]? = nil) async throws -> (Program, Program.Ending) {
        let program = try Program(Program.path(of: "kiatsu-draw"), arguments, input: input)
        return (program, await program.ending())
    }

    @Test(arguments: ["--help", "-h"])
    func `its help says what it is and who starts it`(option: String) async throws {
        let (program, ending) = try await Self.run([option])
        #expect(ending == .exit(0))
        #expect(program.output.elements.first == "usage: kiatsu-draw")
        #expect(program.output.elements.contains { $0.contains("kiatsu, which starts it") })
    }

    @Test(arguments: ["--version", "-V"])
    func `its version is that of what it understands`(option: String) async throws {
        let (program, ending) = try await Self.run([option])
        #expect(ending == .exit(0))
        #expect(program.output.elements == ["kiatsu-draw, requests of version \(Envelope.version)"])
    }

    @Test func `an argument that it does not know is told`() async throws {
        let (program, ending) = try await Self.run(["--draw"])
        #expect(ending == .exit(64))
        #expect(program.errors.elements == ["kiatsu-draw: takes no --draw; see kiatsu-draw --help"])
    }

    @Test func `it ends with its input, and says nothing`() async throws {
        let whole = try PictureExchange.bytes(of: .poem())
        for input in [[], Array(whole[..<5]), Array(whole.dropLast())] {
            let (program, ending) = try await Self.run([], input: input)
            #expect(ending == .exit(0))
            #expect(program.output.elements.isEmpty && program.errors.elements.isEmpty)
        }
    }

    @Test(arguments: [
        ([UInt8]("what is this?".utf8), "kiatsu-draw: what came is no frame"),
        ([0x4B, 0x44, 0x52, 2, 0, 0, 0, 0, 0, 0, 0, 0], "kiatsu-draw: what came is of version 2 and not 1"),
        ([0x4B, 0x44, 0x52, 1, 0, 0, 0, 0, 0, 0, 144, 0], "kiatsu-draw: what came says to be of 9437196 bytes"),
    ])
    func `it ends with what is no request`(input: [UInt8], complaint: String) async throws {
        let (program, ending) = try await Self.run([], input: input)
        #expect(ending == .exit(65))
        #expect(program.output.elements.isEmpty)
        #expect(program.errors.elements.count == 1)
        #expect(program.errors.elements.first?.hasPrefix(complaint) == true)
    }

    @Test func `SIGTERM ends it`() async throws {
        let program = try Program(Program.path(of: "kiatsu-draw"), [])
        program.send(SIGTERM)
        #expect(await program.ending() == .signal(SIGTERM))
    }
}
