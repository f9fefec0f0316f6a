import Foundation
import TestSupport
import Testing

@testable import PictureProgram

/// The means left to a program that draws when its request or a font has taken it over.
@Suite(.timeLimit(.minutes(4)))
struct ConfinementTests {
    private static let sources = URL(filePath: #filePath).deletingLastPathComponent()
        .appending(path: "../../Sources/CConfinement").standardized

    @Test func `kiatsu-draw has given up its rights and draws all the same`() async throws {
        let studio = PictureStudio()
        _ = try await studio.program.draw(.poem())
        let identifier = try await studio.identifier()
        let status = try String(contentsOfFile: "/proc/\(identifier)/status", encoding: .utf8)
        let fields = Dictionary(
            status.split(separator: "\n").map { $0.split(separator: "\t", maxSplits: 1) }.filter { $0.count == 2 }
                .map { ($0[0], $0[1].trimmingCharacters(in: .whitespaces)) },
            uniquingKeysWith: { first, _ in first }
        )
        #expect(fields["Seccomp:"] == "2", "\(status)")
        #expect(fields["NoNewPrivs:"] == "1", "\(status)")
        #expect(!studio.log.elements.contains { $0.contains("goes without seccomp") }, "\(studio.log.elements)")
        #expect(!studio.log.elements.contains { $0.contains("check its fonts") }, "\(studio.log.elements)")
    }

    @Test func `who has given up these rights opens no database, socket or program`() async throws {
        let scratch = try ScratchDirectory()
        let database = try scratch.write("SQLite format 3\n", to: "kiatsu.db")
        let probe = try scratch.write(Self.probe, to: "probe.c")
        let program = scratch.path + "/probe"
        let flags = ["-Wall", "-Wextra", "-Werror", "-I", Self.sources.appending(path: "include").path]
        let files = ["calls.c", "files.c"].map { Self.sources.appending(path: $0).path }
        guard FileManager.default.isExecutableFile(atPath: "/usr/bin/gcc") else { try Test.cancel("no gcc") }
        let compiler = try Program(
            "/usr/bin/gcc",
            flags + files + [probe, "-lfontconfig", "-o", program],
            environment: ["PATH": "/usr/bin:/bin"]
        )
        #expect(await compiler.ending() == .exit(0), "\(compiler.errors.elements)")
        let running = try Program(program, [database], environment: ["HOME": scratch.path])
        #expect(await running.ending() == .exit(0), "\(running.errors.elements)")
        let said = running.output.elements
        #expect(
            said.filter { !$0.hasPrefix("files") && !$0.hasPrefix("database") } == [
                "privileges: Success", "calls: Success", "dumpable: 0", "internet socket: Operation not permitted",
                "local socket: Operation not permitted", "process: Operation not permitted",
                "program: Operation not permitted", "signal: Operation not permitted",
                "trace: Operation not permitted", "thread: Success", "fonts: Success",
            ]
        )
        // A kernel may lack Landlock.
        if said.contains("files: Success") { #expect(said.contains("database: Permission denied")) }
        // The cache that fontconfig would make is there, and can be written to.
        #expect(said.contains("fonts: Success"))
    }

    /// Gives up its rights, and then says what it can still do.
    private static let probe = """
        #include "confinement.h"
        #include <errno.h>
        #include <fcntl.h>
        #include <fontconfig/fontconfig.h>
        #include <pthread.h>
        #include <signal.h>
        #include <stdio.h>
        #include <string.h>
        #include <sys/prctl.h>
        #include <sys/ptrace.h>
        #include <sys/socket.h>
        #include <unistd.h>

        static void *nothing(void *argument) { return argument; }
        static void say(const char *what, int succeeded) {
            printf("%s: %s\\n", what, succeeded ? "Success" : strerror(errno));
        }

        int main(int count, char **words) {
            pthread_t thread;
            char *const arguments[] = {words[0], NULL};
            if (count != 2) return 1;
            printf("privileges: %s\\n", strerror(confine_privileges()));
            printf("files: %s\\n", strerror(confine_files()));
            printf("calls: %s\\n", strerror(confine_calls()));
            printf("dumpable: %d\\n", prctl(PR_GET_DUMPABLE, 0, 0, 0, 0));
            say("database", open(words[1], O_RDWR) >= 0);
            say("internet socket", socket(AF_INET, SOCK_STREAM, 0) >= 0);
            say("local socket", socket(AF_UNIX, SOCK_STREAM, 0) >= 0);
            say("process", fork() >= 0);
            say("program", execv("/bin/true", arguments) == 0);
            say("signal", kill(getppid(), 0) == 0);
            say("trace", ptrace(PTRACE_TRACEME, 0, NULL, NULL) == 0);
            errno = pthread_create(&thread, NULL, nothing, NULL);
            say("thread", errno == 0);
            errno = ENOENT;
            FcFontSet *fonts = FcInit() ? FcConfigGetFonts(FcConfigGetCurrent(), FcSetSystem) : NULL;
            say("fonts", fonts != NULL && fonts->nfont > 0);
            return 0;
        }

        """
}
