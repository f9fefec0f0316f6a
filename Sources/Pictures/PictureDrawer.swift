/// What draws pictures.
package protocol PictureDrawer: Sendable {
    /// The picture, or why there is none; may take long, and is to be asked for one picture at a time.
    func draw(_ request: PictureRequest) async throws(PictureError) -> Picture

    /// Returns true once what draws has given a sign of life, if it has to; false when the task is cancelled.
    func isAlive() async -> Bool
}

extension PictureDrawer {
    package func isAlive() async -> Bool { true }
}
