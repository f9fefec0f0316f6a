import Foundation
import Glibc
import Pictures
import TestSupport
import Testing

@testable import PictureProgram

/// Programs that do not do what `kiatsu-draw` does.
@Suite(.timeLimit(.minutes(2)))
struct PictureFaultTests {
    private let directory: ScratchDirectory

    init() throws { directory = try ScratchDirectory() }

    /// A program that is a shell script.
    private func studio(
        _ script: String,
        _ change: (inout PictureLimits) -> Void = { _ in }
    ) async throws -> PictureStudio {
        let path = directory.path + "/draw"
        // Written by another process: what a test that runs at the same time starts would, for a moment, hold the file
        // open for writing, and such a file cannot be run.
        let writer = try Program(
            "/bin/sh",
            ["-c", "cat > \(path) && chmod 700 \(path)"],
            environment: ["PATH": "/usr/bin:/bin"],
            input: Array("#!/bin/sh\n\(script)\n".utf8)
        )
        try #require(await writer.ending() == .exit(0))
        return PictureStudio(path, change)
    }

    /// The outcome of a picture of such a program, twice: the second time is like the first.
    private func outcome(
        _ script: String,
        _ change: (inout PictureLimits) -> Void = { _ in }
    ) async throws -> Result<Picture, PictureError> {
        let studio = try await studio(script, change)
        let first = await studio.program.outcome(of: try .poem())
        let second = await studio.program.outcome(of: try .poem())
        #expect(first == second)
        #expect(Set(studio.identifiers).count == 2)
        studio.program.shutDown()
        for identifier in studio.identifiers { #expect(kill(identifier, 0) == -1) }
        return second
    }

    @Test func `a program that is missing is unavailable, and what to do is told`() async throws {
        let studio = PictureStudio("/nowhere/kiatsu-draw")
        let outcome = await studio.program.outcome(of: try .poem())
        #expect(
            outcome
                == .failure(
                    .unavailable(
                        "kiatsu-draw, which pictures need, cannot be started: /nowhere/kiatsu-draw: No such file or "
                            + "directory; install the kiatsu-draw that belongs to this kiatsu as /nowhere/kiatsu-draw"
                    )
                )
        )
    }

    @Test func `a program that must not be run is unavailable`() async throws {
        let studio = PictureStudio(try directory.write("", to: "draw", permissions: 0o600))
        let text = await studio.program.outcome(of: try .poem()).text
        #expect(text.contains("Permission denied; install"))
    }

    @Test func `a program whose libraries are missing is unavailable, and the packages are told`() async throws {
        let complaint = "kiatsu-draw: error while loading shared libraries: libpango-1.0.so.0: cannot open"
        guard case .failure(.unavailable(let text)) = try await outcome("echo '\(complaint)' >&2; exit 127") else {
            Issue.record("not unavailable")
            return
        }
        #expect(text.hasPrefix("kiatsu-draw cannot be started: \(complaint); install what it needs"))
        #expect(text.contains("libpangocairo-1.0-0"))
        #expect(!text.contains("\n"))
    }

    @Test func `a program that ends at once is unavailable, with its last words`() async throws {
        guard case .failure(.unavailable(let text)) = try await outcome("echo first >&2; echo wrong build >&2; exit 3")
        else {
            Issue.record("not unavailable")
            return
        }
        #expect(text.contains("ended with code 3: wrong build; install the kiatsu-draw that belongs to this kiatsu"))
    }

    @Test(arguments: [
        // It is killed.
        ("kill -9 $$", "was ended by signal 9 (Killed) while it drew the widget poem"),
        ("kill -6 $$", "was ended by signal 6 (Aborted) while it drew the widget poem"),
        ("head -c 20 > /dev/null; kill -11 $$", "was ended by signal 11"),
        // It closes what it should not.
        ("exec <&- >&-; exec sleep 1000", "was ended by signal 9"),
        // It writes garbage, with and without an end.
        ("echo garbage garbage; exec sleep 1000", "is of no use: what came is no frame"),
        ("exec yes", "is of no use: what came is no frame"),
        ("exec cat /dev/zero", "is of no use: what came is no frame"),
        ("yes >&2", "is of no use: it complains without end"),
        // It is of another version, or promises too much.
        (#"printf 'KDR\002\000\000\000\000\000\000\000\000'; exec sleep 1000"#, "is of version 2 and not 1"),
        (#"printf 'KDR\001\000\000\000\000\377\377\377\377'; exec sleep 1000"#, "which is too large"),
        // Its answer is none.
        (#"head -c 20 > /dev/null; printf 'KDR\001\000\000\000\000\000\000\000\000'; exec cat"#, "is of no use"),
        (#"cat > /dev/null & printf 'KDR\001\002\000\000\000\000\000\000\000{}'; exec sleep 1000"#, "is of no use"),
    ])
    func `a program that misbehaves is ended, and the drawing fails`(script: String, text: String) async throws {
        let outcome = try await outcome(script)
        #expect(outcome.isFailed)
        #expect(outcome.text.contains(text), "\(outcome.text)")
    }

    @Test func `a program that asks to be echoed gets its own request for an answer, which is none`() async throws {
        let outcome = try await outcome("exec cat")
        #expect(outcome.isFailed)
    }

    @Test func `an answer that breaks off is none`() async throws {
        let outcome = try await outcome(
            #"head -c 20 > /dev/null; printf 'KDR\001\377\000\000\000\377\000\000\000{"picture'; kill -9 $$"#
        )
        #expect(outcome.isFailed)
    }

    @Test(arguments: [
        "exec sleep 1000", "exec 2>&-; exec sleep 1000", "trap '' TERM; exec sleep 1000",
        #"printf 'KDR\001\377\000\000\000\377\000\000\000{"picture'; exec sleep 1000"#,
        "while :; do :; done",
    ])
    func `a program that is too slow is ended, and the drawing fails`(script: String) async throws {
        let outcome = try await outcome(script) { $0.drawingTime = .milliseconds(100) }
        #expect(outcome.isFailed)
        #expect(outcome.text.contains("took longer than 0.1 seconds to draw the widget poem"))
    }

    @Test func `a program that reads no request fails, whether it is the time that tells or its input`() async throws {
        let studio = try await studio("exec <&-; exec sleep 1000") { $0.drawingTime = .milliseconds(100) }
        let outcome = await studio.program.outcome(of: try .poem())
        #expect(outcome.isFailed)
    }

    @Test func `what a program has started ends with it`() async throws {
        let file = directory.path + "/identifier"
        let studio = try await studio("sleep 1000 & echo $! > \(file); echo garbage garbage; wait")
        let outcome = await studio.program.outcome(of: try .poem())
        #expect(outcome.isFailed)
        let text = try String(contentsOfFile: file, encoding: .utf8)
        let identifier = try #require(Int32(text.dropLast()))
        while isRunning(identifier) { sched_yield() }
    }

    @Test func `a drawing that is given up ends at once, and those that wait are drawn`() async throws {
        // The first program never answers, the next ones are the real one.
        let marker = directory.path + "/started"
        let draw = Program.path(of: "kiatsu-draw")
        let studio = try await studio("if mkdir '\(marker)'; then exec sleep 1000; fi; exec '\(draw)'")
        let request = try PictureRequest.poem()
        let stuck = Task { await studio.program.outcome(of: request) }
        let first = try await studio.identifier()
        try await eventually { FileManager.default.fileExists(atPath: marker) }
        let waiting = (0..<10).map { _ in Task { await studio.program.outcome(of: request) } }
        let unwanted = Task { await studio.program.outcome(of: request) }
        unwanted.cancel()
        #expect(await unwanted.value.text == "the drawing was given up")
        stuck.cancel()
        #expect(await stuck.value.text == "the drawing was given up")
        for task in waiting { _ = try await task.value.get() }
        #expect(studio.identifiers.count == 2)
        #expect(kill(first, 0) == -1)
    }

    @Test func `a task that is cancelled before it asks gets no picture and starts nothing that stays`() async throws {
        let studio = PictureStudio()
        let request = try PictureRequest.poem()
        let task = Task {
            withUnsafeCurrentTask { $0?.cancel() }
            return await studio.program.outcome(of: request)
        }
        #expect(await task.value.isFailed)
        _ = try await studio.program.draw(request)
    }

    @Test func `the end of the bridge ends a drawing without end, and those that wait`() async throws {
        let studio = try await studio("exec sleep 1000")
        let request = try PictureRequest.poem()
        let tasks = (0..<5).map { _ in Task { await studio.program.outcome(of: request) } }
        let identifier = try await studio.identifier()
        studio.program.shutDown()
        for task in tasks { #expect(await task.value.isFailed) }
        #expect(kill(identifier, 0) == -1)
    }

    @Test func `the program gets neither secrets nor descriptors, and no argument`() async throws {
        await #expect(processExitsWith: .success) {
            setenv("KIATSU_MQTT_PASSWORD", "secret", 1)
            setenv("https_proxy", "http://user:secret@proxy", 1)
            setenv("CREDENTIALS_DIRECTORY", "secret", 1)
            setenv("LC_ALL", "C.UTF-8", 1)
            setenv("XDG_CACHE_HOME", "/cache", 1)
            let directory = try ScratchDirectory()
            let marker = try directory.write("", to: "marker")
            // Libraries open theirs like this.
            let descriptor = open(marker, O_RDONLY)
            try #require(descriptor > 2 && fcntl(descriptor, F_GETFD) == 0)
            let script = "#!/bin/sh\nenv > \(directory.path)/env; ls -l /proc/$$/fd > \(directory.path)/fd\n"
            let arguments = "echo $# > \(directory.path)/arguments; exit 3\n"
            let studio = PictureStudio(try directory.write(script + arguments, to: "draw", permissions: 0o700))
            #expect(!(await studio.program.outcome(of: try .poem()).text.isEmpty))
            let environment = try String(contentsOfFile: directory.path + "/env", encoding: .utf8)
            try #require(environment.contains("LC_ALL=C.UTF-8") && environment.contains("XDG_CACHE_HOME=/cache"))
            try #require(!environment.contains("secret"))
            let descriptors = try String(contentsOfFile: directory.path + "/fd", encoding: .utf8)
            try #require(descriptors.contains("socket") && !descriptors.contains("marker"))
            try #require(try String(contentsOfFile: directory.path + "/arguments", encoding: .utf8) == "0\n")
        }
    }

    @Test func `what the program complains of is logged, and not for ever`() async throws {
        let draw = Program.path(of: "kiatsu-draw")
        let studio = try await studio(
            "i=0; while [ $i -lt 19 ]; do i=$((i+1)); echo broken font $i >&2; done; exec '\(draw)'"
        ) {
            $0.drawingsOfAProgram = 1
        }
        for _ in 0..<3 { _ = try await studio.program.draw(.poem()) }
        studio.program.shutDown()
        let warnings = studio.log.elements.filter { $0.contains("warning: kiatsu-draw: broken font") }
        #expect(warnings.count == 20)
        #expect(warnings.first?.contains("broken font 1; it was drawn all the same") == true)
        #expect(warnings.last?.hasSuffix("; it complains often, no more of that for a day") == true)
    }

    @Test func `what the program goes without is told at debug`() async throws {
        let studio = try await studio(
            "echo debug: goes without Landlock: Function not implemented >&2; exec '\(Program.path(of: "kiatsu-draw"))'"
        )
        _ = try await studio.program.draw(.poem())
        studio.program.shutDown()
        let lines = studio.log.elements.filter { $0.contains("Landlock") }
        #expect(lines.count == 1 && lines.allSatisfy { $0.contains("debug: kiatsu-draw goes without Landlock") })
        #expect(!studio.log.elements.contains { $0.contains("warning") })
    }
}

struct ProgramComplaintTests {
    @Test func `lines are cut where they are long, and the oldest go first`() {
        var complaints = ProgramComplaints()
        for number in 0..<30 { complaints.take(Array("line \(number)\n\n \n".utf8)[...]) }
        #expect(complaints.lines == (10..<30).map { "line \($0)" })
        complaints.take([UInt8](repeating: UInt8(ascii: "x"), count: 10_000)[...])
        #expect(complaints.lines.last == "line 29")
        complaints.finishLine()
        #expect(complaints.lines.last == String(repeating: "x", count: 500))
        #expect(complaints.takeLines().count == 20)
        #expect(complaints.takeLines().isEmpty)
    }

    @Test func `what a terminal would take for more than text is left out`() {
        var complaints = ProgramComplaints()
        complaints.take(Array("a\u{1B}[2J\tb\u{7F}\n".utf8)[...])
        #expect(complaints.lines == ["a [2J b "])
    }

    @Test func `an allowance is given anew when its time is over`() {
        var allowance = LineAllowance(lines: 2, per: .seconds(10))
        let start = ContinuousClock.now
        let grants = [0, 1, 9, 10, 11, 12].map { allowance.take(at: start + .seconds($0)) }
        #expect(grants == [.granted, .last, .refused, .granted, .last, .refused])
    }
}
