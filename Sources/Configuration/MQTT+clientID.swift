import Text

extension Configuration.MQTT {
    private static let mostBytes = 64

    /// The client id of who names none: another one for each base topic, as bridges with one id would throw each other
    /// out.
    package static func defaultClientID(baseTopic: String) -> String {
        let name = "kiatsu"
        guard baseTopic != name else { return name }
        let plain = "\(name)-\(baseTopic)"
        guard baseTopic.contains("/") || plain.utf8.count > mostBytes else { return plain }
        // FNV-1a: without it `a/b` and `a-b` would be one.
        let hash = baseTopic.utf8.reduce(UInt32(2_166_136_261)) { ($0 ^ UInt32($1)) &* 16_777_619 }
        let digits = String(hash, radix: 16)
        let end = "-" + String(repeating: "0", count: 8 - digits.count) + digits
        let start = plain.replacing(each: "/", with: "-").prefix(mostBytes - end.utf8.count)
        return start + end
    }
}
