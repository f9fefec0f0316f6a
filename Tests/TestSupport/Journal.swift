import Foundation
import Synchronization

/// What the tests of a process saw, for `deploy/schemas`: a line a message or configuration, none twice.
///
/// Kept only where the environment names a directory, `KIATSU_JOURNAL`.
package final class Journal: Sendable {
    /// The journal of this process; nil where none is kept.
    package static let shared = ProcessInfo.processInfo.environment["KIATSU_JOURNAL"].flatMap(Journal.init)

    private struct State {
        var seen: Set<String> = []
        /// What tests themselves sent, which need not be as Kiatsu sends it.
        var own: Set<String> = []
    }

    private let file: FileHandle
    private let state = Mutex(State())

    private init?(directory: String) {
        let path = "\(directory)/\(ProcessInfo.processInfo.processIdentifier).jsonl"
        guard FileManager.default.createFile(atPath: path, contents: nil),
            let file = FileHandle(forWritingAtPath: path)
        else { return nil }
        self.file = file
    }

    /// A message that a broker delivered.
    package func note(topic: String, payload: [UInt8]) {
        let line = Self.message(topic, payload)
        state.withLock { state in
            guard !state.own.contains(line) else { return }
            write(line, &state)
        }
    }

    /// A message that a test is about to send.
    package func noteOwn(topic: String, payload: [UInt8]) {
        _ = state.withLock { $0.own.insert(Self.message(topic, payload)) }
    }

    /// A configuration; `schema` is that of its catalogue where it is none of the program's.
    package func note(configuration: String, isGood: Bool, schema: [UInt8]? = nil) {
        let name = schema.map { ",\"schema\":\"\($0.hashValue)\"" } ?? ""
        let line = "{\"configuration\":\(Self.quoted(configuration)),\"isGood\":\(isGood)\(name)}\n"
        state.withLock { state in
            if let schema {
                let text = String(decoding: schema, as: UTF8.self)
                write("{\"name\":\"\(schema.hashValue)\",\"definition\":\(text)}\n", &state)
            }
            write(line, &state)
        }
    }

    private func write(_ line: String, _ state: inout State) {
        guard state.seen.insert(line).inserted else { return }
        file.write(Data(line.utf8))
    }

    private static func message(_ topic: String, _ payload: [UInt8]) -> String {
        let digits = payload.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
        return "{\"topic\":\(quoted(topic)),\"payload\":\"\(digits)\"}\n"
    }

    private static func quoted(_ text: String) -> String {
        (try? JSONEncoder().encode(text)).map { String(decoding: $0, as: UTF8.self) } ?? "\"\""
    }
}
