import Glibc

/// Reads a descriptor to its end, line by line, on the calling thread, and closes it; a last line may lack its break.
func readLines(from descriptor: Int32, _ take: (String) -> Void) {
    var line: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 65_536)
    while true {
        let count = Glibc.read(descriptor, &buffer, buffer.count)
        if count < 0, errno == EINTR { continue }
        guard count > 0 else { break }
        for byte in buffer[..<count] {
            guard byte == UInt8(ascii: "\n") else {
                line.append(byte)
                continue
            }
            take(String(decoding: line, as: UTF8.self))
            line.removeAll(keepingCapacity: true)
        }
    }
    if !line.isEmpty { take(String(decoding: line, as: UTF8.self)) }
    close(descriptor)
}
