import Commands
import Configuration
import Widgets

extension Presenter {
    /// What a panel that said hello is told of its pictures: all their forms, and the size of the first widget drawn; nil
    /// where nothing is drawn.
    func drawing(of id: String) -> HelloReply.Drawing? {
        let drawn = panels[id]?.configuration.widgets.filter { !$0.picture.formats.isEmpty } ?? []
        guard let first = drawn.first else { return nil }
        let formats = PictureFormat.allCases.filter { format in drawn.contains { $0.picture.formats.contains(format) } }
        return HelloReply.Drawing(pictures: formats.map(\.rawValue), size: pictureSize(of: id, first).text)
    }
}
