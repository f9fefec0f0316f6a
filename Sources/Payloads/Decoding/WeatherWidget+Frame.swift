package import Widgets

extension WeatherWidget: FramedWidget {
    package var frameVersion: UInt8 { WeatherFrame.version }

    package func text(ofFrame frame: [UInt8], _ rendering: TerminalRendering) throws(FrameError) -> String {
        rendering.text(of: try FrameDecoder.decode(frame))
    }
}
