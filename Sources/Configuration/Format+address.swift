import JSON
import Text

extension Format<String> {
    /// The broker: a name, an IPv4 or IPv6 address, or the path of a Unix-domain socket.
    static let host = Format(
        expected: "a host name, an address without scheme and port, or the path of a socket",
        example: "localhost",
        showsFound: false,
        remedy: hostRemedy,
        schema: .text(pattern: hostPattern)
    ) { text in
        // 107 bytes are what the kernel takes for the path of a socket.
        if text.hasPrefix("/") { return text.utf8.count <= 107 && text.isOneLine ? text : nil }
        return isHostName(text) || isIPv6Address(text) ? text : nil
    }

    /// For a host and a port in one, and for a URL, which may hold a password.
    private static let hostRemedy: @Sendable (String) -> String? = { text in
        if text.contains(substring: "://") {
            return "write the name alone, as in `host: localhost`; the port is `port`, the user `username`, and for "
                + "`mqtts` there is `tls: {}`"
        }
        let parts = text.split(separator: ":", omittingEmptySubsequences: false)
        guard parts.count == 2, isHostName(parts[0]), let port = Int(parts[1]), 1...65_535 ~= port else { return nil }
        return "write the port by itself: `host: \(parts[0])` and `port: \(port)`"
    }

    /// An upstream's address without a path of its own; the `/` at its end is taken off.
    static func baseURL(example: String) -> Self {
        Format(
            expected: "an http or https address without user, query and fragment",
            example: example,
            showsFound: false,
            schema: .text(pattern: #"^https?://[^/?#"<>\\^`{|}@\s]+(/[^?#"<>\\^`{|}\s]*)?$"#),
            parse: baseURL
        )
    }

    private static func baseURL(_ text: String) -> String? {
        guard let scheme = ["https://", "http://"].first(where: text.hasPrefix) else { return nil }
        let rest = text.dropFirst(scheme.count)
        let authority = rest.prefix { $0 != "/" }
        guard isAuthority(authority), rest.utf8.dropFirst(authority.utf8.count).allSatisfy(\.isPathCharacter) else {
            return nil
        }
        return text.hasSuffix("/") ? String(text.dropLast()) : text
    }

    static func urlPath(example: String) -> Self {
        Format(
            expected: "a path that begins with “/” and has no query",
            example: example,
            showsFound: false,
            schema: .text(0...256, pattern: #"^/[^?#"<>\\^`{|}\s]*$"#)
        ) { text in
            text.hasPrefix("/") && text.utf8.count <= 256 && text.utf8.allSatisfy(\.isPathCharacter) ? text : nil
        }
    }
}

/// A path, a name of letters, digits, `-`, `_` and points, or an IPv6 address.
let hostPattern =
    #"^(/[^\x00-\x1f\x7f]{0,106}|[A-Za-z0-9_-]{1,63}(\.[A-Za-z0-9_-]{1,63})*|[0-9A-Fa-f:.]+(%[A-Za-z0-9_-]+)?)$"#

/// A host with an optional port, as a URL has it.
private func isAuthority(_ text: Substring) -> Bool {
    let bracket = text.firstIndex(of: "]").map { text.index(after: $0) }
    let hostEnd = bracket ?? text.firstIndex(of: ":") ?? text.endIndex
    let host = text[..<hostEnd]
    let port = text[hostEnd...]
    if !port.isEmpty {
        guard port.first == ":", port.dropFirst().utf8.allSatisfy(\.isDigit) else { return false }
        guard let number = Int(port.dropFirst()), 1...65_535 ~= number else { return false }
    }
    if bracket == nil { return isHostName(host) }
    return host.hasPrefix("[") && isIPv6Address(host.dropFirst().dropLast())
}

/// RFC 1123, and `_`, which container networks use.
private func isHostName(_ text: some StringProtocol) -> Bool {
    let labels = text.utf8.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
    return text.utf8.count <= 253
        && labels.allSatisfy { (1...63).contains($0.count) && $0.allSatisfy(\.isWordCharacter) }
}

/// True for the characters of an IPv6 address with an optional zone; the resolver checks the rest.
private func isIPv6Address(_ text: some StringProtocol) -> Bool {
    let parts = text.utf8.split(separator: UInt8(ascii: "%"), maxSplits: 1, omittingEmptySubsequences: false)
    guard let address = parts.first, (2...45).contains(address.count) else { return false }
    if parts.count == 2, !(1...15).contains(parts[1].count) || !parts[1].allSatisfy(\.isWordCharacter) { return false }
    let isHexadecimal = address.allSatisfy { byte in
        byte.isDigit || UInt8(ascii: "a")...UInt8(ascii: "f") ~= byte | 0x20
            || byte == UInt8(ascii: ":") || byte == UInt8(ascii: ".")
    }
    // With a single colon it is a name and a port.
    return isHexadecimal && address.count { $0 == UInt8(ascii: ":") } >= 2
}

extension UInt8 {
    /// Printable ASCII save what begins a query or a fragment and what URLs may not hold.
    fileprivate var isPathCharacter: Bool {
        0x21...0x7E ~= self && !"?#\"<>\\^`{|}".utf8.contains(self)
    }
}
