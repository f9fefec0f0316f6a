import Glibc
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(2)))
struct MemoryImageTests {
    private static let setpriv = "/usr/bin/setpriv"

    /// Linux gives what /proc shows of a process to the process's own group, or to root's where none may look at it.
    @Test(.enabled(if: geteuid() == 0 && access(setpriv, X_OK) == 0), arguments: [false, true])
    func `nobody but root may look into a program with secrets, unless asked for`(isAskedFor: Bool) async throws {
        let household = try Household()
        try household.configure(#"panels: [{id: desk, location: "35.6465,139.6297"}]"#)
        let topics = try await TopicRecorder(household.broker, filter: "kiatsu/bridge/state")
        let program = try Program(
            Self.setpriv,
            ["--regid", "1000", "--clear-groups", Household.kiatsu, "run", "--config", household.configurationFile],
            environment: ["HOME": household.directory.path].merging(isAskedFor ? ["KIATSU_DUMPABLE": "1"] : [:]) { $1 }
        )
        try await topics.first(on: "kiatsu/bridge/state") { $0.text == "online" }
        var status = stat()
        #expect(stat("/proc/\(program.identifier)/environ", &status) == 0)
        #expect(status.st_gid == (isAskedFor ? 1000 : 0))
        program.send(SIGTERM)
        #expect(await program.ending() == .exit(0))
    }
}
