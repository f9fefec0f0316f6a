extension HTTPServer {
    /// The server's answer, or its failure to give one.
    package struct Response: Sendable {
        enum Ending: Sendable {
            case whole
            /// Claims more bytes than it sends, then closes.
            case cutOff
            /// Claims more bytes than it sends, then sends nothing until the client closes.
            case stalled
            /// Bytes without end after the body, until the client closes.
            case endless
            /// In place of an answer the body alone, then closes.
            case verbatim
            /// In place of an answer the body alone, then nothing until the client closes.
            case unfinished
            /// A byte twenty times a second, spaces after the body, until the client closes.
            case dripping
        }

        var status: Int
        var headers: [(name: String, value: String)] = []
        var body: [UInt8] = []
        var ending = Ending.whole
        /// Sends nothing until the server is told to release it.
        var isHeld = false

        package static func json(_ text: String, status: Int = 200, headers: [String: String] = [:]) -> Response {
            var headers = headers
            headers["Content-Type"] = "application/json; charset=utf-8"
            return Response(status: status, headers: headers.map { ($0, $1) }, body: Array(text.utf8))
        }

        /// The same with a header more.
        package func with(_ header: String, _ value: String) -> Response {
            var response = self
            response.headers.append((header, value))
            return response
        }

        package static func html(_ text: String, status: Int = 200) -> Response {
            Response(status: status, headers: [("Content-Type", "text/html")], body: Array(text.utf8))
        }

        package static func empty(status: Int, headers: [String: String] = [:]) -> Response {
            Response(status: status, headers: headers.map { ($0, $1) })
        }

        package static func redirect(to location: String, status: Int = 302) -> Response {
            empty(status: status, headers: ["Location": location])
        }

        /// JSON, as a body in gzip's format.
        package static func gzip(_ text: String) -> Response {
            Response(
                status: 200,
                headers: [("Content-Type", "application/json"), ("Content-Encoding", "gzip")],
                body: Gzip.stored(Array(text.utf8))
            )
        }

        /// Two kilobytes that decompress to two mebibytes.
        package static let gzipBomb = Response(
            status: 200,
            headers: [("Content-Type", "application/json"), ("Content-Encoding", "gzip")],
            body: Gzip.twoMebibytesOfZeros
        )

        /// A status line, headers and the text, but the headers promise 100 bytes more, and then the end.
        package static func cutOff(_ text: String) -> Response {
            Response(status: 200, body: Array(text.utf8), ending: .cutOff)
        }

        /// The beginning of an answer, and then nothing until the client gives up.
        package static func stalled(after text: String = "{") -> Response {
            Response(status: 200, body: Array(text.utf8), ending: .stalled)
        }

        /// A body that never ends.
        package static let endless = Response(status: 200, ending: .endless)

        /// These bytes in place of an HTTP answer.
        package static func verbatim(_ text: String) -> Response {
            Response(status: 0, body: Array(text.utf8), ending: .verbatim)
        }

        /// These bytes in place of an HTTP answer, and then nothing until the client gives up.
        package static func unfinished(_ text: String) -> Response {
            Response(status: 0, body: Array(text.utf8), ending: .unfinished)
        }

        /// An answer of a byte at a time that never ends, slower than any link, until the client gives up.
        package static func dripping(_ text: String) -> Response {
            Response(status: 200, body: Array(text.utf8), ending: .dripping)
        }

        /// JSON with headers of its own that tell how long it is, right or wrong.
        package static func json(_ text: String, framedBy headers: String) -> Response {
            verbatim("HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n\(headers)\r\n\r\n\(text)")
        }

        /// Nothing at all until ``HTTPServer/release()``, and then this.
        package static func held(_ response: Response) -> Response {
            var response = response
            response.isHeld = true
            return response
        }

        /// Nothing at all until the client gives up.
        package static let silence = held(.empty(status: 503))
    }
}

/// The gzip format (RFC 1952), as far as a test needs to write it.
enum Gzip {
    /// The bytes uncompressed, which is a valid form of deflate: in blocks of at most 65,535 bytes.
    static func stored(_ bytes: [UInt8]) -> [UInt8] {
        var result: [UInt8] = [0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 0, 3]
        var start = 0
        repeat {
            let end = min(start + 65_535, bytes.count)
            let length = UInt16(end - start)
            result.append(end == bytes.count ? 1 : 0)
            result += [UInt8(length & 0xFF), UInt8(length >> 8), UInt8(~length & 0xFF), UInt8(~length >> 8)]
            result += bytes[start..<end]
            start = end
        } while start < bytes.count
        for word in [crc32(bytes), UInt32(bytes.count)] {
            result += (0..<4).map { UInt8(truncatingIfNeeded: word >> ($0 * 8)) }
        }
        return result
    }

    static let twoMebibytesOfZeros: [UInt8] =
        [31, 139, 8, 0, 0, 0, 0, 0, 2, 3, 237, 193, 49, 1, 0, 0, 0, 194, 160, 245, 79, 109, 12, 31, 160]
        + [UInt8](repeating: 0, count: 2032) + [190, 6, 126, 135, 137, 141, 0, 0, 32, 0]

    private static func crc32(_ bytes: [UInt8]) -> UInt32 {
        var sum: UInt32 = 0xFFFF_FFFF
        for byte in bytes {
            sum ^= UInt32(byte)
            for _ in 0..<8 { sum = sum & 1 == 1 ? (sum >> 1) ^ 0xEDB8_8320 : sum >> 1 }
        }
        return ~sum
    }
}
