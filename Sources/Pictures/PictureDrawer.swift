/// What draws pictures.
package protocol PictureDrawer: Sendable {
    /// The picture, or why there is none; may take long, and is to be asked for one picture at a time.
    func draw(_ request: PictureRequest) async throws(PictureError) -> Picture
}
