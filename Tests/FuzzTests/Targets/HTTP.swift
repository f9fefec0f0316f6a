import Time
import Widgets

@testable import Upstreams

/// Headers, dates and what is quoted of an upstream's words; the headers are the lines.
func runHTTP(_ bytes: [UInt8]) {
    let text = String(decoding: bytes, as: UTF8.self)
    let lines = text.split(separator: "\n", maxSplits: 3, omittingEmptySubsequences: false).map(String.init)
    let response = HTTPResponse(
        status: 429,
        retryAfter: lines[0],
        date: lines.count > 1 ? lines[1] : nil,
        expires: lines.count > 2 ? lines[2] : nil
    )
    if let delay = retryDelay(of: response, now: Shown.now) {
        promise((.seconds(1) ... .seconds(86_400)).contains(delay), "a delay of \(delay)")
    }
    let lifetime = response.lifetime(now: Shown.now)
    promise((.zero ... .seconds(86_400)).contains(lifetime), "a lifetime of \(lifetime)")
    if let time = ISO8601Time(lines[0]) { promise((0...9999).contains(time.date.year), "a day in no calendar") }
    let words = quoted(text, hiding: Secret("s3cret"))
    promise(words.count <= 162 && !words.contains { $0.isNewline }, "a quotation of two lines")
    promise(!words.contains("s3cret"), "a quotation with a secret")
    promise(!(text.percentEncoded.utf8.contains { $0 <= 0x20 || $0 >= 0x7F }), "an address with spaces")
    if let origin = Origin(url: lines[0]) { promise(origin.mayRedirect(to: origin), "an origin that is not itself") }
}
