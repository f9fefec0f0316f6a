import Foundation
import TestSupport

/// `kiatsu draw` as somebody runs it, with a directory of its own.
struct DrawRun {
    let directory: ScratchDirectory

    init() throws { directory = try ScratchDirectory() }

    func path(_ name: String) -> String { directory.path + "/" + name }

    func bytes(_ name: String) throws -> [UInt8] { Array(try Data(contentsOf: URL(filePath: path(name)))) }

    /// Runs `draw` to its end.
    func callAsFunction(
        _ arguments: [String],
        environment: [String: String] = [:]
    ) async throws -> (ending: Program.Ending, output: [String], errors: [String]) {
        try await Self.end(
            Program(Household.kiatsu, ["draw"] + arguments, environment: merged(environment))
        )
    }

    /// Runs a line of the shell to its end, in which `$KIATSU` is the program.
    func shell(
        _ line: String,
        environment: [String: String] = [:]
    ) async throws -> (ending: Program.Ending, output: [String], errors: [String]) {
        let variables = ["PATH": "/usr/bin:/bin", "KIATSU": Household.kiatsu, "DIRECTORY": directory.path]
        return try await Self.end(
            Program("/bin/sh", ["-c", line], environment: merged(variables).merging(environment) { $1 })
        )
    }

    /// Runs a line of the shell in a terminal of so many columns and rows, to its end.
    func terminal(
        _ line: String,
        columns: Int,
        rows: Int,
        environment: [String: String] = [:]
    ) async throws -> (ending: Program.Ending, output: [String], errors: [String]) {
        let command = "stty cols \(columns) rows \(rows); \(line)"
        let result = try await shell("script -qec '\(command)' /dev/null", environment: environment)
        // A terminal begins a line by a carriage return, too.
        return (result.ending, result.output.map { $0.replacing("\r", with: "") }, result.errors)
    }

    /// A configuration with the broker at this address.
    func configuration(_ yaml: String, at address: Address = .port(1)) throws -> String {
        try directory.write(
            "mqtt: {\(address.keys)}\nstore: {path: kiatsu.db}\n\(yaml)\n",
            to: "kiatsu.yaml"
        )
    }

    private func merged(_ environment: [String: String]) -> [String: String] {
        environment.merging(["HOME": directory.path]) { $1 }
    }

    private static func end(_ program: Program) async -> (Program.Ending, [String], [String]) {
        let ending = await program.ending()
        return (ending, program.output.elements, program.errors.elements)
    }
}
