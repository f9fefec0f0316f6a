import Time
import Weather
import Widgets

@testable import Pictures

private let request = PictureRequest(
    widget: "weather",
    entry: [],
    context: DisplayContext(
        settings: DisplaySettings(language: "ja", units: .metric, family: .large),
        placeName: "",
        hour: Shown.now.hourStart,
        isStale: false
    ),
    isExpired: false,
    size: .standard,
    colors: .blackAndWhite,
    theme: .light,
    rotation: .none,
    fonts: "",
    forms: [.png, .strips(mostBytes: 128)]
)

/// Reads the bytes on the pipe from the program that draws, and to it, in pieces of the length that the first byte
/// says.
func runPicture(_ bytes: [UInt8]) {
    guard let first = bytes.first else { return }
    let piece = max(1, Int(first))
    for most in [PictureExchange.mostRequestBytes, 1 << 16] {
        var reader = EnvelopeReader(mostBytes: most)
        var rest = bytes.dropFirst()
        while !rest.isEmpty {
            let part = rest.prefix(min(piece, reader.missing))
            rest = rest.dropFirst(part.count)
            guard let frame = try? reader.take(part) else {
                if reader.missing <= 0 { break }
                continue
            }
            promise(frame.bytes.count <= most, "a frame over its limit")
            check(frame)
            break
        }
    }
    // A header without its prefix, so that JSON is reached without the lengths.
    check(Envelope(header: Array(bytes.dropFirst()), body: []))
    check(Envelope(header: Array(bytes.dropFirst()), body: [1, 2, 3]))
}

private func check(_ frame: Envelope) {
    if let asked = try? PictureExchange.request(in: frame) {
        guard let written = try? PictureExchange.bytes(of: asked) else { fatalError("what was asked cannot be asked") }
        promise(written.count <= PictureExchange.mostRequestBytes, "a request over its limit")
    }
    if case .success(let picture) = PictureExchange.answer(in: frame, to: request) {
        promise(picture.parts.allSatisfy { request.forms.indices.contains($0.form) }, "a form nobody asked for")
        promise(picture.parts.reduce(0) { $0 + $1.bytes.count } == frame.body.count, "bytes from nowhere")
    }
}
