import Foundation
import Glibc
import TestSupport
import Testing

/// `kiatsu restore`, killed before each of its steps that change a directory or wait for the disk.
@Suite(.timeLimit(.minutes(4)))
struct RestoreKillTests {
    private static let compiler = "/usr/bin/cc"
    private static let panels =
        "panels: [{id: desk, location: \"35.65,139.63\"}]\nlocation: {commands_per_minute: 6000}"
    private static let most = 60

    private let household: Household

    init() throws {
        household = try Household()
        try household.configure(Self.panels, store: "state/kiatsu.db")
    }

    /// Kills the process before the step that SHIM_STEP counts to.
    private static let source = #"""
        #define _GNU_SOURCE
        #include <fcntl.h>
        #include <signal.h>
        #include <stdlib.h>
        #include <sys/syscall.h>
        #include <unistd.h>

        static int steps;
        static void step(void) {
            const char *last = getenv("SHIM_STEP");
            if (last && ++steps == atoi(last)) kill(getpid(), SIGKILL);
        }
        int link(const char *a, const char *b) { step(); return syscall(SYS_linkat, AT_FDCWD, a, AT_FDCWD, b, 0); }
        int rename(const char *a, const char *b) { step(); return syscall(SYS_renameat2, AT_FDCWD, a, AT_FDCWD, b, 0); }
        int unlink(const char *a) { step(); return syscall(SYS_unlinkat, AT_FDCWD, a, 0); }
        int fsync(int file) { step(); return syscall(SYS_fsync, file); }
        int fdatasync(int file) { step(); return syscall(SYS_fdatasync, file); }
        ssize_t pwrite(int file, const void *bytes, size_t count, off_t at) {
            step();
            return syscall(SYS_pwrite64, file, bytes, count, at);
        }
        ssize_t pwrite64(int file, const void *bytes, size_t count, off64_t at) {
            step();
            return syscall(SYS_pwrite64, file, bytes, count, at);
        }
        """#

    private func shim() async throws -> String {
        try household.directory.write(Self.source, to: "step.c")
        let library = household.directory.path + "/step.so"
        let arguments = ["-shared", "-fPIC", "-O1", "-o", library, household.directory.path + "/step.c"]
        let compilation = try Program(Self.compiler, arguments, environment: ["PATH": "/usr/bin:/bin"])
        let ending = await compilation.ending()
        try #require(ending == .exit(0), "\(compilation.errors.elements)")
        return library
    }

    /// Leaves a store in `state` that was killed after it was told a position, so that this is in its log.
    private func remember(_ name: String, _ topics: TopicRecorder) async throws {
        let mark = topics.mark
        let kiatsu = try household.start()
        try await topics.first(on: "kiatsu/desk/location", since: mark) { !$0.payload.isEmpty }
        try household.broker.publish("kiatsu/desk/location/set", #"{"lat":35.65,"lng":139.63,"name":"\#(name)"}"#)
        try await topics.first(on: "kiatsu/desk/location/response", since: mark) { $0.text.contains(#""ok":true"#) }
        #expect(try await kiatsu.end(by: SIGKILL, seenBy: topics) == .signal(SIGKILL))
    }

    /// The name of the panel's position at the next start, as `kiatsu backup` finds it, and as a start does.
    private func name(in state: String, _ number: Int) async throws -> String {
        let copy = household.directory.path + "/look-\(number).db"
        let backup = try Program(Household.kiatsu, ["backup", "--store", state + "/kiatsu.db", copy])
        #expect(await backup.ending() == .exit(0), "\(number): \(backup.errors.elements)")
        let look = try Program("/usr/bin/sqlite3", [copy, "SELECT name FROM position"], environment: ["HOME": "/"])
        #expect(await look.ending() == .exit(0), "\(look.errors.elements)")
        return look.output.elements.joined()
    }

    @Test(.enabled(if: access(compiler, X_OK) == 0, "needs a C compiler"))
    func `killed at any step it leaves the old store or the new one, whole`() async throws {
        let library = try await shim()
        let topics = try await TopicRecorder(household.broker)
        let (state, manager) = (household.directory.path + "/state", FileManager.default)
        let file = household.directory.path + "/backup.db"
        try await remember("new", topics)
        #expect(await (try household.start("backup", [file])).ending() == .exit(0))
        try manager.removeItem(atPath: state)
        try await remember("old", topics)
        let before = household.directory.path + "/before"
        try manager.moveItem(atPath: state, toPath: before)
        var names: [String] = []
        for step in 1...Self.most {
            try? manager.removeItem(atPath: state)
            try manager.copyItem(atPath: before, toPath: state)
            let restore = try household.start(
                "restore",
                [file],
                environment: ["LD_PRELOAD": library, "SHIM_STEP": "\(step)"]
            )
            let ending = await restore.ending()
            guard ending == .signal(SIGKILL) else {
                #expect(ending == .exit(0), "\(restore.errors.elements)")
                break
            }
            names.append(try await name(in: state, step))
            // Once more, as a person would do it; what the first attempt has left hinders nothing.
            let again = try household.start("restore", [file])
            #expect(await again.ending() == .exit(0), "\(step): \(again.errors.elements)")
            #expect(try await name(in: state, Self.most + step) == "new")
        }
        let changed = try #require(names.firstIndex(of: "new"), "\(names)")
        #expect(names == names.indices.map { $0 < changed ? "old" : "new" })
        #expect(changed > 5 && names.count - changed >= 2 && names.count < Self.most, "\(names)")
        // The last kill but one left the old log beside the new store, which a start sets aside.
        try manager.removeItem(atPath: state)
        try manager.copyItem(atPath: before, toPath: state)
        let restore = try household.start(
            "restore",
            [file],
            environment: ["LD_PRELOAD": library, "SHIM_STEP": "\(changed + 1)"]
        )
        #expect(await restore.ending() == .signal(SIGKILL))
        let mark = topics.mark
        let kiatsu = try household.start()
        try await kiatsu.logs("kiatsu.db-wal.stray")
        try await topics.first(on: "kiatsu/desk/location", since: mark) { $0.text.contains("new") }
        #expect(try await kiatsu.end(by: SIGTERM, seenBy: topics) == .exit(0))
    }
}
