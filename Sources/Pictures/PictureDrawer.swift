/// A service that draws pictures.
package protocol PictureDrawer: Sendable {
    /// Draws a picture. It may take long; one request at a time.
    func draw(_ request: PictureRequest) async throws(PictureError) -> Picture

    /// Waits for a sign of life from the drawing service, if one is due; returns false if the task is cancelled.
    func isAlive() async -> Bool
}

extension PictureDrawer {
    package func isAlive() async -> Bool { true }
}
