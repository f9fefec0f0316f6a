extension Pixels {
    /// The pixels of an area, which must lie within the picture.
    package func cropped(x: Int, y: Int, width: Int, height: Int) -> Pixels {
        var part: [UInt8] = []
        part.reserveCapacity(3 * width * height)
        for row in y..<(y + height) {
            let start = 3 * (row * self.width + x)
            part += bytes[start..<start + 3 * width]
        }
        return Pixels(width: width, height: height, bytes: part)
    }
}
