import Foundation
import Storage
import Testing
import Time
import Weather

@Suite(.timeLimit(.minutes(4)))
struct ProcessTests {
    private let directory: TemporaryDirectory

    init() throws {
        directory = try TemporaryDirectory()
    }

    @Test func `a second opener is refused, in this process as in another, and hurts nothing`() async throws {
        let path = directory.store
        let store = try await Store.open(at: path)
        let position = StoredPosition(coordinate: .origin, acceptedAt: UTCInstant(unixSeconds: 1), source: .command)
        try await store.save(position, for: "desk")

        let error = await #expect(throws: StoreError.self) { try await Store.open(at: path) }
        #expect(error?.kind == .inUse)
        #expect(error?.description.contains("Another process has it open") == true)
        await #expect(processExitsWith: .exitCode(75)) { [path = path as String] in
            do throws(StoreError) {
                _ = try await Store.open(at: path)
            } catch {
                exit(error.kind == .inUse ? 75 : 1)
            }
        }

        try await store.save(position, for: "hall")
        await store.close()
        let next = try await Store.open(at: path)
        #expect(try await next.positions().keys.sorted() == ["desk", "hall"])
    }

    @Test(arguments: [0, 1, 7, 50, 300, 301, 302, 303])
    func `what was acknowledged survives kill -9 at any point`(acknowledgedBefore count: Int) async throws {
        let path = directory.store
        let acknowledgements = directory.path + "/acknowledged"
        await #expect(processExitsWith: .signal(SIGKILL)) {
            [path = path as String, acknowledgements = acknowledgements as String, count = count as Int] in
            let log = open(acknowledgements, O_CREAT | O_WRONLY | O_APPEND, 0o600)
            let store = try await Store.open(at: path)
            for number in 0..<100_000 {
                // From here on another thread kills the process, somewhere in the saves that follow.
                if number == count { DispatchQueue.global().async { kill(getpid(), SIGKILL) } }
                let position = StoredPosition(
                    coordinate: .origin,
                    name: "\(number)",
                    acceptedAt: UTCInstant(unixSeconds: number),
                    source: .command
                )
                try await store.save(position, for: "panel\(number)")
                let line = Array("\(number)\n".utf8)
                guard write(log, line, line.count) == line.count else { exit(1) }
            }
        }
        let text = (try? String(contentsOfFile: acknowledgements, encoding: .utf8)) ?? ""
        let acknowledged = text.split(separator: "\n").map(String.init)
        #expect(acknowledged.count >= count)
        let positions = try await Store.open(at: path).positions()
        for number in acknowledged { #expect(positions["panel\(number)"]?.name == number) }
        // At most one more reached the disk without an acknowledgement.
        #expect(acknowledged.count...acknowledged.count + 1 ~= positions.count)
    }

    @Test(arguments: [0, 1, 40, 200, 201])
    func `calls that were granted stay counted after kill -9 at any point`(grantedBefore count: Int) async throws {
        let path = directory.store
        let acknowledgements = directory.path + "/granted"
        // 2025-11-30: the calls lie on both sides of a month's end.
        let lastDay = 20_422
        await #expect(processExitsWith: .signal(SIGKILL)) {
            [path = path as String, acknowledgements = acknowledgements as String, count = count as Int] in
            let log = open(acknowledgements, O_CREAT | O_WRONLY | O_APPEND, 0o600)
            let store = try await Store.open(at: path)
            for number in 0..<100_000 {
                if number == count { DispatchQueue.global().async { kill(getpid(), SIGKILL) } }
                let answer = try await store.spend(
                    number % 7 + 1,
                    of: "qweather",
                    day: CivilDate(daysSinceEpoch: 20_422 + number % 2),
                    dailyLimit: nil,
                    monthlyLimit: 1_000_000
                )
                guard case .granted = answer else { exit(1) }
                let line = Array("\(number)\n".utf8)
                guard write(log, line, line.count) == line.count else { exit(1) }
            }
        }
        let text = (try? String(contentsOfFile: acknowledgements, encoding: .utf8)) ?? ""
        let granted = text.split(separator: "\n").count
        #expect(granted >= count)
        func sums(_ count: Int) -> [Int] {
            (0..<2).map { day in (0..<count).filter { $0 % 2 == day }.map { $0 % 7 + 1 }.reduce(0, +) }
        }
        let store = try await Store.open(at: path)
        var counted: [Int] = []
        for day in lastDay...lastDay + 1 {
            let spent = try await store.spent(on: CivilDate(daysSinceEpoch: day))["qweather"]
            #expect(spent?.day == spent?.month)
            counted.append(spent?.day ?? 0)
        }
        // At most one more reached the disk without an answer, and that one completely.
        #expect([sums(granted), sums(granted + 1)].contains(counted))
    }

    @Test func `however often it is killed, no more calls get through than the limit`() async throws {
        let path = directory.store
        let acknowledgements = directory.path + "/granted"
        for _ in 0..<4 {
            await #expect(processExitsWith: .signal(SIGKILL)) {
                [path = path as String, acknowledgements = acknowledgements as String] in
                let log = open(acknowledgements, O_CREAT | O_WRONLY | O_APPEND, 0o600)
                let store = try await Store.open(at: path)
                for number in 0..<100_000 {
                    if number == 9 { DispatchQueue.global().async { kill(getpid(), SIGKILL) } }
                    let answer = try await store.spend(
                        1,
                        of: "qweather",
                        day: CivilDate(daysSinceEpoch: 20_423),
                        dailyLimit: 30,
                        monthlyLimit: nil
                    )
                    guard case .granted = answer else { continue }
                    guard write(log, "granted\n", 8) == 8 else { exit(1) }
                }
            }
        }
        let text = try String(contentsOfFile: acknowledgements, encoding: .utf8)
        let granted = text.split(separator: "\n").count
        let store = try await Store.open(at: path)
        let day = CivilDate(daysSinceEpoch: 20_423)
        let counted = try #require(try await store.spent(on: day)["qweather"]?.day)
        #expect(counted <= 30)
        // Each killed process may have counted one call that it could not use.
        #expect(granted...granted + 4 ~= counted)
        #expect(granted > 20)
    }
}
