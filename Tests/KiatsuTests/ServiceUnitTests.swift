import Foundation
import Glibc
import TestSupport
import Testing

private enum SystemdAnalyze {
    static let path: String? = ["/usr/bin/systemd-analyze", "/bin/systemd-analyze"].first { access($0, X_OK) == 0 }
}

/// deploy/systemd/kiatsu.service, as systemd's own tools judge it.
@Suite(.timeLimit(.minutes(2)), .enabled(if: SystemdAnalyze.path != nil, "needs systemd-analyze"))
struct ServiceUnitTests {
    private static let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent()

    private let directory: ScratchDirectory
    private let unit: String

    /// The unit with the program that was built in place of the one that is installed.
    init() throws {
        directory = try ScratchDirectory()
        let text = try String(contentsOf: Self.root.appending(path: "deploy/systemd/kiatsu.service"), encoding: .utf8)
        try #require(text.contains("ExecStart=/usr/local/bin/kiatsu run --config /etc/kiatsu/kiatsu.yaml\n"))
        unit = try directory.write(
            text.replacing("/usr/local/bin/kiatsu", with: Household.kiatsu),
            to: "kiatsu.service",
            permissions: 0o644
        )
    }

    private func analyze(_ arguments: String...) async throws -> (ending: Program.Ending, output: [String]) {
        let program = try Program(
            try #require(SystemdAnalyze.path),
            arguments + [unit],
            environment: ["SYSTEMD_PAGER": "cat", "LANG": "C.UTF-8", "PATH": "/usr/bin:/bin"]
        )
        let ending = await program.ending()
        return (ending, program.output.elements + program.errors.elements)
    }

    @Test func `systemd finds nothing wrong with the unit`() async throws {
        let (ending, output) = try await analyze("verify", "--man=no")
        #expect(ending == .exit(0) && output.isEmpty, "\(output)")
    }

    @Test func `a unit with a fault is found to have one`() async throws {
        try directory.write("[Service]\nExecStart=/nowhere\nTypo=1\n", to: "kiatsu.service")
        let (_, output) = try await analyze("verify", "--man=no")
        #expect(!output.isEmpty)
    }

    @Test func `its exposure is at most 1 point 5`() async throws {
        // The threshold is in tenths.
        let (ending, output) = try await analyze("security", "--offline=true", "--threshold=15", "--no-pager")
        #expect(ending == .exit(0), "\(output.suffix(3))")
        #expect(output.contains { $0.contains("Overall exposure level for kiatsu.service") })
    }

    @Test func `systemd waits for as long as the program takes, and starts it again for good`() throws {
        let lines = Set(try String(contentsOfFile: unit, encoding: .utf8).split(separator: "\n").map(String.init))
        for line in [
            "Type=notify", "WatchdogSignal=SIGKILL", "NotifyAccess=main", "DynamicUser=yes", "WatchdogSec=180",
            "Restart=on-failure",
            "StartLimitIntervalSec=0", "KillMode=mixed", "LoadCredential=mqtt-password:kiatsu.mqtt-password",
        ] {
            #expect(lines.contains(line), "\(line)")
        }
    }
}
