import Foundation
import Support
import TestSupport
import Testing

/// `deploy/esp32` as a library: what the Arduino IDE and PlatformIO ask of one before they take it.
@Suite(.timeLimit(.minutes(2))) struct LibraryTests {
    /// The manifest that PlatformIO reads, as far as these tests look at it.
    private struct Manifest: Decodable {
        var name: String
        var version: String
        var license: String
        var keywords: [String]
        var headers: [String]
        var frameworks: String
        var platforms: String
    }

    /// The one version of all that Kiatsu gives away.
    static let version = Kiatsu.version

    private static let headers = try? FileManager.default.contentsOfDirectory(atPath: Firmware.header.path)

    private func properties() throws -> [String: String] {
        let text = try String(contentsOf: Firmware.library.appending(path: "library.properties"), encoding: .utf8)
        let lines = text.split(separator: "\n").map { $0.split(separator: "=", maxSplits: 1).map(String.init) }
        #expect(lines.allSatisfy { $0.count == 2 })
        return try Dictionary(lines.map { ($0[0], $0[1]) }) { first, _ in
            throw Firmware.Failure(description: "\(first) is there twice")
        }
    }

    private func manifest() throws -> Manifest {
        let json = try Data(contentsOf: Firmware.library.appending(path: "library.json"))
        return try JSONDecoder().decode(Manifest.self, from: json)
    }

    /// The rules of Arduino's library specification and of the tool that checks it.
    @Test func `the Arduino IDE takes it`() throws {
        let properties = try properties()
        let known: Set = [
            "name", "version", "author", "maintainer", "sentence", "paragraph", "category", "url", "license",
            "architectures", "includes", "depends", "dot_a_linkage", "precompiled", "ldflags",
        ]
        #expect(known.isSuperset(of: properties.keys))
        for name in ["name", "version", "author", "maintainer", "sentence", "paragraph", "category", "architectures"] {
            #expect(properties[name]?.isEmpty == false, "\(name)")
        }
        let name = try #require(properties["name"])
        #expect(name.wholeMatch(of: /[A-Za-z0-9][A-Za-z0-9 _.\-]{0,62}/) != nil && !name.contains(/(?i)arduino/))
        #expect(properties["version"]?.wholeMatch(of: /\d+\.\d+\.\d+/) != nil)
        let categories = [
            "Display", "Communication", "Signal Input/Output", "Sensors", "Device Control", "Timing", "Data Storage",
            "Data Processing", "Other",
        ]
        #expect(categories.contains(properties["category"] ?? ""))
        // The first is what the list of libraries shows, the second follows it there.
        let sentence = try #require(properties["sentence"])
        #expect(sentence.hasSuffix(".") && properties["paragraph"]?.hasPrefix(sentence) == false)
        for header in try #require(properties["includes"]).split(separator: ",") {
            #expect(Self.headers?.contains(String(header)) == true, "\(header) is not in src")
        }
    }

    @Test func `PlatformIO takes it, and is told the same`() throws {
        let (properties, manifest) = (try properties(), try manifest())
        #expect(manifest.name == properties["name"] && manifest.version == properties["version"])
        #expect(manifest.license == properties["license"])
        #expect(manifest.headers.joined(separator: ",") == properties["includes"])
        #expect(manifest.frameworks == "*" && manifest.platforms == "*")
        #expect(!manifest.keywords.isEmpty)
    }

    @Test func `it has the version of the daemon`() throws {
        #expect(try properties()["version"] == Self.version)
        #expect(try manifest().version == Self.version)
    }

    /// Both build what is in `src` for any board; what would be found elsewhere is found by neither.
    @Test func `the folder has what a library has and no more`() throws {
        let files = try FileManager.default.contentsOfDirectory(atPath: Firmware.library.path).sorted()
        let wanted = ["README.md", "examples", "library.json", "library.properties", "platformio.ini", "src"]
        #expect(files.filter { !$0.hasPrefix(".") } == wanted)
        #expect(Self.headers?.allSatisfy { $0.hasPrefix("kiatsu_") && $0.hasSuffix(".h") } == true)
        for sketch in try FileManager.default.contentsOfDirectory(atPath: Firmware.library.path + "/examples") {
            let known = try #require(Sketch(rawValue: sketch))
            let files = try FileManager.default.contentsOfDirectory(atPath: known.folder.path).sorted()
            #expect(files == ["\(sketch).ino", "settings.h"].sorted())
        }
    }

    @Test(arguments: [Sketch.paper, .picture]) func `an e-paper's pins are those of its settings`(sketch: Sketch)
        async throws
    {
        let table = try String(contentsOf: Firmware.library.appending(path: "README.md"), encoding: .utf8)
        let boards: [(pins: [String: Int], flags: [String])] = [
            (["SCK": 18, "MOSI": 23, "CS": 5, "DC": 17, "RST": 16, "BUSY": 4], []),
            (["SCK": 4, "MOSI": 6, "CS": 7, "DC": 1, "RST": 3, "BUSY": 10], ["-DCONFIG_IDF_TARGET_ESP32C3=1"]),
        ]
        for (pins, flags) in boards {
            let settings = sketch.folder.appending(path: "settings.h").path
            let lines = try await Firmware.run("g++", flags + ["-x", "c++", "-E", "-dM", settings])
            for (name, pin) in pins { #expect(lines.contains("#define DISPLAY_\(name) \(pin)")) }
            let compiled = ["-x", "c++", "-std=c++11", "-include", "Arduino.h", "-fsyntax-only", sketch.path]
            _ = try await Firmware.run("g++", Sketch.flags + flags + compiled)
        }
        for (name, label) in [
            ("SCK", "CLK"), ("MOSI", "DIN"), ("CS", "CS"), ("DC", "DC"), ("RST", "RST"), ("BUSY", "BUSY"),
        ] {
            let row = "| \(label) | \(boards[0].pins[name] ?? 0) | \(boards[1].pins[name] ?? 0) | `DISPLAY_\(name)` |"
            #expect(table.contains(row))
        }
    }

    @Test func `the display is told its pins before it is used`() async throws {
        let frame = Firmware.hex(try Firmware.goldenFrame("setagaya"))
        let commands = ["clock 1644048600", "retain kiatsu/kitchen/weather/frame \(frame)", "wake"]
        let actions = try await Sketch.paper.bench().run(commands)
        let bus = try #require(actions.firstIndex(of: Action("spi 18 -1 23 5")))
        let rotation = try #require(actions.firstIndex { $0.verb == "rotation" })
        #expect(bus < rotation)
    }
}
