package import Support
package import Weather
package import Widgets

/// All that Kiatsu is told by its configuration file, the environment and the files of secrets.
///
/// Properties are named as their keys in the file. Whatever a panel leaves out is filled in already.
package struct Configuration: Sendable, Equatable {
    /// The widgets and upstreams that it was read with.
    package var catalogue: Catalogue
    /// `mqtt`: the broker.
    package var mqtt: MQTT
    /// `store`: where things are remembered.
    package var store: Store
    /// `sources`: how the upstreams are reached, one for every source of the catalogue.
    package var sources: [String: SourceSettings]
    /// `geocoder`: what names places, `geonames` or a source that does; default `geonames`.
    package var geocoder: String
    /// `icon_themes`: those of the file in its order, and the built-in one.
    package var iconThemes: [IconTheme]
    /// `schedule`: when entries are published.
    package var schedule: Schedule
    /// `privacy`: how much of a position others may read.
    package var privacy: Privacy
    /// `location`: what positions are accepted.
    package var location: Location
    /// `homeassistant`: what Home Assistant is told of the panels.
    package var homeAssistant: HomeAssistant
    /// `log`: what is logged.
    package var log: Log
    /// `contact`: an address for the User-Agent of requests, up to 200 bytes of printable ASCII.
    package var contact: String?
    /// At least one, no id twice, in the order written.
    package var panels: [PanelConfiguration]
    /// The defaults of panels.
    package var panelDefaults: PanelDefaults
    /// The collections named by widgets' options, by path, and the built-in ones by the names that
    /// ``Widgets/ProviderEnvironment/builtInCollection(of:)`` gives them.
    package var collections: [String: [CollectionRecord]]
    /// The PNG files that widgets' options name, by path.
    package var backgrounds: [String: [UInt8]]

    /// The geocoder that needs no upstream.
    package static let offlineGeocoder = "geonames"
}

extension Configuration {
    /// The broker and how to talk to it.
    package struct MQTT: Sendable, Equatable {
        /// A name, an address, or the path of a Unix-domain socket, which begins with `/`; default `localhost`.
        package var host: String
        /// 1...65535, default 1883, with TLS 8883; 0 where ``host`` is a path, as libmosquitto wants it.
        package var port: Int
        /// The version of MQTT to speak.
        package var `protocol`: ProtocolVersion
        /// True where the configuration names it, so that no other version is tried.
        package var isProtocolNamed = false
        /// 1...64 characters of `A-Za-z0-9_-`; default ``defaultClientID(baseTopic:)``.
        package var clientID: String
        /// The user to log in as; nil logs in as nobody.
        package var username: String?
        /// Secret: `password_file` or `KIATSU_MQTT_PASSWORD`.
        package var password: Secret?
        /// The encryption of the connection; nil, the default, for none.
        package var tls: TLS?
        /// Levels of `A-Za-z0-9_-` with `/` between, up to 64 bytes; default `kiatsu`.
        package var baseTopic: String
        /// 5...3600 s; default 60 s.
        package var keepAlive: Duration
        /// The topics for responses besides the bridge's own: topics without wildcards, each with all topics below it;
        /// default none.
        package var responsePrefixes: [String]
    }

    /// The version of MQTT; default 5.
    package enum ProtocolVersion: String, Sendable, CaseIterable {
        /// MQTT 5.
        case mqtt5 = "5"
        /// MQTT 3.1.1.
        case mqtt311 = "3.1.1"
    }

    /// The store of positions, timelines and the manifest.
    package struct Store: Sendable, Equatable {
        /// The SQLite database.
        ///
        /// Default: `kiatsu.db` in `$STATE_DIRECTORY`, else `kiatsu/kiatsu.db` in `$XDG_STATE_HOME`, else in
        /// `~/.local/state`.
        package var path: String
    }

    /// The times of publishing.
    package struct Schedule: Sendable, Equatable {
        /// The time before its hour at which each entry is published: 0...120 s, default 0 s.
        package var lead: Duration
    }

    /// The precision of published positions.
    package struct Privacy: Sendable, Equatable {
        /// Decimals of a published position: 0...5, default 2.
        package var decimals: Int
    }

    /// The rules for positions of a panel; 0 accepts any.
    ///
    /// Distance, interval, speed and order hold for fixes: positions of followed topics, and commands with a `tst`.
    package struct Location: Sendable, Equatable {
        /// `max_accuracy`: 0...1,000,000 m, default 5000 m.
        package var maxAccuracyMetres: Int
        /// `min_distance` from the position in use: 0...100,000 m, default 500 m.
        package var minDistanceMetres: Int
        /// Between accepted positions: 0...86,400 s, default 300 s.
        package var minInterval: Duration
        /// `max_speed` from one fix to the next: 0...100,000 km/h, default 1200 km/h, which no airliner reaches.
        package var maxSpeedKmh: Int
        /// Positions within 0.01° of 0° north, 0° east; refused by default.
        package var nullIsland: Treatment
        /// Fixes that are older than the newest one known; refused by default.
        package var outOfOrder: Treatment
        /// 1...6000, default 30.
        package var commandsPerMinute: Int
    }

    /// The discovery of panels by Home Assistant.
    package struct HomeAssistant: Sendable, Equatable {
        /// The form of discovery.
        package var discovery: Discovery
        /// Levels of `A-Za-z0-9_-` with `/` between, up to 64 bytes; default `homeassistant`.
        package var prefix: String
    }

    /// The form of Home Assistant's discovery; default `device`.
    package enum Discovery: String, Sendable, CaseIterable {
        /// One message a panel, which Home Assistant reads from 2024.11 on.
        case device
        /// One message an entity, for older ones.
        case component
        /// No discovery.
        case off
    }

    /// The treatment of a doubtful position.
    package enum Treatment: String, Sendable, CaseIterable {
        /// The position is refused.
        case refuse
        /// The position is accepted.
        case accept
    }

    /// The settings of the log.
    package struct Log: Sendable, Equatable {
        /// The least severe messages that are written; default `info`.
        package var level: LogLevel
    }
}

/// A panel, with the common settings filled in where it has none of its own.
package struct PanelConfiguration: Sendable, Equatable {
    /// `[a-z0-9][a-z0-9_-]{0,23}`, neither `bridge` nor `image`.
    package var id: String
    /// The panel's position until a command sends another.
    package var location: Coordinate
    /// Shown in place of the place's own name: 1...200 characters.
    package var name: String?
    /// ISO 639 with an optional region, such as `ja` or `zh-TW`; default `en`.
    package var language: String
    /// At least one, no kind twice, in the order written; panels with equal lists share the memory of one.
    package var widgets: [WidgetConfiguration]
    /// The topic filters of the positions that the panel follows: up to 16, none twice; default none.
    package var follow: [String]

    package init(
        id: String,
        location: Coordinate,
        name: String?,
        language: String,
        widgets: [WidgetConfiguration],
        follow: [String] = []
    ) {
        self.id = id
        self.location = location
        self.name = name
        self.language = language
        self.widgets = widgets
        self.follow = follow
    }
}

extension Configuration {
    /// The problems in the settings of a widget's sources, one sentence each; empty where there are none.
    package func problems(of widget: WidgetConfiguration, catalogue: Catalogue) -> [String] {
        let asked = catalogue.widget(widget.widget)?.askedSources(of: widget) ?? []
        return asked.compactMap { name in
            guard let source = catalogue.source(name) else { return nil }
            return source.problem(sources[name] ?? SourceSettings(defaultsOf: source.description))
        }
    }
}
