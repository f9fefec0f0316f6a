import Synchronization
import TestSupport
import Testing
import Timelines

@testable import Widgets

/// Has an answer for some of the numbers, and remembers what it was asked for.
private final class Numbers: Sendable {
    let name: String
    let atOnce: Int
    let known: Set<Int>
    private let retry: ReloadFailure.Retry
    private let requests = Mutex<[[Int]]>([])

    init(_ name: String, atOnce: Int, known: Set<Int>, retry: ReloadFailure.Retry = .backoff) {
        self.name = name
        self.atOnce = atOnce
        self.known = known
        self.retry = retry
    }

    var asked: [[Int]] { requests.withLock { $0 } }

    func reason(_ number: Int) -> String { "\(name) has no \(number)" }

    var link: SourceChain.Link<Int, String> {
        SourceChain.Link(name: name, questionsPerRequest: atOnce) { [self] numbers in
            requests.withLock { $0.append(numbers) }
            return numbers.map { number in
                known.contains(number)
                    ? .success("\(number) of \(name)") : .failure(ReloadFailure(reason: reason(number), retry: retry))
            }
        }
    }
}

@Suite struct SourceChainTests {
    @Test(arguments: UInt64(0)..<300)
    func `each question goes down the chain until a source has an answer`(seed: UInt64) async throws {
        var random = SeededGenerator(seed: seed)
        let questions = Array(0..<Int.random(in: 0...12, using: &random)).shuffled(using: &random)
        let sources = (0..<Int.random(in: 1...4, using: &random)).map { index in
            let known = Set(questions.filter { _ in Bool.random(using: &random) })
            return Numbers("s\(index)", atOnce: Int.random(in: 1...5, using: &random), known: known)
        }
        let answers = await SourceChain.answers(to: questions, from: sources.map(\.link))
        try #require(answers.count == questions.count)
        for (question, answer) in zip(questions, answers) {
            let failed = sources.prefix { !$0.known.contains(question) }.map { $0.reason(question) }
            if let source = sources.first(where: { $0.known.contains(question) }) {
                #expect(answer.result == .success("\(question) of \(source.name)"))
                #expect(answer.warnings == failed)
            } else {
                let reason = failed.joined(separator: "; ")
                #expect(answer.result == .failure(ReloadFailure(reason: reason, retry: .backoff)))
                #expect(answer.warnings.isEmpty)
            }
        }
        var open = questions
        for source in sources {
            #expect(source.asked.flatMap { $0 } == open)
            #expect(source.asked.dropLast().allSatisfy { $0.count == source.atOnce })
            #expect(source.asked.allSatisfy { (1...source.atOnce).contains($0.count) })
            open.removeAll { source.known.contains($0) }
        }
    }

    private typealias Retry = ReloadFailure.Retry

    @Test(arguments: [
        ([Retry.backoff], Retry.backoff), ([.untilConfigurationChanges, .halfHourly], .halfHourly),
        ([.halfHourly, .doubling(from: .seconds(600))], .refused(again: .seconds(600))),
        ([.doubling(from: .seconds(7200)), .halfHourly], .halfHourly),
        ([.after(.seconds(90)), .backoff], .backoff), ([.after(.seconds(1)), .backoff], .refused(again: .seconds(1))),
        ([.after(.seconds(1)), .doubling(from: .zero)], .after(.seconds(1))),
        ([.after(.seconds(7200)), .after(.seconds(60)), .halfHourly], .refused(again: .seconds(60))),
        ([.untilConfigurationChanges, .after(.seconds(86_400 * 40))], .after(.seconds(86_400 * 40))),
        ([.untilConfigurationChanges, .untilConfigurationChanges], .untilConfigurationChanges),
        ([], .untilConfigurationChanges),
    ])
    func `where all fail the soonest retry counts`(retries: [ReloadFailure.Retry], expected: ReloadFailure.Retry)
        async throws
    {
        let sources = retries.map { Numbers("s", atOnce: 1, known: [], retry: $0) }
        let answer = try #require(await SourceChain.answers(to: [1], from: sources.map(\.link)).first)
        #expect(throws: ReloadFailure.self) { try answer.result.get() }
        guard case .failure(let failure) = answer.result else { return }
        #expect(failure.retry == expected && !failure.reason.isEmpty)
    }

    @Test func `what a source passes over in silence is a failure`() async {
        let silent = SourceChain.Link<Int, String>(name: "silent", questionsPerRequest: 9) { _ in [.success("one")] }
        let answers = await SourceChain.answers(
            to: [1, 2],
            from: [silent, Numbers("next", atOnce: 9, known: [2]).link]
        )
        #expect(answers.map(\.result) == [.success("one"), .success("2 of next")])
        let warning = "silent answered for less than it was asked for: if it lasts, choose another source"
        #expect(answers.map(\.warnings) == [[], [warning]])
    }
}
