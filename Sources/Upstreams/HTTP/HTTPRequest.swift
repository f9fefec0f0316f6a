package import Widgets

/// A GET request; its description holds neither its query nor its secrets.
package struct HTTPRequest: Sendable {
    /// The absolute address, `http` or `https`.
    package var url: String
    /// The continuation of the address's path on the wire, such as a position that must not be logged.
    package var secretPath: String
    /// The names and values added to the address's query, percent-encoded when sent, in this order.
    package var query: [(name: String, value: String)]
    /// The headers besides the client's own.
    package var headers: [(name: String, value: String)]
    /// Secret names and values, added behind ``query``.
    package var secretQuery: [(name: String, value: Secret)]
    /// Secret headers; they are sent to the host of ``url`` only.
    package var secretHeaders: [(name: String, value: Secret)]

    package init(
        url: String,
        secretPath: String = "",
        query: [(name: String, value: String)] = [],
        headers: [(name: String, value: String)] = [],
        secretQuery: [(name: String, value: Secret)] = [],
        secretHeaders: [(name: String, value: Secret)] = []
    ) {
        self.url = url
        self.secretPath = secretPath
        self.query = query
        self.headers = headers
        self.secretQuery = secretQuery
        self.secretHeaders = secretHeaders
    }
}

extension HTTPRequest: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// `GET` and the address, without query and secrets.
    package var description: String { "GET \(publicURL)" }
    /// The same as ``description``.
    package var debugDescription: String { description }
    /// The address alone, so that a dump shows no secret.
    package var customMirror: Mirror { Mirror(self, children: ["url": publicURL]) }

    /// The address without user, password, query and fragment.
    private var publicURL: String {
        let address = url.prefix { $0 != "?" && $0 != "#" }
        let parts = address.split(separator: "/", maxSplits: 3, omittingEmptySubsequences: false)
        guard parts.count >= 3, parts[1].isEmpty else { return "an address without a host" }
        let host = parts[2].split(separator: "@", omittingEmptySubsequences: false).last ?? ""
        return ([parts[0], "", host] + parts.dropFirst(3)).joined(separator: "/")
    }
}

extension HTTPRequest {
    /// The address with its whole query, secrets included: for the wire only.
    var wireURL: String {
        let items = query + secretQuery.map { (name: $0.name, value: $0.value.reveal()) }
        let url = url + secretPath
        guard !items.isEmpty else { return url }
        let text = items.map { "\($0.name.percentEncoded)=\($0.value.percentEncoded)" }.joined(separator: "&")
        return url + (url.contains("?") ? "&" : "?") + text
    }

    /// The header lines, secrets included: for the wire only.
    ///
    /// A name or a value that would end its line early is refused, since the rest would become a header of its own.
    func wireHeaders() throws(HTTPFailure) -> [String] {
        var lines: [String] = []
        for (name, value) in headers + secretHeaders.map({ (name: $0.name, value: $0.value.reveal()) }) {
            guard !name.isEmpty, name.utf8.allSatisfy(\.isHeaderNameByte) else { throw .invalidHeader }
            guard value.utf8.allSatisfy({ $0 >= 0x20 && $0 != 0x7F }) else { throw .invalidHeader }
            // libcurl drops a header that ends in its colon; the semicolon is its way to send an empty one.
            lines.append(value.isEmpty ? "\(name);" : "\(name): \(value)")
        }
        return lines
    }
}

extension UInt8 {
    /// One of RFC 3986's unreserved characters.
    fileprivate var isUnreserved: Bool {
        switch self {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"): true
        case UInt8(ascii: "0")...UInt8(ascii: "9"): true
        case UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"), UInt8(ascii: "~"): true
        default: false
        }
    }

    fileprivate var isHeaderNameByte: Bool { isUnreserved && self != UInt8(ascii: ".") && self != UInt8(ascii: "~") }
}

extension String {
    /// Each byte but the unreserved ones and the comma, which a query may hold, as `%XX`.
    var percentEncoded: String {
        var text = ""
        for byte in utf8 {
            if byte.isUnreserved || byte == UInt8(ascii: ",") {
                text.unicodeScalars.append(Unicode.Scalar(byte))
            } else {
                text += (byte < 16 ? "%0" : "%") + String(byte, radix: 16, uppercase: true)
            }
        }
        return text
    }
}

extension Double {
    /// With two decimals and no exponent, as coordinates are asked for: `-33.5` is `-33.50`.
    ///
    /// For absolute values up to 10,000.
    var twoDecimals: String {
        let hundredths = Int((self * 100).rounded())
        let (whole, fraction) = hundredths.magnitude.quotientAndRemainder(dividingBy: 100)
        return "\(hundredths < 0 ? "-" : "")\(whole).\(fraction < 10 ? "0" : "")\(fraction)"
    }
}
