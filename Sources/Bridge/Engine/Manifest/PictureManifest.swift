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
        let suffixes = PictureTopics.suffixes(of: picture)
        if !suffixes.isEmpty {
            let hasStrips = picture.formats.contains(.strips)
            rows.append(
                .picture(
                    ManifestRow.Picture(
                        baseTopic: base,
                        panel: panel,
                        widget: settings.widget,
                        suffixes: suffixes,
                        stripCount: hasStrips ? presenter.pictureRoom(of: panel, settings).stripCount : 0
                    )
                )
            )
        }
        // The topic has the same form as those of encodings.
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
        PictureTopics.topics(
            of: row.widget,
            panel: row.panel,
            baseTopic: row.baseTopic,
            suffixes: row.suffixes,
            stripCount: row.stripCount
        )
    }
}
