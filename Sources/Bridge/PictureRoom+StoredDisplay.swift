import Pictures
import Storage
import Widgets

extension PictureRoom {
    /// `display` is what the panel said of itself.
    init(_ settings: WidgetConfiguration, baseTopic: String, panelID: String, display: StoredDisplay?) {
        let width = display?.width
        let height = display?.height
        let screen = width.flatMap { width in height.flatMap { PictureSize(width: width, height: $0) } }
        self.init(
            settings,
            baseTopic: baseTopic,
            panelID: panelID,
            screen: screen,
            bufferBytes: display?.bufferBytes
        )
    }
}
