import Foundation
import Glibc
import Synchronization
import TestSupport
import Testing
import Time

/// A library put before libc in the program under test, which sets that program's wall clock apart from the host's and
/// makes its database's disk fail as it is told, at once and while it runs.
///
/// The clock that counts from the host's start runs on untouched, as it does when a real clock is stepped.
final class Shim: Sendable {
    private struct Control {
        var offsetSeconds: Int64 = 0
        var failure: Int64 = 0
    }

    static let compiler = "/usr/bin/cc"
    static let isAvailable = access(compiler, X_OK) == 0

    private let directory: ScratchDirectory
    private let control = Mutex(Control())

    init() async throws {
        directory = try ScratchDirectory()
        try directory.write(Self.source, to: "shim.c")
        let arguments = ["-shared", "-fPIC", "-O1", "-o", library, directory.path + "/shim.c"]
        let compilation = try Program(Self.compiler, arguments, environment: ["PATH": "/usr/bin:/bin"])
        let ending = await compilation.ending()
        try #require(ending == .exit(0), "\(compilation.errors.elements)")
        try directory.write(String(repeating: "\0", count: 16), to: "control")
    }

    private var library: String { directory.path + "/shim.so" }

    /// The variables that the program under test needs in its environment.
    var environment: [String: String] { ["LD_PRELOAD": library, "SHIM_CONTROL": directory.path + "/control"] }

    /// The time on the program's clock.
    var now: UTCInstant { SystemWallClock().now + .seconds(control.withLock { $0.offsetSeconds }) }

    /// Steps the program's clock, forward or back.
    func step(bySeconds seconds: Int) throws { try change { $0.offsetSeconds += Int64(seconds) } }

    /// Makes each write to the database fail with this `errno` value; 0 makes them succeed again.
    func failWrites(with code: Int32) throws { try change { $0.failure = Int64(code) } }

    /// In place, as the program has the file mapped.
    private func change(_ body: (inout Control) -> Void) throws {
        try control.withLock { control in
            body(&control)
            let file = try FileHandle(forWritingTo: URL(filePath: directory.path + "/control"))
            try file.write(contentsOf: withUnsafeBytes(of: control) { Data($0) })
            try file.close()
        }
    }

    private static let source = #"""
        #define _GNU_SOURCE
        #include <errno.h>
        #include <fcntl.h>
        #include <stdint.h>
        #include <stdio.h>
        #include <stdlib.h>
        #include <string.h>
        #include <sys/mman.h>
        #include <sys/syscall.h>
        #include <sys/time.h>
        #include <time.h>
        #include <unistd.h>

        struct control { int64_t offset, failure; };
        static const volatile struct control *control;

        __attribute__((constructor)) static void map(void) {
            int file = open(getenv("SHIM_CONTROL"), O_RDONLY | O_CLOEXEC);
            void *page = mmap(0, sizeof *control, PROT_READ, MAP_SHARED, file, 0);
            if (page == MAP_FAILED) abort();
            control = page;
            close(file);
        }
        int clock_gettime(clockid_t clock, struct timespec *time) {
            int code = syscall(SYS_clock_gettime, clock, time);
            if (code == 0 && clock == CLOCK_REALTIME && control) time->tv_sec += control->offset;
            return code;
        }
        int gettimeofday(struct timeval *time, void *zone) {
            struct timespec now;
            clock_gettime(CLOCK_REALTIME, &now);
            time->tv_sec = now.tv_sec, time->tv_usec = now.tv_nsec / 1000;
            return 0;
        }
        time_t time(time_t *result) {
            struct timespec now;
            clock_gettime(CLOCK_REALTIME, &now);
            if (result) *result = now.tv_sec;
            return now.tv_sec;
        }
        static int refuses(int file) {
            char name[40], path[4096] = "";
            if (file < 3 || !control || !control->failure) return 0;
            snprintf(name, sizeof name, "/proc/self/fd/%d", file);
            if (readlink(name, path, sizeof path - 1) < 0 || !strstr(path, "kiatsu.db")) return 0;
            errno = control->failure;
            return 1;
        }
        ssize_t write(int file, const void *bytes, size_t count) {
            return refuses(file) ? -1 : syscall(SYS_write, file, bytes, count);
        }
        ssize_t pwrite(int file, const void *bytes, size_t count, off_t at) {
            return refuses(file) ? -1 : syscall(SYS_pwrite64, file, bytes, count, at);
        }
        ssize_t pwrite64(int file, const void *bytes, size_t count, off64_t at) {
            return refuses(file) ? -1 : syscall(SYS_pwrite64, file, bytes, count, at);
        }
        """#
}
