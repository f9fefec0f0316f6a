package import Pictures

/// Stands in where no picture is wanted.
package struct NoDrawer: PictureDrawer {
    package init() {}

    package func draw(_ request: PictureRequest) async throws(PictureError) -> Picture {
        throw .unavailable("no picture is expected here")
    }
}
