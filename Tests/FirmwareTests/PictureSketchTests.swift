import Commands
import TestSupport
import Testing
import Widgets

/// The sketch that shows pictures, run on stubs of the libraries: what it asks for and draws, and when it sleeps.
@Suite(.serialized, .timeLimit(.minutes(4))) struct PictureSketchTests {
    private static let hour = 1_644_048_000
    private static let stripsTopic = "kiatsu/image/kitchen/weather/strips/+"

    private let first = PublishedPicture(seed: 1)
    private let second = PublishedPicture(seed: 2)

    @Test func `the first wake draws the picture and the second does not`() async throws {
        let bench = try await Sketch.picture.bench(isSanitized: true)
        let hello = try await bench.run(clock(25) + first.retained(at: Self.hour) + ["wake"])
        let actions = try await bench.run(
            clock(25) + first.retained(at: Self.hour) + ["wake"] + clock(3630) + first.retained(at: Self.hour + 3600)
                + ["wake"] + clock(7230) + second.retained(at: Self.hour + 7200) + ["wake"]
        )
        #expect(actions.starts(with: hello))
        let verbs = ["refresh", "paper", "hibernate", "asleep"]
        #expect(actions.map(\.verb).filter(verbs.contains) == verbs + ["asleep"] + verbs)
        #expect(actions.filter { $0.verb == "paper" } == [first.onPaper, second.onPaper])
        let subscriptions = actions.filter { $0.verb == "subscribe" }.map(\.rest)
        let told = ["kiatsu/kitchen/hello/response 0", "\(first.topic) 0"]
        #expect(subscriptions == told + ["\(Self.stripsTopic) 0"] + told + told + ["\(Self.stripsTopic) 0"])
    }

    @Test func `the panel says hello in words that the bridge understands`() async throws {
        let actions = try await Sketch.picture.bench().run(clock(25) + first.retained(at: Self.hour) + ["wake"])
        let words = try #require(actions.first { $0.verb == "publish" }).rest.split(separator: " ", maxSplits: 2)
        #expect(words[0] == "kiatsu/kitchen/hello" && words[1] == "live")
        let request = try HelloRequest(payload: Array(words[2].utf8))
        #expect(request.bufferBytes == 256)
        #expect(request.screen == HelloRequest.Screen(width: 296, height: 128))
        #expect(request.pictures == ["strips"])
        #expect(request.colors == "bw")
        #expect(actions.first { $0.verb == "subscribe" }?.rest == "kiatsu/kitchen/hello/response 0")
    }

    @Test func `the order of the strips makes no difference, and each is written once`() async throws {
        let bench = try await Sketch.picture.bench()
        var random = SeededGenerator(seed: 3)
        for _ in 0..<10 {
            let strips = first.strips.shuffled(using: &random)
            let actions = try await bench.run(
                clock(25) + first.commands("retain", strips) + first.retained(at: Self.hour).suffix(1)
                    + first.commands("later 0", strips) + ["wake"]
            )
            #expect(actions.filter { $0.verb == "write" }.count == first.strips.count)
            #expect(actions.filter { $0.verb == "paper" } == [first.onPaper])
        }
    }

    @Test func `it sleeps until after the next hour`() async throws {
        let bench = try await Sketch.picture.bench()
        let picture = try first.retained(at: Self.hour)
        let drawn = try await bench.run(clock(600) + picture + ["wake"])
        // The hour's rest, 20 seconds, and the 7 of the board's dice.
        #expect(abs(try #require(naps(drawn).first?.seconds) - (3600 - 600 + 27)) <= 1)
        // Two minutes early, as a picture may come.
        let early = try await bench.run(clock(-100) + picture + ["wake"])
        #expect(abs(try #require(naps(early).first?.seconds) - (3600 + 100 + 27)) <= 1)
    }

    // MARK: Pictures that change

    @Test func `a picture that changes midway is drawn whole`() async throws {
        let bench = try await Sketch.picture.bench()
        for seed in UInt64(0)..<40 {
            var random = SeededGenerator(seed: seed)
            // The bridge has published so many strips of the second one when the panel asks for the first.
            let begun = Int.random(in: 1..<first.strips.count, using: &random)
            var retained = try first.retained(at: Self.hour)
            let mixed = (second.strips.prefix(begun) + first.strips.suffix(from: begun)).shuffled(using: &random)
            retained.replaceSubrange(..<first.strips.count, with: first.commands("retain", mixed))
            let wait = Int.random(in: 0...300, using: &random)
            let actions = try await bench.run(
                clock(25) + retained + second.published(after: wait, from: begun, at: Self.hour) + ["wake", "wake"]
            )
            #expect(actions.filter { $0.verb == "paper" } == [second.onPaper], "seed \(seed)")
            #expect(naps(actions).count == 2)
            #expect(naps(actions).allSatisfy { $0.after < 3000 })
        }
    }

    @Test func `a picture that comes while another is taken is drawn in this wake or the next`() async throws {
        let bench = try await Sketch.picture.bench()
        var both = 0
        for wait in 0...120 {
            let actions = try await bench.run(
                clock(25) + first.retained(at: Self.hour) + second.published(after: wait, at: Self.hour)
                    + ["wake", "wake"]
            )
            let papers = actions.filter { $0.verb == "paper" }
            #expect(papers == [second.onPaper] || papers == [first.onPaper, second.onPaper], "after \(wait) ms")
            both += papers.count - 1
        }
        #expect((1...120).contains(both))
    }

    @Test func `a picture that comes back midway is drawn, or left where it is on the paper`() async throws {
        let bench = try await Sketch.picture.bench()
        let third = PublishedPicture(seed: 3)
        for (drawn, papers) in [(first, [first.onPaper]), (third, [third.onPaper, first.onPaper])] {
            // The second one has begun and is told of, and the first is published again.
            let actions = try await bench.run(
                clock(25) + drawn.retained(at: Self.hour) + ["wake"] + clock(3700)
                    + second.retained(at: Self.hour + 3600).suffix(1)
                    + second.commands("retain", second.strips.prefix(7))
                    + first.published(after: 100, at: Self.hour + 3600) + ["wake"]
            )
            #expect(actions.filter { $0.verb == "paper" } == papers)
            #expect(actions.filter { $0.verb == "hibernate" }.count == 2)
            #expect(naps(actions).allSatisfy { $0.after < 3000 })
        }
    }

    @Test func `a picture that was given up for another one is taken once it is told of again`() async throws {
        var retained = try first.retained(at: Self.hour)
        let mixed = second.strips.prefix(7) + first.strips.dropFirst(7)
        retained.replaceSubrange(..<first.strips.count, with: first.commands("retain", mixed))
        let actions = try await Sketch.picture.bench().run(
            clock(25) + retained + first.published(after: 200, at: Self.hour) + ["wake"]
        )
        #expect(actions.filter { $0.verb == "paper" } == [first.onPaper])
        #expect(actions.filter { $0.rest == "\(Self.stripsTopic) 0" }.count == 2)
        #expect(naps(actions).allSatisfy { $0.after < 3000 })
    }

    @Test func `a picture of which strips are missing is not drawn until they have come`() async throws {
        var incomplete = try first.retained(at: Self.hour)
        let last = incomplete.remove(at: 11)
        let actions = try await Sketch.picture.bench().run(
            clock(25) + second.retained(at: Self.hour) + ["wake"] + clock(80) + incomplete.filter { $0 != last }
                + [
                    "retain \(first.strips[11].topic) \(Firmware.hex(Array(first.strips[11].bytes.dropLast())))",
                    "wake",
                ]
                + clock(160) + [last, "wake"]
        )
        #expect(actions.filter { $0.verb == "paper" } == [second.onPaper, first.onPaper])
        #expect(actions.filter { $0.verb == "hibernate" }.count == 3)
        #expect(naps(actions).map { $0.after < 3000 } == [true, false, true])
    }

    // MARK: The hour

    @Test func `a picture of the hour before waits for that of this hour`() async throws {
        let bench = try await Sketch.picture.bench()
        let before = try first.retained(at: Self.hour)
        let drawn = try await bench.run(
            clock(3630) + before + second.published(after: 3000, at: Self.hour + 3600) + ["wake"]
        )
        #expect(drawn.filter { $0.verb == "paper" } == [second.onPaper])
        // With nothing newer it is drawn all the same, and once.
        let alone = try await bench.run(clock(3630) + before + ["wake"] + clock(7230) + ["wake"])
        #expect(alone.filter { $0.verb == "paper" } == [first.onPaper])
        #expect(naps(alone).count == 2)
        #expect(naps(alone).allSatisfy { $0.after < 8000 })
        #expect(naps(alone).first?.seconds == 60, "it may still come")
        #expect(try (3590...3660).contains(#require(naps(alone).last).seconds))
    }

    // MARK: Trouble

    @Test func `without a clock the picture is drawn, and the sleep is an hour`() async throws {
        let actions = try await Sketch.picture.bench().run(first.retained(at: Self.hour) + ["wake"])
        #expect(actions.filter { $0.verb == "paper" } == [first.onPaper])
        #expect(naps(actions).map(\.seconds) == [3600 + 27])
    }

    @Test func `a dead network costs half a minute at the most, and the paper stays as it is`() async throws {
        let bench = try await Sketch.picture.bench()
        for trouble in ["network 0 0", "network 1 0", "hang 100000"] {
            let actions = try await bench.run(
                clock(25) + first.retained(at: Self.hour) + ["wake", trouble] + clock(3630) + ["wake"] + clock(7230)
                    + ["wake"]
            )
            #expect(naps(actions).count == 3)
            #expect(naps(actions).allSatisfy { $0.after <= 30_000 })
            #expect(actions.filter { $0.verb == "refresh" }.count == 1)
            #expect(actions.filter { $0.verb == "paper" } == [first.onPaper])
        }
    }

    @Test func `the paper says what it waits for until the first picture comes, and that stays`() async throws {
        let bench = try await Sketch.picture.bench()
        let actions = try await bench.run(
            clock(25) + ["wake", "wake"] + first.published(after: 2500, at: Self.hour) + ["wake", "forget", "wake"]
        )
        #expect(actions.compactMap(\.text).contains(first.topic))
        #expect(actions.filter { $0.verb == "refresh" }.count == 2)
        #expect(actions.filter { $0.verb == "paper" } == [first.onPaper])
        #expect(naps(actions).count == 4)
        let extents = actions.compactMap(\.extent)
        #expect(extents.allSatisfy { $0.left >= 0 && $0.top >= 0 && $0.right < 296 && $0.bottom < 128 })
    }

    @Test func `a picture with other rows is not drawn, and the paper says what to configure`() async throws {
        let unturned = PublishedPicture(seed: 1, rotation: PictureRotation.none)
        let actions = try await Sketch.picture.bench().run(
            clock(25) + unturned.retained(at: Self.hour) + ["wake", "wake"]
        )
        #expect(actions.compactMap(\.text).contains("picture_rotation: 90"))
        #expect(actions.filter { $0.verb == "refresh" }.count == 1)
        #expect(!actions.contains { $0.verb == "write" || $0.verb == "outside" })
    }

    /// The commands that set the clock to so many seconds after the hour.
    private func clock(_ seconds: Int) -> [String] { ["clock \(Self.hour + seconds)"] }

    /// The length of each sleep, and the milliseconds that the board was awake before.
    private func naps(_ actions: [Action]) -> [(seconds: Int, after: Int)] {
        actions.filter { $0.verb == "asleep" }.compactMap { action in
            let numbers = action.numbers
            return numbers.count == 2 ? (numbers[0], numbers[1]) : nil
        }
    }
}
