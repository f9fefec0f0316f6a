import Glibc
import TestSupport
import Testing

@testable import Daemon

@Suite(.timeLimit(.minutes(1)))
struct ServiceManagerTests {
    @Test(arguments: [false, true])
    func `it is told at a path and at an abstract name`(isAbstract: Bool) async throws {
        let directory = try ScratchDirectory()
        let socket = try NotificationSocket((isAbstract ? "@" : "") + directory.path + "/notify")
        let manager = ServiceManager(environment: ["NOTIFY_SOCKET": socket.name, "WATCHDOG_USEC": "2000000"])
        #expect(manager.watchdogTime == .seconds(2))
        manager.tell(.ready, .status("two\nlines"))
        #expect(try await socket.first("READY") == "READY=1\nSTATUS=two lines")
        manager.tell(.alive)
        #expect(try await socket.first("WATCHDOG") == "WATCHDOG=1")
        var before = timespec()
        clock_gettime(CLOCK_MONOTONIC, &before)
        manager.tell(.reloading)
        let told = try await socket.first("RELOADING").split(separator: "\n")
        let microseconds = try #require(told.last.flatMap { Int($0.dropFirst("MONOTONIC_USEC=".count)) })
        #expect(told.first == "RELOADING=1" && microseconds >= before.tv_sec * 1_000_000)
    }

    @Test(arguments: ["", "/", "@", "relative", "vsock:2:1", "/" + String(repeating: "x", count: 200)])
    func `without a manager nothing is told`(name: String) {
        let manager = ServiceManager(environment: ["NOTIFY_SOCKET": name, "WATCHDOG_USEC": "2000000"])
        #expect(manager.watchdogTime == nil)
        manager.tell(.ready)
    }

    @Test(arguments: [
        (["WATCHDOG_USEC": "3000000"], Duration.seconds(3)),
        (["WATCHDOG_USEC": "3000000", "WATCHDOG_PID": "7"], .seconds(3)),
        (["WATCHDOG_USEC": "3000000", "WATCHDOG_PID": "8"], nil), (["WATCHDOG_USEC": "0"], nil),
        (["WATCHDOG_USEC": "-1"], nil), (["WATCHDOG_USEC": "soon"], nil), ([:], nil),
    ])
    func `the watchdog is for the process that is asked`(environment: [String: String], time: Duration?) {
        #expect(ServiceManager.watchdogTime(environment, process: 7) == time)
    }
}
