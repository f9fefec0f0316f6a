import Foundation
import Glibc
import Pictures
import TestSupport
import Testing

@testable import PictureProgram

@Suite(.timeLimit(.minutes(4)))
struct PictureProgramTests {
    @Test func `nothing is started before a picture is wanted`() {
        let studio = PictureStudio()
        studio.program.shutDown()
        #expect(studio.log.elements.isEmpty)
    }

    @Test func `the program is looked for beside the one that runs`() {
        #expect(PictureProgram.installedPath == Program.path(of: "kiatsu-draw"))
    }

    @Test func `the thread gives a sign of life before, between and after its drawings`() async throws {
        let studio = PictureStudio()
        #expect(await studio.program.isAlive())
        async let drawing = studio.program.draw(.poem())
        _ = try await drawing
        #expect(await studio.program.isAlive())
        studio.program.shutDown()
        #expect(await studio.program.isAlive())
    }

    @Test func `the program draws one picture after the other`() async throws {
        let studio = PictureStudio()
        for _ in 0..<3 { _ = try await studio.program.draw(.poem()) }
        #expect(studio.identifiers.count == 1)
    }

    @Test func `a request that is not understood is answered so, and the program goes on`() async throws {
        let studio = PictureStudio()
        #expect(try await studio.program.outcome(of: .unknownWidget()).isNotUnderstood)
        let garbage = await studio.program.outcome(of: try .poem { $0.entry = [0xFF] })
        #expect(garbage.isNotUnderstood)
        _ = try await studio.program.draw(.poem())
        #expect(studio.identifiers.count == 1)
    }

    @Test func `an entry that is too large is refused and disturbs nobody`() async throws {
        let studio = PictureStudio()
        let outcome = await studio.program.outcome(of: try .poem { $0.entry = [UInt8](repeating: 32, count: 2 << 20) })
        #expect(outcome.isNotUnderstood)
        #expect(studio.identifiers.isEmpty)
        _ = try await studio.program.draw(.poem())
    }

    @Test func `a request that fills no socket at once is drawn like others`() async throws {
        let studio = PictureStudio()
        var request = try PictureRequest.poem()
        request.entry += [UInt8](repeating: 32, count: 900_000)
        _ = try await studio.program.draw(request)
    }

    @Test func `many callers at once are all served, by one program`() async throws {
        let studio = PictureStudio()
        let request = try PictureRequest.poem()
        await withTaskGroup { group in
            for _ in 0..<50 { group.addTask { await studio.program.outcome(of: request) } }
            for await outcome in group { #expect(throws: Never.self) { try outcome.get() } }
        }
        #expect(studio.identifiers.count == 1)
    }

    @Test func `more callers than may wait are told so`() async throws {
        let studio = PictureStudio("/bin/sleep-is-not-there") { $0.waiting = 0 }
        let outcome = await studio.program.outcome(of: try .poem())
        #expect(outcome == .failure(.failed("0 pictures wait to be drawn already")))
    }

    @Test func `a program that was killed while it rested is replaced, and no drawing is lost`() async throws {
        let studio = PictureStudio()
        for _ in 0..<3 {
            let mark = studio.log.mark
            _ = try await studio.program.draw(.poem())
            let identifier = try await studio.identifier(since: mark)
            kill(identifier, SIGKILL)
            try await studio.logs("\(identifier) has ended by itself", since: mark)
        }
        _ = try await studio.program.draw(.poem())
        #expect(studio.identifiers.count == 4)
    }

    @Test func `40 kills at any moment lose nothing but the drawing at hand`() async throws {
        let studio = PictureStudio()
        let request = try PictureRequest.poem()
        var random = SeededGenerator(seed: 1)
        var lost = 0
        for _ in 0..<40 {
            let mark = studio.log.mark
            let wasRunning = studio.identifiers.last.map(isRunning) ?? false
            let outcome = Task {
                let outcome = await studio.program.outcome(of: request)
                studio.log.append("drawn")
                return outcome
            }
            // A program that only seemed to be gone starts no other.
            if !wasRunning { _ = try await studio.log.first(since: mark) { $0 == "drawn" || $0.hasSuffix(" started") } }
            let identifier = studio.identifiers.last
            for _ in 0..<Int.random(in: 0...5_000, using: &random) { sched_yield() }
            let killed = try #require(identifier)
            kill(killed, SIGKILL)
            let ended = await outcome.value
            #expect(ended.text.isEmpty || ended.isFailed, "\(ended)")
            if ended.isFailed { lost += 1 }
            // A kill that came after the drawing takes a moment, and the next drawing is not the one at hand.
            try await eventually { !isRunning(killed) }
        }
        #expect(lost > 0)
        _ = try await studio.program.draw(request)
    }

    @Test func `a program that has nothing to do is ended, and started again at the next need`() async throws {
        let studio = PictureStudio { $0.idleTime = .milliseconds(1) }
        for _ in 0..<2 {
            let mark = studio.log.mark
            _ = try await studio.program.draw(.poem())
            try await studio.logs("has nothing to do, ended", since: mark)
        }
        #expect(studio.identifiers.count == 2)
    }

    @Test func `a program that has drawn often is replaced`() async throws {
        let studio = PictureStudio { $0.drawingsOfAProgram = 2 }
        for _ in 0..<5 { _ = try await studio.program.draw(.poem()) }
        #expect(Set(studio.identifiers).count == 3)
    }

    @Test func `after the end nothing is drawn, and the program is gone`() async throws {
        let studio = PictureStudio()
        _ = try await studio.program.draw(.poem())
        studio.program.shutDown()
        let identifier = try #require(studio.identifiers.first)
        #expect(kill(identifier, 0) == -1)
        #expect(await studio.program.outcome(of: try .poem()).isFailed)
        studio.program.shutDown()
    }

    @Test func `the program ends with the last reference to its user`() async throws {
        var studio: PictureStudio? = PictureStudio()
        let log = try #require(studio).log
        _ = try await studio?.program.draw(.poem())
        let identifier = try #require(studio?.identifiers.first)
        studio = nil
        #expect(kill(identifier, 0) == -1)
        #expect(!log.elements.isEmpty)
    }

    @Test func `neither descriptors nor zombies are left behind`() async {
        await #expect(processExitsWith: .success) {
            func descriptors() throws -> Int {
                try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").count
            }
            func draw(_ path: String, _ count: Int) async throws {
                let studio = PictureStudio(path) { $0.drawingsOfAProgram = 1 }
                for _ in 0..<count { _ = await studio.program.outcome(of: try .poem()) }
                studio.program.shutDown()
            }
            // Whatever is opened once is open now.
            try await draw("/bin/false", 1)
            let before = try descriptors()
            try await draw(Program.path(of: "kiatsu-draw"), 10)
            try await draw("/bin/false", 10)
            try await draw("/nowhere/kiatsu-draw", 10)
            try #require(try descriptors() == before)
            try #require(waitpid(-1, nil, WNOHANG) == -1 && errno == ECHILD)
        }
    }

    @Test func `the program ends with a process that is killed`() async throws {
        let directory = try ScratchDirectory()
        let file = directory.path + "/identifier"
        let draw = Program.path(of: "kiatsu-draw")
        await #expect(processExitsWith: .signal(SIGKILL)) { [draw = draw as String, file = file as String] in
            let studio = PictureStudio(draw)
            _ = try await studio.program.draw(.poem())
            let identifier = try #require(studio.identifiers.first)
            try Data("\(identifier)".utf8).write(to: URL(filePath: file))
            // Not even the end of its input would end a program that is stopped.
            kill(identifier, SIGSTOP)
            kill(getpid(), SIGKILL)
        }
        let text = try String(contentsOfFile: file, encoding: .utf8)
        let identifier = try #require(Int32(text))
        while isRunning(identifier) { sched_yield() }
    }
}

/// True if there is such a process; one that ended counts as gone before its parent has noticed.
func isRunning(_ identifier: Int32) -> Bool {
    let status = try? String(contentsOfFile: "/proc/\(identifier)/stat", encoding: .utf8)
    return status.map { !$0.contains(") Z ") } ?? false
}
