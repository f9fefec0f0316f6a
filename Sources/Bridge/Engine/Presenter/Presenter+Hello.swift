import Commands
import Configuration
import Widgets

extension Presenter {
    /// The pictures that the reply to a hello lists: all their forms, and the size of the first widget drawn; nil if
    /// nothing is drawn.
    func drawing(of id: String) -> HelloReply.Drawing? {
        let drawn = panels[id]?.configuration.widgets.filter { !$0.picture.formats.isEmpty } ?? []
        guard let first = drawn.first else { return nil }
        let formats = PictureFormat.allCases.filter { format in drawn.contains { $0.picture.formats.contains(format) } }
        return HelloReply.Drawing(pictures: formats.map(\.rawValue), size: pictureSize(of: id, first).text)
    }
}
