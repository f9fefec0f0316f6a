import DrawingProgram
import FifthWidget
import Widgets

/// `kiatsu-draw` with a fifth widget.
@main
enum Main {
    static func main() { DrawingProgram.run(Catalogue.five.widgets) }
}
