import Drawing
import Foundation
import Pictures
import Storage
import TestSupport
import Weather
import Widgets

@testable import Bridge

/// A picture on the topics, in the strips and with the description that the bridge has for the panel of the sketches,
/// once that has said hello.
struct PublishedPicture {
    let framebuffer: Framebuffer
    /// In their order.
    let strips: [(topic: String, bytes: [UInt8])]

    private let room: PictureRoom
    private let rotation: PictureRotation

    /// Pixels at random, as a picture is hardest to put together wrongly.
    init(seed: UInt64, rotation: PictureRotation = .quarter) {
        let settings = WidgetConfiguration(
            widget: "weather",
            display: DisplaySettings(language: "en", units: .metric, family: .large),
            encodings: [.compact],
            sources: [],
            options: [:],
            picture: PictureSettings(formats: [.strips], rotation: rotation)
        )
        let display = StoredDisplay(bufferBytes: 256, width: 296, height: 128)
        room = PictureRoom(settings, baseTopic: "kiatsu", panelID: "kitchen", display: display)
        self.rotation = rotation
        var random = SeededGenerator(seed: seed)
        var pixels = Pixels(width: room.size.width, height: room.size.height, filledWith: .white)
        for y in 0..<pixels.height {
            for x in 0..<pixels.width where Bool.random(using: &random) { pixels[x, y] = .black }
        }
        framebuffer = Framebuffer(pixels, .blackAndWhite, rotation)
        strips = Array(zip(room.topics(of: .strips), framebuffer.strips(mostBytes: room.stripBytes)))
    }

    /// Of the description.
    var topic: String { room.imageTopic }

    /// The description of it that is retained while that hour is shown, Unix seconds.
    func description(at hour: Int) throws -> [UInt8] {
        let layout = framebuffer.layout
        return try Self.description(
            """
            {"id":\(framebuffer.id),"ts":\(hour),"w":\(layout.width),"h":\(layout.height),"c":"bw",\
            "rot":\(rotation.rawValue),"strips":\(strips.count),\
            "rows":\(layout.rowsPerStrip(mostBytes: room.stripBytes))}
            """
        )
    }

    static func description(_ members: String) throws -> [UInt8] { Array(members.utf8) }

    /// The commands after which the broker has all of it.
    func retained(at hour: Int) throws -> [String] {
        commands("retain", strips) + ["retain \(topic) \(Firmware.hex(try description(at: hour)))"]
    }

    /// The commands that make the bridge publish it so many milliseconds into the next wake, from a strip on.
    func published(after milliseconds: Int, from first: Int = 0, at hour: Int) throws -> [String] {
        commands("later \(milliseconds)", strips[first...])
            + ["later \(milliseconds) \(topic) \(Firmware.hex(try description(at: hour)))"]
    }

    func commands(_ verb: String, _ strips: some Sequence<(topic: String, bytes: [UInt8])>) -> [String] {
        strips.map { "\(verb) \($0.topic) \(Firmware.hex($0.bytes))" }
    }

    /// The action on the paper of a sketch that draws it.
    var onPaper: Action { Action("paper \(Firmware.hex(framebuffer.bytes))") }
}
