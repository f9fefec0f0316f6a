import JSON
import Time
import Widgets

/// The JSON of an entry that no graph is drawn of, a line a member.
enum JSONLines {
    private struct Entry: Decodable {
        let ts: Int
    }

    /// Nil for what is not the whole JSON object of an entry.
    ///
    /// `{"ts":1795273200,"q":"Carpe diem."}` is shown as `ts 1795273200 (2026-11-21T15:00:00Z)` and `q "Carpe diem."`.
    static func text(of json: String) -> String? {
        guard let entry = Entry(json: Array(json.utf8)),
            Bounds.unixSeconds.contains(entry.ts)
        else { return nil }
        let members = members(of: json)
        guard members.count > 1 else { return nil }
        let time = UTCInstant(unixSeconds: entry.ts).iso8601
        return members.map { member in
            Terminal.printable(member.hasPrefix("ts ") ? "\(member) (\(time))" : member) + "\n"
        }.joined()
    }

    /// The members of a valid JSON object, each as `key value`.
    private static func members(of json: String) -> [String] {
        var members: [[UInt8]] = [[]]
        var depth = 0
        var isInText = false
        var isEscaped = false
        for byte in json.utf8 {
            let isOutside = depth == 1 && !isInText
            if isEscaped {
                isEscaped = false
            } else if byte == UInt8(ascii: "\"") {
                isInText.toggle()
            } else if isInText {
                isEscaped = byte == UInt8(ascii: "\\")
            } else if byte == UInt8(ascii: "{") || byte == UInt8(ascii: "[") {
                depth += 1
                if depth == 1 { continue }
            } else if byte == UInt8(ascii: "}") || byte == UInt8(ascii: "]") {
                depth -= 1
                if depth == 0 { break }
            } else if isOutside, byte == UInt8(ascii: ",") {
                members.append([])
                continue
            }
            members[members.count - 1].append(byte)
        }
        return members.map(line)
    }

    private static func line(of member: [UInt8]) -> String {
        let parts = String(decoding: member, as: UTF8.self).split(separator: ":", maxSplits: 1)
        guard parts.count == 2 else { return parts.joined() }
        return "\(parts[0].filter { $0 != "\"" }) \(parts[1])"
    }
}
