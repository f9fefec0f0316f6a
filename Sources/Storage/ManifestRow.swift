/// A row of the manifest: topics on which something is retained on the broker.
///
/// Rows compare by all that they have: another list of suffixes, or another order, is another row.
package enum ManifestRow: Sendable, Hashable {
    /// The topics of the bridge itself.
    case bridge(baseTopic: String)
    /// The topics that a panel has whatever its widgets.
    case panel(String, baseTopic: String)
    case encoding(Encoding)
    case picture(Picture)
    case device(Device)

    /// A widget's entries in one encoding, or its label.
    package struct Encoding: Sendable, Hashable {
        package var baseTopic: String
        package var panel: String
        package var widget: String
        package var encoding: String
        /// The suffixes of the widget's topic, one element a topic, none with a line break.
        package var suffixes: [String]

        package init(baseTopic: String, panel: String, widget: String, encoding: String, suffixes: [String]) {
            self.baseTopic = baseTopic
            self.panel = panel
            self.widget = widget
            self.encoding = encoding
            self.suffixes = suffixes
        }
    }

    /// A widget's pictures.
    package struct Picture: Sendable, Hashable {
        package var baseTopic: String
        package var panel: String
        package var widget: String
        /// The suffixes of the picture's topic, one element a topic, none with a line break; strips are not among them.
        package var suffixes: [String]
        /// The number of topics with strips, from 0.
        package var stripCount: Int

        package init(baseTopic: String, panel: String, widget: String, suffixes: [String], stripCount: Int) {
            self.baseTopic = baseTopic
            self.panel = panel
            self.widget = widget
            self.suffixes = suffixes
            self.stripCount = stripCount
        }
    }

    /// The announcement of a panel, or of the bridge, as a device in Home Assistant, and its state document.
    package struct Device: Sendable, Hashable {
        /// The form of the announcement.
        package enum Style: String, Sendable {
            case device
            case component
        }

        /// The first levels of the topics of discovery.
        package var prefix: String
        package var style: Style
        /// The device's level is as earlier releases had it.
        package var hasFormerNode: Bool
        package var baseTopic: String
        /// The panel, or `bridge`.
        package var panel: String
        /// The identities of the entities, none with a line break.
        package var entities: [String]

        package init(
            prefix: String,
            style: Style,
            hasFormerNode: Bool,
            baseTopic: String,
            panel: String,
            entities: [String]
        ) {
            self.prefix = prefix
            self.style = style
            self.hasFormerNode = hasFormerNode
            self.baseTopic = baseTopic
            self.panel = panel
            self.entities = entities
        }
    }

    /// The panel that the topics are of; nil for the bridge itself.
    package var panel: String? {
        switch self {
        case .bridge: nil
        case .panel(let panel, _): panel
        case .encoding(let row): row.panel
        case .picture(let row): row.panel
        case .device(let row): row.panel
        }
    }
}

extension ManifestRow {
    /// The columns of `retained_topic`, in its order.
    static let placeholders = "(?, ?, ?, ?, ?, ?, ?, ?, ?)"
    /// The condition of a statement that finds a row by its columns.
    static let condition = """
        kind = ? AND base_topic = ? AND panel = ? AND widget = ? AND encoding = ? AND prefix = ? AND former_node = ?
            AND strips = ? AND topics IS ?
        """

    /// Nil for a row that does not have its table's shape: only a damaged file holds one.
    init?(row: [SQLiteValue]) {
        let texts = row.prefix(6).compactMap(\.text)
        guard row.count == 9, texts.count == 6, let formerNode = row[6].integer, let strips = row[7].integer else {
            return nil
        }
        let topics = row[8].text?.split(separator: "\n", omittingEmptySubsequences: false).map(String.init) ?? []
        let (base, panel, widget) = (texts[1], texts[2], texts[3])
        switch texts[0] {
        case "bridge": self = .bridge(baseTopic: base)
        case "panel": self = .panel(panel, baseTopic: base)
        case "encoding":
            self = .encoding(
                Encoding(baseTopic: base, panel: panel, widget: widget, encoding: texts[4], suffixes: topics)
            )
        case "picture":
            self = .picture(
                Picture(baseTopic: base, panel: panel, widget: widget, suffixes: topics, stripCount: strips)
            )
        case "device":
            guard let style = Device.Style(rawValue: texts[4]) else { return nil }
            self = .device(
                Device(
                    prefix: texts[5],
                    style: style,
                    hasFormerNode: formerNode != 0,
                    baseTopic: base,
                    panel: panel,
                    entities: topics
                )
            )
        default: return nil
        }
    }

    var columns: [SQLiteValue] {
        switch self {
        case .bridge(let base): Self.columns("bridge", base)
        case .panel(let panel, let base): Self.columns("panel", base, panel)
        case .encoding(let row):
            Self.columns("encoding", row.baseTopic, row.panel, row.widget, row.encoding, topics: row.suffixes)
        case .picture(let row):
            Self.columns(
                "picture",
                row.baseTopic,
                row.panel,
                row.widget,
                strips: row.stripCount,
                topics: row.suffixes
            )
        case .device(let row):
            Self.columns(
                "device",
                row.baseTopic,
                row.panel,
                "",
                row.style.rawValue,
                prefix: row.prefix,
                hasFormerNode: row.hasFormerNode,
                topics: row.entities
            )
        }
    }

    private static func columns(
        _ kind: String,
        _ baseTopic: String,
        _ panel: String = "",
        _ widget: String = "",
        _ encoding: String = "",
        prefix: String = "",
        hasFormerNode: Bool = false,
        strips: Int = 0,
        topics: [String] = []
    ) -> [SQLiteValue] {
        // Joined, one empty suffix is '' and none at all would be, too.
        let joined = topics.isEmpty ? nil : topics.joined(separator: "\n")
        return [kind, baseTopic, panel, widget, encoding, prefix].map { .text($0) }
            + [.integer(hasFormerNode ? 1 : 0), .integer(Int64(strips)), SQLiteValue(joined)]
    }
}
