import Configuration
import Foundation
import Testing
import Widgets

struct BackgroundTests {
    private static func png(width: UInt32 = 4, height: UInt32 = 3) -> [UInt8] {
        func big(_ value: UInt32) -> [UInt8] { stride(from: 24, through: 0, by: -8).map { UInt8(value >> $0 & 0xFF) } }
        return [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 0, 0, 0, 13] + Array("IHDR".utf8) + big(width)
            + big(height) + [8, 2, 0, 0, 0, 0, 0, 0, 0] + [0, 0, 0, 0] + Array("IEND".utf8) + [0xAE, 0x42, 0x60, 0x82]
    }

    private let yaml = """
        background: photo.png
        panels:
          - {id: a, location: "0,0", widgets: {weather: {background: ""}, day: {}}}
          - {id: b, location: "0,0", widgets: [day]}
        """

    @Test func `a picture is read once, for all widgets that do without none`() throws {
        try withDirectory { directory in
            try Data(Self.png()).write(to: URL(filePath: directory.path + "/photo.png"))
            let configuration = try parse(yaml, fileName: directory.path + "/kiatsu.yaml").configuration
            let path = directory.path + "/photo.png"
            #expect(configuration.backgrounds == [path: Self.png()])
            #expect(configuration.panels.flatMap(\.widgets).map(\.picture.background) == ["", path, path])
        }
    }

    /// A file, which a report has by its size: byte by byte it would take longer than all other tests.
    struct File: CustomTestStringConvertible {
        var bytes: [UInt8]?

        var testDescription: String { bytes.map { "\($0.count) bytes" } ?? "none" }
    }

    @Test(
        arguments: [
            (nil, "cannot be read: No such file"), ([], "is no PNG file"), (Array("<html>".utf8), "is no PNG file"),
            (Array(png().prefix(20)), "is a damaged PNG file"), (png(width: 0), "is a damaged PNG file"),
            (png(width: 2001, height: 2000), "has 2001x2000 pixels, more than 4000000 in all"),
            (png(width: .max, height: .max), "pixels, more than 4000000 in all"),
            (Array(png().dropLast()), "cut short"),
            (png() + [UInt8](repeating: 0, count: BackgroundFile.mostBytes), "longer than 8388608 bytes"),
        ].map { (bytes: [UInt8]?, words: String) in (File(bytes: bytes), words) }
    )
    func `a file that cannot be shown is refused once, where it is named`(file: File, words: String) throws {
        try withDirectory { directory in
            if let bytes = file.bytes { try Data(bytes).write(to: URL(filePath: directory.path + "/photo.png")) }
            let found = issues(yaml, fileName: directory.path + "/kiatsu.yaml")
            #expect(found.count == 1)
            #expect(found.first?.contains(":1:13: background: ") == true, "\(found)")
            #expect(found.first?.contains(words) == true, "\(found)")
        }
    }

    @Test func `a request names pictures that the configuration names, and no other file`() throws {
        try withDirectory { directory in
            for name in ["photo.png", "other.png"] {
                try Data(Self.png()).write(to: URL(filePath: directory.path + "/" + name))
            }
            let configuration = try parse(yaml, fileName: directory.path + "/kiatsu.yaml").configuration
            func read(_ background: String) throws -> String? {
                let json = #"{"id":"c","location":"1,2","widgets":{"day":{"background":"\#(background)"}}}"#
                return try configuration.panel(fromRequest: Array(json.utf8)) { _, _, _, _ in nil }
                    .widgets.first?.picture.background
            }
            #expect(try read("photo.png") == directory.path + "/photo.png")
            #expect(try read("") == "")
            for wrong in ["other.png", "/etc/passwd", "~/photo.png", "../photo.png"] {
                #expect(throws: ConfigurationErrors.self) { try read(wrong) }
            }
        }
    }

    @Test func `at run time a picture can only be given up`() throws {
        let widget = try #require(Catalogue.test.widget("day"))
        var settings = Catalogue.test.defaults(for: widget)
        #expect(throws: OptionError.self) {
            try Catalogue.test.set("background", to: "/etc/passwd", in: &settings, iconThemes: [])
        }
        settings.picture.background = "/photo.png"
        try Catalogue.test.set("background", to: "/photo.png", in: &settings, iconThemes: [])
        try Catalogue.test.set("background", to: "", in: &settings, iconThemes: [])
        #expect(settings.picture.background.isEmpty)
    }
}
