import Configuration
import Pictures
import Widgets

/// The publication of the pictures of a panel's widgets, according to their settings and the panel's hello.
extension Presenter {
    /// In pixels, as a person looks at it: what is configured, else what the panel said, else the standard.
    func pictureSize(of panel: String, _ settings: WidgetConfiguration) -> PictureSize {
        pictureRoom(of: panel, settings).size
    }

    /// All topics that the widget's pictures use now: those of its formats, each strip's own, and, for all but the
    /// label, the one that tells of the picture as a whole.
    func pictureTopics(of panel: String, _ settings: WidgetConfiguration) -> [String] {
        settings.picture.formats.isEmpty ? [] : pictureRoom(of: panel, settings).topics
    }

    /// The topics and limits of a widget's pictures on a panel.
    func pictureRoom(of panel: String, _ settings: WidgetConfiguration) -> PictureRoom {
        choices.pictureRoom(of: panel, settings)
    }
}
