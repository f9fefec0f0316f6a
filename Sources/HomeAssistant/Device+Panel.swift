import JSON
import Topics
package import Widgets

extension Device {
    /// The device of a panel, with an entity for each value that its widgets offer to home automation.
    ///
    /// `name` is what people call it where that is not its id. `readings` may name a value more than once: a panel has
    /// one entity for it, whichever widget gives it. `pictures` are the topics of PNG pictures by widget, no widget
    /// twice. `isTracked` says that the panel moves, so that it belongs on a map.
    package static func panel(
        _ id: String,
        name: String?,
        readings: [ReadingDescription],
        pictures: [(widget: String, topic: String)],
        isTracked: Bool,
        baseTopic: String,
        positionDecimals: Int,
        version: String
    ) -> Device {
        let state = Topics(base: baseTopic).homeAssistantDocument(of: id).name
        var seen: Set<String> = []
        let entities = readings.filter { seen.insert($0.name).inserted }.compactMap { reading in
            Entity(reading, stateTopic: state)
        }
        return Device(
            baseTopic: baseTopic,
            level: id,
            name: name ?? id,
            model: "Panel",
            version: version,
            via: identifier(of: Topics.bridgeLevel, baseTopic: baseTopic),
            isAlwaysAvailable: false,
            entities: entities + pictures.map(picture) + panelEntities(stateTopic: state)
                + (isTracked ? [tracker(stateTopic: state, positionDecimals)] : [])
                + commands(id, stateTopic: state, Topics(base: baseTopic))
        )
    }

    /// The device of the bridge itself.
    package static func bridge(baseTopic: String, version: String) -> Device {
        let state = Topics(base: baseTopic).homeAssistantDocument.name
        return Device(
            baseTopic: baseTopic,
            level: Topics.bridgeLevel,
            name: "Kiatsu",
            model: "Bridge",
            version: version,
            via: nil,
            // The bridge's last error is worth reading after it has stopped.
            isAlwaysAvailable: true,
            entities: [
                Entity(
                    .binarySensor,
                    "state",
                    "State",
                    [
                        "dev_cla": "connectivity", "ent_cat": "diagnostic",
                        "stat_t": .text(Topics(base: baseTopic).state.name), "pl_on": "online", "pl_off": "offline",
                    ]
                ),
                Entity(
                    .sensor,
                    "last_error",
                    "Last error",
                    [
                        "ent_cat": "diagnostic", "ic": "mdi:alert-circle-outline", "stat_t": .text(state),
                        "val_tpl": "{{ value_json.last_error }}", "json_attr_t": .text(state),
                        "json_attr_tpl": "{{ {'since': value_json.last_error_at} | tojson }}",
                    ]
                ),
            ]
        )
    }

    /// The entity for a picture; its state is the moment at which the picture arrived.
    private static func picture(of widget: String, topic: String) -> Entity {
        Entity(
            .image,
            "picture_\(widget)",
            "\(widget.prefix(1).uppercased())\(widget.dropFirst()) picture",
            ["img_t": .text(topic), "cont_type": "image/png"]
        )
    }

    private static func panelEntities(stateTopic: String) -> [Entity] {
        [
            Entity(
                .sensor,
                "place",
                "Place",
                ["ic": "mdi:map-marker", "stat_t": .text(stateTopic), "val_tpl": "{{ value_json.place }}"]
            ),
            Entity(
                .binarySensor,
                "data",
                "Data",
                [
                    "dev_cla": "problem", "ent_cat": "diagnostic", "stat_t": .text(stateTopic),
                    "val_tpl": "{{ 'ON' if value_json.problem else 'OFF' }}",
                ]
            ),
        ]
    }

    /// The entity that puts the panel on the map.
    private static func tracker(stateTopic: String, _ positionDecimals: Int) -> Entity {
        let accuracy = roundingMetres(decimals: positionDecimals)
        return Entity(
            .deviceTracker,
            "position",
            "Position",
            [
                "src_type": "gps", "json_attr_t": .text(stateTopic),
                "json_attr_tpl": .text(
                    "{{ {'latitude': value_json.latitude, 'longitude': value_json.longitude, "
                        + "'gps_accuracy': \(accuracy)} | tojson if value_json.latitude is not none else '{}' }}"
                ),
            ]
        )
    }

    private static func commands(_ id: String, stateTopic: String, _ topics: Topics) -> [Entity] {
        [
            Entity(
                .text,
                "position_set",
                "Set position",
                [
                    "ent_cat": "config", "ic": "mdi:crosshairs-gps",
                    "cmd_t": .text(topics.locationCommand(to: id).name),
                    "stat_t": .text(stateTopic),
                    "val_tpl": .text(
                        "{{ value_json.latitude ~ ',' ~ value_json.longitude "
                            + "if value_json.latitude is not none else '{}' }}"
                    ),
                    "min": 1, "max": 200, "ptrn": .text(positionPattern),
                ]
            ),
            Entity(
                .button,
                "refresh",
                "Refresh",
                ["ent_cat": "config", "ic": "mdi:refresh", "cmd_t": .text(topics.refresh(of: id).name)]
            ),
        ]
    }

    /// The texts that the position field accepts, as a regular expression for Python and browsers.
    ///
    /// The position command's grammar, except that JSON is checked for its braces only and a geo: URI's parameters not
    /// at all.
    static let positionPattern: String = {
        func degrees(_ whole: String, most: String) -> String { "0*(\(most)([.]0+)?|\(whole)[0-9]([.][0-9]+)?)" }
        let latitude = degrees("[1-8]?", most: "90")
        let longitude = degrees("(1[0-7]|[1-9])?", most: "180")
        let space = #"[ \t\r\n]"#
        let plain = #"[+\-]?\#(latitude)(\#(space)*,\#(space)*|\#(space)+)[+\-]?\#(longitude)"#
        let geo = #"[gG][eE][oO]:-?\#(latitude),-?\#(longitude)(,-?[0-9]+([.][0-9]+)?)?(;[^;=]+(=[^;]*)?)*"#
        return #"^\#(space)*(\#(plain)|\#(geo)|\{[\s\S]*\})\#(space)*$"#
    }()

    /// The accuracy in metres of a position that is rounded to this many decimals of a degree (111 km).
    private static func roundingMetres(decimals: Int) -> Int {
        var metres = 111_320
        for _ in 0..<max(0, decimals) { metres /= 10 }
        // Half a step, on both axes.
        return max(1, metres * 71 / 100)
    }
}
