package import Widgets

/// A widget with a frame that people can read; a test asks every widget of the catalogue that has a frame for it.
package protocol FramedWidget: Widget {
    /// The first byte of its frames, one of ``FrameCatalogue/versions``, with which no other widget's frames begin.
    var frameVersion: UInt8 { get }

    /// A frame in words, each line ended by a line feed; bytes of any kind are safe.
    func text(ofFrame frame: [UInt8], _ rendering: TerminalRendering) throws(FrameError) -> String
}

/// The frames of a catalogue's widgets, told apart by their first byte.
package struct FrameCatalogue: Sendable {
    /// The first bytes that a frame can have: no text begins with one.
    package static let versions: Set<UInt8> = Set(1...8).union(0x80...0xBF)

    private let widgets: [any FramedWidget]

    /// `widgets` are all of a catalogue, with and without a frame.
    package init(_ widgets: [any Widget]) {
        self.widgets = widgets.compactMap { $0 as? any FramedWidget }
    }

    /// A frame in words, each line ended by a line feed; nil for bytes that begin like no text and no widget's frame,
    /// and for text.
    package func text(of bytes: [UInt8], _ rendering: TerminalRendering) throws(FrameError) -> String? {
        guard let widget = widgets.first(where: { $0.frameVersion == bytes.first }) else { return nil }
        return try widget.text(ofFrame: bytes, rendering)
    }

    /// The widgets and their first bytes, for messages: `weather (first byte 1)`.
    package var summary: String {
        widgets.map { "\($0.name) (first byte \($0.frameVersion))" }.joined(separator: ", ")
    }
}
