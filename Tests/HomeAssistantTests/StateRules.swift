import Foundation
import JSON
import Topics

@testable import HomeAssistant

/// The rules by which Home Assistant reads a state document with an entity's template, and its complaints.
enum StateRules {
    /// The faults of a state document for the sensors of a device.
    static func faults(of payload: [UInt8], for device: Device) -> [String] {
        guard let text = String(validating: payload, as: UTF8.self),
            let document = (try? JSONSerialization.jsonObject(with: Data(payload))) as? [String: Any]
        else { return ["no JSON object in UTF-8"] }
        var faults: [String] = []
        // As attributes of one entity the recorder stores no more.
        if payload.count > 16_384 { faults.append("\(payload.count) bytes") }
        if text.unicodeScalars.contains(where: { $0.value < 0x20 || $0.value == 0x7F }) { faults.append("controls") }
        for entity in device.entities {
            let settings = Dictionary(uniqueKeysWithValues: entity.settings.map { ($0.key, $0.value) })
            guard case .string(let template)? = settings["val_tpl"], settings["stat_t"] == stateTopic(of: device) else {
                continue
            }
            // The position, with a word for where it is not known.
            if template.contains(" if value_json.latitude is not none else ") {
                let isPosition = ["latitude", "longitude"].allSatisfy {
                    document[$0] is NSNumber || document[$0] is NSNull
                }
                if !isPosition { faults.append("no position") }
                continue
            }
            guard let key = key(in: template) else {
                faults.append("\(template) is not known here")
                continue
            }
            guard let value = document[key] else {
                faults.append("no \(key)")
                continue
            }
            // Null is unknown, and says nothing in the log.
            if !(value is NSNull), let fault = fault(value, settings) { faults.append("\(key): \(fault), \(value)") }
        }
        return faults
    }

    private static func stateTopic(of device: Device) -> JSONValue {
        let levels = device.identifier.split(separator: "/")
        return .text(
            Topics(base: levels.dropLast().joined(separator: "/"))
                .homeAssistantDocument(of: String(levels[levels.count - 1])).name
        )
    }

    /// The key of `{{ value_json.key }}`, or of the condition in `{{ 'ON' if value_json.key else 'OFF' }}`.
    private static func key(in template: String) -> String? {
        let parts = template.split(separator: "value_json.")
        guard parts.count == 2 else { return nil }
        return String(parts[1].prefix { $0.isLetter || $0 == "_" })
    }

    private static func fault(_ value: Any, _ settings: [String: JSONValue]) -> String? {
        if case .string("problem")? = settings["dev_cla"] { return value is Bool ? nil : "neither true nor false" }
        if settings["unit_of_meas"] != nil || settings["stat_cla"] != nil {
            return (value as? NSNumber).map { CFBoolean.isBoolean($0) || !$0.doubleValue.isFinite } ?? true
                ? "no number" : nil
        }
        guard let text = value as? String else { return "no text" }
        if case .array(let options)? = settings["ops"] {
            return options.contains(.text(text)) ? nil : "not one of the options"
        }
        if case .string("timestamp")? = settings["dev_cla"] {
            let hasZone = text.hasSuffix("Z")
            return hasZone && ISO8601DateFormatter().date(from: text) != nil ? nil : "no time with a zone"
        }
        // Python's len counts scalars.
        return text.unicodeScalars.count <= 255 ? nil : "\(text.unicodeScalars.count) characters"
    }
}

private enum CFBoolean {
    static func isBoolean(_ number: NSNumber) -> Bool { String(cString: number.objCType) == "c" }
}
