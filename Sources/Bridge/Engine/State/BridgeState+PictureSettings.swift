import Configuration
import Widgets

/// How the pictures of a panel's widgets are published, as far as settings and the panel's hello say.
extension BridgeState {
    /// In pixels, as a person looks at it: what is configured, else what the panel said, else the standard.
    func pictureSize(of panel: String, _ settings: WidgetConfiguration) -> PictureSize {
        pictureRoom(of: panel, settings).size
    }

    /// All topics that the widget's pictures use now: those of its formats, each strip's own, and, for all but the label,
    /// the one that tells of the picture as a whole.
    func pictureTopics(of panel: String, _ settings: WidgetConfiguration) -> [String] {
        settings.picture.formats.isEmpty ? [] : pictureRoom(of: panel, settings).topics
    }

    /// What the panel's pictures of a widget are published on.
    func pictureRoom(of panel: String, _ settings: WidgetConfiguration) -> PictureRoom {
        PictureRoom(
            settings,
            baseTopic: configuration.mqtt.baseTopic,
            panelID: panel,
            display: displays[panel]
        )
    }
}
