import Configuration
import Pictures
import Storage
import Widgets

/// What is published of pictures as the manifest has it: a row for a widget's pictures, and one for its label.
enum PictureManifest {
    /// In the place of an encoding, for topics below `<base topic>/image`.
    private static let encoding = "image"
    /// Before the number of strips, in the place of a suffix for each.
    private static let strips = "/strips/*"

    /// None for a widget that is not drawn.
    static func rows(of settings: WidgetConfiguration, panel: String, in state: BridgeState) -> [RetainedTopic] {
        let picture = settings.picture
        guard !picture.formats.isEmpty else { return [] }
        func row(_ encoding: String, _ suffixes: [String]) -> RetainedTopic {
            RetainedTopic(
                baseTopic: state.configuration.mqtt.baseTopic,
                panel: panel,
                widget: settings.widget,
                encoding: encoding,
                suffixes: suffixes
            )
        }
        var rows: [RetainedTopic] = []
        var suffixes = picture.formats.compactMap { PictureTopics.suffix(of: $0, picture.colors) }
        if picture.formats.contains(.strips) {
            suffixes.append("\(strips)\(state.pictureRoom(of: panel, settings).stripCount)")
        }
        // The picture as a whole is told of without a suffix.
        if !suffixes.isEmpty { rows.append(row(encoding, [""] + suffixes.sorted())) }
        // Its topic is like those of encodings.
        if picture.formats.contains(.label) { rows.append(row(PictureFormat.label.rawValue, [PictureTopics.label])) }
        return rows
    }

    /// Nil for a row of other topics.
    static func topics(of row: RetainedTopic) -> [String]? {
        guard row.encoding == encoding else { return nil }
        let topic = "\(row.baseTopic)/image/\(row.panel)/\(row.widget)"
        return row.suffixes.flatMap { suffix in
            guard suffix.hasPrefix(strips) else { return [topic + suffix] }
            let count = Int(suffix.dropFirst(strips.count)) ?? 0
            return (0..<max(0, count)).map { topic + PictureTopics.strip($0) }
        }
    }
}
