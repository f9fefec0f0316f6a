import Foundation

/// Home Assistant's demands on discovery messages, from its integration's schemas; written without a look at the code
/// that makes them.
enum DiscoveryRules {
    typealias Object = [String: Any]

    private static let rootKeys: Set = [
        "dev", "o", "cmps", "avty", "avty_t", "avty_mode", "avty_tpl", "pl_avail", "pl_not_avail", "cmd_t", "qos", "e",
    ]
    private static let deviceKeys: Set = [
        "ids", "cns", "name", "mf", "mdl", "mdl_id", "sw", "hw", "sn", "sa", "cu", "via_device",
    ]
    private static let originKeys: Set = ["name", "sw", "url"]
    private static let entityKeys: Set = [
        "p", "name", "uniq_id", "ent_cat", "ic", "en", "json_attr_t", "json_attr_tpl", "qos", "e",
        "avty", "avty_t", "avty_mode", "avty_tpl", "pl_avail", "pl_not_avail",
    ]
    /// The further keys that each kind of entity knows, and those of them that it must have.
    private static let componentKeys: [String: (known: Set<String>, required: Set<String>)] = [
        "sensor": (
            ["stat_t", "val_tpl", "dev_cla", "stat_cla", "unit_of_meas", "sug_dsp_prc", "ops", "exp_aft", "frc_upd"],
            ["stat_t"]
        ),
        "binary_sensor": (["stat_t", "val_tpl", "dev_cla", "pl_on", "pl_off", "off_dly", "exp_aft"], ["stat_t"]),
        "button": (["cmd_t", "cmd_tpl", "pl_prs", "dev_cla", "ret"], ["cmd_t"]),
        "text": (["cmd_t", "cmd_tpl", "stat_t", "val_tpl", "min", "max", "mode", "ptrn", "ret"], ["cmd_t"]),
        "device_tracker": (["src_type", "stat_t", "val_tpl", "pl_home", "pl_not_home", "pl_rst"], ["json_attr_t"]),
        "image": (["img_t", "url_t", "url_tpl", "cont_type", "img_e"], []),
    ]
    private static let categories: [String: Set<String>] = [
        "sensor": ["diagnostic"], "binary_sensor": ["diagnostic"], "button": ["config", "diagnostic"],
        "text": ["config", "diagnostic"], "device_tracker": ["diagnostic"], "image": ["diagnostic"],
    ]
    /// The units that a class of sensors may have.
    private static let units: [String: Set<String?>] = [
        "temperature": ["°C", "°F", "K"], "atmospheric_pressure": ["hPa", "mbar", "Pa", "kPa", "mmHg", "inHg", "psi"],
        "humidity": ["%"], "wind_speed": ["m/s", "km/h", "mph", "kn", "ft/s", "Beaufort"],
        "precipitation": ["mm", "cm", "in"], "distance": ["m", "km", "mm", "cm", "mi", "ft", "in", "yd", "nmi"],
        "aqi": [nil], "enum": [nil], "timestamp": [nil],
    ]

    /// The faults of one message; `retired` are the keys whose entities the document asks to remove.
    static func faults(topic: String, payload: [UInt8], prefix: String, retired: Set<String> = []) -> [String] {
        guard let document = (try? JSONSerialization.jsonObject(with: Data(payload))) as? Object else {
            return ["no JSON object"]
        }
        var faults = topic.utf8.count > 255 ? ["the topic has more than 255 bytes"] : []
        guard topic.hasPrefix(prefix + "/"), topic.hasSuffix("/config") else { return ["no topic of discovery"] }
        let levels = topic.dropFirst(prefix.utf8.count + 1).split(separator: "/", omittingEmptySubsequences: false)
        for level in levels where !isLevel(level) { faults.append("the level “\(level)” is illegal") }
        switch (levels.first, levels.count) {
        case ("device", 3): faults += deviceFaults(document, retired)
        case (let component?, 4): faults += componentFaults(document, String(component))
        default: faults.append("the topic has \(levels.count) levels")
        }
        return faults
    }

    private static func isLevel(_ level: Substring) -> Bool {
        !level.isEmpty
            && level.utf8.allSatisfy {
                "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-".utf8.contains($0)
            }
    }

    // MARK: Documents

    private static func deviceFaults(_ document: Object, _ retired: Set<String>) -> [String] {
        var faults = strangers(document, rootKeys, "at the root") + headFaults(document)
        if document["o"] == nil { faults.append("no origin") }
        guard let components = document["cmps"] as? Object, !components.isEmpty else { return faults + ["no cmps"] }
        for (key, value) in components {
            guard let entity = value as? Object, let platform = entity["p"] as? String else {
                faults.append("\(key): no platform")
                continue
            }
            if retired.contains(key) {
                if entity.count != 1 { faults.append("\(key): is gone, and says more than its platform") }
                continue
            }
            faults += entityFaults(entity, platform).map { "\(key): \($0)" }
            let areBothLists = (document["avty"] != nil && entity["avty_t"] != nil)
            if areBothLists || (document["avty_t"] != nil && entity["avty"] != nil) {
                faults.append("\(key): a list of availabilities and a topic of one exclude each other")
            }
        }
        let live = components.filter { !retired.contains($0.key) }.values.compactMap { $0 as? Object }
        return faults + nameFaults(live, document)
    }

    private static func componentFaults(_ document: Object, _ component: String) -> [String] {
        var entity = document
        entity["dev"] = nil
        entity["o"] = nil
        return headFaults(document) + entityFaults(entity, component) + nameFaults([entity], document)
    }

    /// Device, origin and availability.
    private static func headFaults(_ document: Object) -> [String] {
        var faults: [String] = []
        if let device = document["dev"] as? Object {
            faults += strangers(device, deviceKeys, "in dev")
            if (device["ids"] as? [String] ?? []).isEmpty && device["cns"] == nil { faults.append("no identifiers") }
            if (device["name"] as? String ?? "").isEmpty { faults.append("the device has no name") }
            faults += addressFaults(device["cu"], "cu")
        } else {
            faults.append("no device")
        }
        if let origin = document["o"] as? Object {
            faults += strangers(origin, originKeys, "in o")
            if (origin["name"] as? String ?? "").isEmpty { faults.append("the origin has no name") }
            faults += addressFaults(origin["url"], "url")
        }
        if document["avty"] != nil && document["avty_t"] != nil { faults.append("avty and avty_t") }
        return faults
    }

    private static func addressFaults(_ value: Any?, _ key: String) -> [String] {
        guard let value else { return [] }
        let text = value as? String ?? ""
        return text.hasPrefix("http://") || text.hasPrefix("https://") ? [] : ["\(key) is no http(s) URL"]
    }

    private static func strangers(_ object: Object, _ known: Set<String>, _ place: String) -> [String] {
        object.keys.filter { !known.contains($0) }.map { "unknown key \($0) \(place)" }
    }

    private static func nameFaults(_ entities: [Object], _ document: Object) -> [String] {
        let device = (document["dev"] as? Object)?["name"] as? String ?? ""
        let given = entities.compactMap { $0["name"] as? String }
        // Where Home Assistant names one after its class.
        let names = entities.compactMap { $0["name"] as? String ?? $0["dev_cla"] as? String }
        var faults = given.filter { $0.hasPrefix(device) }.map { "“\($0)” repeats the device's name" }
        if Set(names.map { $0.lowercased() }).count < names.count { faults.append("a name is there twice") }
        let identifiers = entities.compactMap { $0["uniq_id"] as? String }
        if Set(identifiers).count < identifiers.count { faults.append("a unique id is there twice") }
        return faults
    }

    // MARK: Entities

    private static func entityFaults(_ entity: Object, _ component: String) -> [String] {
        guard let keys = componentKeys[component] else { return ["MQTT has no “\(component)”"] }
        var faults = strangers(entity, entityKeys.union(keys.known), "of a \(component)")
        for key in keys.required where entity[key] == nil { faults.append("no \(key)") }
        if (entity["uniq_id"] as? String ?? "").isEmpty { faults.append("no unique id") }
        if (entity["name"] as? String ?? "").isEmpty && !isNamedByClass(entity, component) { faults.append("no name") }
        if let icon = entity["ic"] as? String, !icon.hasPrefix("mdi:") { faults.append("icon \(icon)") }
        if let category = entity["ent_cat"] as? String, categories[component]?.contains(category) != true {
            faults.append("a \(component) of category \(category)")
        }
        for key in ["stat_t", "cmd_t", "json_attr_t", "avty_t", "img_t"] {
            guard let topic = entity[key] else { continue }
            faults += topicFaults(topic).map { "\(key) \($0)" }
        }
        for key in ["val_tpl", "json_attr_tpl"] {
            guard let template = entity[key] as? String else { continue }
            if !template.hasPrefix("{{ ") || !template.hasSuffix(" }}") { faults.append("\(key) is no expression") }
        }
        switch component {
        case "sensor": faults += sensorFaults(entity)
        case "text": faults += textFaults(entity)
        case "image": faults += imageFaults(entity)
        case "device_tracker":
            if entity["stat_t"] != nil { faults.append("a state topic hides the zone that it is in") }
        default: break
        }
        return faults
    }

    /// True if Home Assistant names it by its device class: not an enum.
    private static func isNamedByClass(_ entity: Object, _ component: String) -> Bool {
        guard entity["name"] == nil, let name = entity["dev_cla"] as? String else { return false }
        return ["sensor", "binary_sensor"].contains(component) && name != "enum"
    }

    private static func topicFaults(_ value: Any) -> [String] {
        guard let topic = value as? String, !topic.isEmpty, topic.utf8.count <= 255 else { return ["is no topic"] }
        return topic.contains { "+#\0".contains($0) } ? ["has wildcards"] : []
    }

    private static func sensorFaults(_ entity: Object) -> [String] {
        var faults: [String] = []
        let unit = entity["unit_of_meas"] as? String
        let stateClass = entity["stat_cla"] as? String
        let isWord = entity["ops"] != nil
        switch entity["dev_cla"] as? String {
        case let name?:
            guard let fitting = units[name] else { return ["unknown class \(name)"] }
            if !fitting.contains(unit) { faults.append("a \(name) in \(unit ?? "no unit")") }
            let isNumber = name != "enum" && name != "timestamp"
            if !isNumber && (stateClass != nil || entity["sug_dsp_prc"] != nil) {
                faults.append("a \(name) with a state class or digits")
            }
            if isWord != (name == "enum") { faults.append("options and a class of \(name)") }
        case nil:
            if isWord { faults.append("options without a class") }
            if unit?.isEmpty == true { faults.append("an empty unit") }
        }
        if let options = entity["ops"] as? [String] {
            if options.isEmpty || Set(options).count < options.count { faults.append("options none or twice") }
            if options.contains(where: { $0.unicodeScalars.count > 255 }) { faults.append("an endless option") }
        } else if isWord {
            faults.append("options that are no words")
        }
        if let stateClass, !["measurement", "total", "total_increasing"].contains(stateClass) {
            faults.append("state class \(stateClass)")
        }
        if let digits = entity["sug_dsp_prc"], (digits as? Int).map({ (0...6).contains($0) }) != true {
            faults.append("digits \(digits)")
        }
        return faults
    }

    private static func textFaults(_ entity: Object) -> [String] {
        if let pattern = entity["ptrn"] as? String, (try? NSRegularExpression(pattern: pattern)) == nil {
            return ["the pattern is no regular expression"]
        }
        let least = entity["min"] as? Int ?? 0
        let most = entity["max"] as? Int ?? 255
        return 0 <= least && least <= most && most <= 255 ? [] : ["\(least)…\(most) characters"]
    }

    private static func imageFaults(_ entity: Object) -> [String] {
        if (entity["img_t"] == nil) == (entity["url_t"] == nil) { return ["one of img_t and url_t"] }
        let type = entity["cont_type"] as? String
        if entity["url_t"] != nil { return type == nil ? [] : ["cont_type of a url"] }
        return type?.hasPrefix("image/") == true ? [] : ["not an image type"]
    }
}
