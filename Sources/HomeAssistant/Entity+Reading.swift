import JSON
import Widgets

extension Entity {
    /// A sensor for a reading; nil for a forecast, which only the state document has: what an entity has is recorded.
    init?(_ reading: ReadingDescription, stateTopic: String) {
        let kind = reading.kind
        guard kind.form != .forecasts else { return nil }
        let isMoment = kind.form == .moment
        // Releases before 2024.11 warn of a moment that is none: what never was is long ago.
        let never = isMoment ? " or '1970-01-01T00:00:00Z'" : ""
        var settings =
            Self.settings(of: kind) + [
                .init("stat_t", .text(stateTopic)),
                .init("val_tpl", .text("{{ value_json.\(reading.name)\(never) }}")),
            ]
        if isMoment { settings.append(.init("ent_cat", "diagnostic")) }
        // The name that Home Assistant has for the device class tells the sensor from the panel's others.
        let isNamedByClass = kind.nameOfClass == reading.name
        self.init(.sensor, reading.name, isNamedByClass ? nil : reading.title, .object(settings))
    }

    private static func settings(of kind: ReadingKind) -> [JSONValue.Member] {
        var members: [JSONValue.Member] = []
        func member(_ key: String, _ value: JSONValue?) -> [JSONValue.Member] {
            value.map { [JSONValue.Member(key, $0)] } ?? []
        }
        let deviceClass = member("dev_cla", kind.deviceClass.map { .text($0) })
        let statistics =
            member("stat_cla", kind.isMeasurement ? "measurement" : nil)
            + member("sug_dsp_prc", kind.decimals.map { .number($0, digits: 0) })
        // In the order in which earlier releases wrote them: another text would announce every entity anew.
        if let unit = kind.unit {
            members += [JSONValue.Member("unit_of_meas", .text(unit))] + statistics + deviceClass
        } else {
            members += deviceClass + statistics
        }
        members += member("ops", kind.words.map { .array($0.map { .text($0) }) })
        return members + member("ic", kind.icon.map { .text($0) })
    }
}
