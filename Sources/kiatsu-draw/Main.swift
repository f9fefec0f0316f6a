import DrawingProgram
import Widgets

/// The program `kiatsu-draw`.
@main
enum Main {
    static func main() { DrawingProgram.run(.kiatsu) }
}
