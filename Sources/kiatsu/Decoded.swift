import Payloads

/// A payload in words.
enum Decoded {
    case weather(String)
    case value(String)
    case broken(String)

    /// What a file holds: one payload, perhaps with the line break that `mosquitto_sub` puts after each.
    init(file bytes: [UInt8]) {
        self.init(payload: bytes)
        if case .broken = self, bytes.last == UInt8(ascii: "\n") { self.init(payload: bytes.dropLast()) }
    }

    init(payload: [UInt8]) {
        let rendering = TerminalRendering(usesColor: Terminal.showsColor)
        if payload.first == 1 {
            do throws(FrameError) {
                self = .weather(rendering.text(of: try FrameDecoder.decode(payload)))
            } catch {
                self = .broken("not a whole frame: \(error)")
            }
            return
        }
        guard let text = String(validating: payload, as: UTF8.self) else {
            self = .broken("neither a frame nor text (\(payload.count) bytes)")
            return
        }
        do throws(WeatherPayloadError) {
            self = .weather(rendering.text(of: try WeatherPayload.decode(compactOrFull: payload)))
        } catch {
            let isMeantAsOne = text.hasPrefix("{\"ts\":")
            self = isMeantAsOne ? .broken("not a weather payload: \(error)") : .value(Terminal.printable(text) + "\n")
        }
    }
}
