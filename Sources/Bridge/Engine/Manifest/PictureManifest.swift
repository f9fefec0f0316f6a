import Configuration
import Pictures
import Storage
import Topics
import Widgets

/// The published pictures in the manifest: a row for a widget's pictures, and one for its label.
enum PictureManifest {
    /// None for a widget that is not drawn.
    static func rows(of settings: WidgetConfiguration, panel: String, in presenter: Presenter) -> [ManifestRow] {
        let picture = settings.picture
        guard !picture.formats.isEmpty else { return [] }
        let base = presenter.configuration.mqtt.baseTopic
        var rows: [ManifestRow] = []
        if picture.formats.contains(where: { $0 != .label }) {
            let suffixes = picture.formats.compactMap { PictureTopics.suffix(of: $0, picture.colors) }
            let hasStrips = picture.formats.contains(.strips)
            rows.append(
                .picture(
                    ManifestRow.Picture(
                        baseTopic: base,
                        panel: panel,
                        widget: settings.widget,
                        // The description of the picture has no suffix.
                        suffixes: [""] + suffixes.sorted(),
                        stripCount: hasStrips ? presenter.pictureRoom(of: panel, settings).stripCount : 0
                    )
                )
            )
        }
        // Its topic is like those of encodings.
        if picture.formats.contains(.label) {
            rows.append(
                .encoding(
                    ManifestRow.Encoding(
                        baseTopic: base,
                        panel: panel,
                        widget: settings.widget,
                        encoding: PictureFormat.label.rawValue,
                        suffixes: [Topics.labelSuffix]
                    )
                )
            )
        }
        return rows
    }

    static func topics(of row: ManifestRow.Picture) -> [String] {
        let topics = Topics(base: row.baseTopic)
        let suffixes = row.suffixes + (0..<max(0, row.stripCount)).map(Topics.stripSuffix)
        return suffixes.map { topics.picture(of: row.widget, panel: row.panel, suffix: $0).name }
    }
}
