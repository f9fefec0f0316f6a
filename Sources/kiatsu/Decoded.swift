import Payloads
import Widgets

/// A payload in words.
enum Decoded {
    /// Of several lines.
    case entry(String)
    case value(String)
    case broken(String)

    /// Decodes a file with one payload, and possibly the line break that `mosquitto_sub` adds.
    init(file bytes: [UInt8]) {
        self.init(payload: bytes)
        if case .broken = self, bytes.last == UInt8(ascii: "\n") { self.init(payload: bytes.dropLast()) }
    }

    init(payload: [UInt8]) {
        let rendering = TerminalRendering(usesColor: Terminal.showsColor)
        let frames = FrameCatalogue(Main.catalogue.widgets)
        do throws(FrameError) {
            if let text = try frames.text(of: payload, rendering) {
                self = .entry(text)
                return
            }
        } catch {
            self = .broken("not a whole frame: \(error)")
            return
        }
        let isFrame = payload.first.map(FrameCatalogue.versions.contains) ?? false
        guard !isFrame, let text = String(validating: payload, as: UTF8.self) else {
            self = .broken(
                "neither text nor a frame that this kiatsu knows (\(payload.count) bytes, the first is "
                    + "\(payload.first ?? 0)): it reads frames of \(frames.summary)"
            )
            return
        }
        do throws(WeatherPayloadError) {
            self = .entry(rendering.text(of: try WeatherPayload.decode(compactOrFull: payload)))
        } catch {
            self.init(text, notWeather: error)
        }
    }

    private init(_ text: String, notWeather error: WeatherPayloadError) {
        guard text.hasPrefix("{\"ts\":") else {
            self = .value(Terminal.printable(text) + "\n")
            return
        }
        if case .valueOutOfRange = error {
            self = .broken("not a weather payload: \(error)")
        } else if let lines = JSONLines.text(of: text) {
            // Another widget's payload, or the weather of a smaller family or in other units.
            self = .entry(lines)
        } else {
            self = .broken("not a weather payload: \(error)")
        }
    }
}
