package import Widgets

extension PictureRoom {
    /// Labels take a little less than fits, so that panels share them whose ids are of other lengths.
    private static let labelByteStep = 8
    private static let smallLabelBytes = 64

    /// The form in requests to the drawer, equal for all panels whose pictures can be equal.
    package func form(of format: PictureFormat) -> PictureRequest.Form {
        .published(format, mostBytes: format.isCutToFit ? mostBytes(of: format) : nil)
    }

    private func mostBytes(of format: PictureFormat) -> Int {
        if format == .strips {
            return FramebufferLayout.stripHeaderBytes
                + layout.rowsPerStrip(mostBytes: stripBytes) * layout.bytesPerRow
        }
        return labelBytes < Self.smallLabelBytes
            ? max(0, labelBytes) : labelBytes / Self.labelByteStep * Self.labelByteStep
    }

    /// The topics of what the drawer was asked for; none for a form that is not published.
    package func topics(ofForm form: PictureRequest.Form) -> [String] { form.format.map { topics(of: $0) } ?? [] }
}
