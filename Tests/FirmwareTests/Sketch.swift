import Foundation
import TestSupport

/// One of the library's examples, each a sketch in a folder of its own.
enum Sketch: String, CaseIterable, Sendable {
    case panel = "tft_panel"
    case paper = "epaper_deep_sleep"
    case picture = "epaper_picture"
    case position = "gps_position"

    var folder: URL { Firmware.library.appending(path: "examples/\(rawValue)") }

    var path: String { folder.appending(path: rawValue + ".ino").path }

    /// Without the folders that hold stubs and header nothing compiles.
    static let flags = [
        "-Wall", "-Wextra", "-Werror", "-I", Firmware.tests.appending(path: "Stubs").path, "-I", Firmware.header.path,
    ]

    /// Builds it with the stubs; with sanitizers it is checked for reads past an end, too.
    func bench(isSanitized: Bool = false) async throws -> Bench {
        let scratch = try ScratchDirectory()
        let kind =
            switch self {
            case .panel: [] as [String]
            case .paper: ["-DSLEEPS"]
            case .picture: ["-DSLEEPS", "-DHAS_PICTURES"]
            case .position: ["-DHAS_GPS"]
            }
        let sanitizers = isSanitized ? ["-fsanitize=address,undefined", "-fno-sanitize-recover=all"] : []
        let bench = Bench(scratch: scratch)
        let arguments = ["-std=c++17", "-DSKETCH=\"\(path)\"", Firmware.source("bench.cpp"), "-o", bench.program]
        _ = try await Firmware.run("g++", Self.flags + kind + sanitizers + arguments)
        return bench
    }
}

/// A sketch together with the stubs, as a program.
struct Bench: Sendable {
    let scratch: ScratchDirectory

    var program: String { scratch.path + "/bench" }

    /// Runs the sketch by commands, from its first start on, and returns what it did.
    func run(_ commands: [String]) async throws -> [Action] {
        try await Firmware.run(program, input: commands.map { $0 + "\n" }.joined()).map(Action.init)
    }
}

/// An action of a sketch, such as `line 28 124 40 126 7ff` or `text 4 4 56 kitchen`.
struct Action: Sendable, Equatable {
    var verb: String
    var rest: String

    init(_ line: String) {
        let parts = line.split(separator: " ", maxSplits: 1, omittingEmptySubsequences: false)
        verb = String(parts[0])
        rest = parts.count > 1 ? String(parts[1]) : ""
    }

    var numbers: [Int] { rest.split(separator: " ").compactMap { Int($0) } }

    /// The text that was drawn.
    var text: String? {
        guard verb == "text" else { return nil }
        return rest.split(separator: " ", maxSplits: 3, omittingEmptySubsequences: false).last.map(String.init)
    }

    /// A line's ends, of one colour (in hexadecimal digits).
    func line(color: String) -> (from: Point, to: Point)? {
        let words = rest.split(separator: " ")
        guard verb == "line", words.last.map(String.init) == color else { return nil }
        let ends = words.dropLast().compactMap { Int($0) }
        return (Point(x: ends[0], y: ends[1]), Point(x: ends[2], y: ends[3]))
    }

    /// The part of the display that the action takes: from left and top to right and bottom.
    var extent: (left: Int, top: Int, right: Int, bottom: Int)? {
        let values = numbers
        switch verb {
        case "line":
            let ends = rest.split(separator: " ").prefix(4).compactMap { Int($0) }
            return (min(ends[0], ends[2]), min(ends[1], ends[3]), max(ends[0], ends[2]), max(ends[1], ends[3]))
        case "pixel": return (values[0], values[1], values[0], values[1])
        case "text": return (values[0], values[1], values[0] + values[2] - 1, values[1] + 7)
        case "rectangle": return (values[0], values[1], values[0] + values[2] - 1, values[1] + values[3] - 1)
        default: return nil
        }
    }
}

struct Point: Equatable {
    var x: Int
    var y: Int
}
