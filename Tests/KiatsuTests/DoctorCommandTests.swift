import Foundation
import Glibc
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(2)))
struct DoctorCommandTests {
    private struct Finding: Decodable {
        var check: String
        var result: String
        var detail: String
        var remedy: String?
    }

    private let household: Household

    init() throws {
        household = try Household()
        try household.configure(#"panels: [{id: desk, location: "35.6465,139.6297", encodings: [compact]}]"#)
    }

    private func examined(_ arguments: String...) async throws -> (code: Program.Ending, doctor: Program) {
        let doctor = try household.start("doctor", arguments)
        return (await doctor.ending(), doctor)
    }

    @Test func `it ends with 0 and one line for each finding, and says what it waits for`() async throws {
        let (code, doctor) = try await examined()
        let lines = doctor.output.elements
        #expect(code == .exit(0), "\(lines)")
        #expect(lines.contains { $0.hasPrefix("ok      connection: \(household.broker.address) lets us in") })
        #expect(lines.allSatisfy { !$0.contains("\u{1B}") }, "no colours where there is no terminal")
        #expect(lines.last?.contains("0 fault(s)") == true, "\(lines)")
        #expect(doctor.errors.elements.contains("… waiting four seconds to see whether messages expire"))
        #expect(try FileManager.default.contentsOfDirectory(atPath: household.directory.path) == ["kiatsu.yaml"])
    }

    @Test func `a fault ends with 1, and has its remedy below it`() async throws {
        household.broker.kill()
        let (code, doctor) = try await examined()
        let lines = doctor.output.elements
        #expect(code == .exit(1))
        let index = try #require(lines.firstIndex { $0.hasPrefix("FAULT   connection: Nothing accepts connections") })
        #expect(lines[index + 1].hasPrefix("        → "), "\(lines)")
    }

    @Test func `machines get it as JSON alone`() async throws {
        let (code, doctor) = try await examined("--json")
        #expect(code == .exit(0) && doctor.errors.elements.isEmpty)
        let text = doctor.output.elements.joined()
        let findings = try JSONDecoder().decode([Finding].self, from: Data(text.utf8))
        #expect(findings.count > 8 && findings.contains { $0.check == "retain" && $0.result == "ok" }, "\(text)")
        #expect(findings.allSatisfy { $0.result == "ok" || $0.remedy != nil })
    }

    @Test func `usage and bad configurations have their codes`() async throws {
        #expect(try await examined("nonsense").code == .exit(64))
        #expect(try await examined("--nonsense").code == .exit(64))
        let (help, doctor) = try await examined("--help")
        #expect(help == .exit(0) && doctor.output.elements.first?.hasPrefix("usage: kiatsu doctor") == true)
        try household.configure("panels: []")
        let (code, complaining) = try await examined("--json")
        #expect(code == .exit(78) && complaining.output.elements.isEmpty && !complaining.errors.elements.isEmpty)
    }

    @Test(arguments: ["5", "3.1.1"])
    func `beside a running bridge it disturbs nothing`(version: String) async throws {
        try household.configure(
            #"panels: [{id: desk, location: "35.6465,139.6297", encodings: [compact]}]"#,
            mqtt: ", protocol: \(version)"
        )
        let topics = try await TopicRecorder(household.broker, filter: "kiatsu/desk/#")
        let health = try await TopicRecorder(household.broker, filter: "kiatsu/bridge/health")
        let kiatsu = try household.start()
        try await topics.first(on: "kiatsu/desk/status") { $0.text == "fresh" }
        try await topics.first(on: "kiatsu/desk/location")
        try await health.first(on: "kiatsu/bridge/health")
        try await kiatsu.logs("connected to the broker")
        let (before, mark) = (try await BrokerObserver.retained(in: household.broker), kiatsu.errors.mark)
        let seen = topics.mark
        let (code, doctor) = try await examined()
        let lines = doctor.output.elements
        #expect(code == .exit(0), "\(lines)")
        #expect(lines.contains { $0.hasPrefix("ok      bridge: runs, and answers") }, "\(lines)")
        let holder = "is held by the running bridge, process \(kiatsu.identifier)"
        #expect(lines.contains { $0.contains(holder) }, "\(lines)")
        let after = try await BrokerObserver.retained(in: household.broker)
        #expect(Set(after.keys) == Set(before.keys) && topics.mark == seen)
        #expect(after["kiatsu/bridge/state"]?.text == "online")
        #expect(kiatsu.errors.elements.dropFirst(mark).isEmpty, "\(kiatsu.errors.elements)")
        kiatsu.send(SIGTERM)
        #expect(await kiatsu.ending() == .exit(0))
    }

    @Test func `a broker that goes away in the middle is told of, and the rest goes on`() async throws {
        let doctor = try household.start("doctor")
        try await doctor.logs("waiting four seconds")
        household.broker.kill()
        #expect(await doctor.ending() == .exit(1))
        let lines = doctor.output.elements
        #expect(lines.contains { $0.hasPrefix("FAULT   connection: ") && $0.contains("in the middle") }, "\(lines)")
        #expect(lines.contains { $0.hasPrefix("?       expiry: ") }, "\(lines)")
        #expect(!lines.contains { $0.hasPrefix("FAULT   read") }, "nothing is denied: \(lines)")
        #expect(lines.contains { $0.hasPrefix("ok      upstream: open-meteo for weather: ") }, "\(lines)")
    }

    @Test func `what one that is killed in the middle leaves over 3_1_1, the next one clears`() async throws {
        try household.configure(
            #"panels: [{id: desk, location: "35.6465,139.6297", encodings: [compact]}]"#,
            mqtt: ", protocol: 3.1.1"
        )
        let topics = try await TopicRecorder(household.broker, filter: "kiatsu/bridge/doctor/#")
        let doctor = try household.start("doctor")
        _ = try await topics.first { $0.text == "kept" }
        doctor.send(SIGKILL)
        _ = await doctor.ending()
        _ = await (try household.start("doctor")).ending()
        #expect(try await BrokerObserver.retained(in: household.broker).isEmpty)
    }
}
