import Text
import Weather

extension PositionCommand {
    /// The position of a `geo:` URI: after `geo:`, RFC 5870 has `lat,lon[,alt]` and parameters behind semicolons;
    /// Android adds `?q=lat,lon(name)`, the position of the pin.
    static func geoURI(_ text: Substring) throws(PositionError) -> ReportedPosition {
        let parts = text.split(separator: "?", maxSplits: 1)
        let path = try geoPath(parts.first ?? "")
        guard parts.count == 2, let query = query(parts[1]) else { return path }
        if let pin = try pin(query) { return pin }
        guard path.coordinate != .origin else {
            throw malformed("the geo: URI has an address to look for and no position")
        }
        return path
    }

    private static func malformed(_ what: String) -> PositionError {
        .malformed("\(what) (geo:35.6465,139.6297;u=35 is right)")
    }

    /// The value of `q`, percent-decoded; nil where there is none.
    private static func query(_ text: Substring) -> Substring? {
        let value = text.split(separator: "&").first { $0.lowercased().hasPrefix("q=") }?.dropFirst(2)
        guard let value, !value.isEmpty else { return nil }
        var bytes: [UInt8] = []
        var rest = value.utf8[...]
        while let byte = rest.popFirst() {
            let digits = rest.prefix(2)
            if byte == UInt8(ascii: "%"), digits.count == 2, let code = UInt8(String(Substring(digits)), radix: 16) {
                bytes.append(code)
                rest = rest.dropFirst(2)
            } else {
                bytes.append(byte == UInt8(ascii: "+") ? UInt8(ascii: " ") : byte)
            }
        }
        return String(validating: bytes, as: UTF8.self).map { $0[...] }
    }

    /// The position in `lat,lon` or `lat,lon(name)`; nil for other text, such as an address.
    private static func pin(_ query: Substring) throws(PositionError) -> ReportedPosition? {
        let query = query.trimmed
        let end = query.utf8.last == UInt8(ascii: ")") ? query.utf8.firstIndex(of: UInt8(ascii: "(")) : nil
        let numbers = query[..<(end ?? query.endIndex)].split(separator: ",", omittingEmptySubsequences: false)
            .map { number($0.trimmed, signs: "-") }
        guard numbers.count == 2, let latitude = numbers[0], let longitude = numbers[1] else { return nil }
        guard let coordinate = Coordinate(latitude: latitude, longitude: longitude) else {
            throw .outOfRange(id: nil)
        }
        let name = end.map { query[query.utf8.index(after: $0)...].dropLast() }
        return ReportedPosition(coordinate: coordinate, name: name.flatMap { ForeignText.name(String($0)) })
    }

    private static func geoPath(_ text: Substring) throws(PositionError) -> ReportedPosition {
        let parts = text.split(separator: ";", omittingEmptySubsequences: false)
        let numbers = parts[0].split(separator: ",", omittingEmptySubsequences: false).map { number($0, signs: "-") }
        guard 2...3 ~= numbers.count, let latitude = numbers[0], let longitude = numbers[1],
            numbers.allSatisfy({ $0 != nil })
        else { throw malformed("the geo: URI does not begin with latitude,longitude") }
        var accuracyMetres: Double?
        for part in parts.dropFirst() {
            let pair = part.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            let name = pair[0].lowercased()
            guard !name.isEmpty else { throw malformed("the geo: URI has a parameter without a name") }
            let value = pair.count == 2 ? pair[1] : ""
            if name == "crs", value.lowercased() != "wgs84" {
                throw malformed("the geo: URI has a crs other than wgs84")
            }
            if name == "u" {
                guard let uncertainty = number(value, signs: ""), uncertainty.isFinite else {
                    throw malformed("u of the geo: URI is not a number of metres")
                }
                accuracyMetres = uncertainty
            }
        }
        guard let coordinate = Coordinate(latitude: latitude, longitude: longitude) else {
            throw .outOfRange(id: nil)
        }
        return ReportedPosition(coordinate: coordinate, accuracyMetres: accuracyMetres)
    }
}
