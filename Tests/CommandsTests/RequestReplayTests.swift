import Testing
import Time

@testable import Commands

@Suite struct RequestReplayTests {
    private typealias Replays = RequestReplays

    private let now = UTCInstant(unixSeconds: 1_774_699_200)

    private func key(_ number: Int, verb: String = "panel/add") -> Replays.Key {
        Replays.Key(verb: verb, payload: Array("{\"transaction\":\(number)}".utf8))
    }

    private func address(_ number: Int) -> ReplyAddress {
        ReplyAddress(topic: "answers/\(number)", correlationData: [UInt8(truncatingIfNeeded: number)])
    }

    @Test func `a request is carried out once, and its answer given again for ten minutes`() {
        var replays = Replays()
        #expect(replays.admit(key(1), from: address(1), at: now) == .new)
        #expect(replays.finish(key(1), with: [7], isRefusal: false) == [])
        for seconds in [0, 1, 599] {
            #expect(replays.admit(key(1), from: address(2), at: now + .seconds(seconds)) == .answered([7]))
        }
        #expect(replays.admit(key(1, verb: "panel/remove"), from: address(1), at: now) == .new)
        #expect(replays.admit(key(2), from: address(1), at: now) == .new)
        #expect(replays.admit(key(1), from: address(1), at: now + .seconds(600)) == .new)
    }

    @Test func `whoever sends it while it is carried out gets the answer when it is there`() {
        var replays = Replays()
        #expect(replays.admit(key(1), from: address(0), at: now) == .new)
        for number in 1...20 {
            #expect(replays.admit(key(1), from: address(number), at: now + .seconds(number * 100)) == .underway)
        }
        let waiting = replays.finish(key(1), with: [7], isRefusal: false)
        #expect(waiting == (5...20).map(address), "the latest")
        #expect(replays.finish(key(1), with: [7], isRefusal: false) == [])
    }

    @Test func `a request that was refused may be carried out another time`() {
        var replays = Replays()
        #expect(replays.admit(key(1), from: address(1), at: now) == .new)
        #expect(replays.admit(key(1), from: address(2), at: now) == .underway)
        #expect(replays.finish(key(1), with: [7], isRefusal: true) == [address(2)])
        #expect(replays.admit(key(1), from: address(1), at: now) == .new)
        #expect(replays.count == 1)
    }

    @Test func `a clock that is set back makes the bridge forget`() {
        var replays = Replays()
        #expect(replays.admit(key(1), from: address(1), at: now) == .new)
        _ = replays.finish(key(1), with: [7], isRefusal: false)
        #expect(replays.admit(key(1), from: address(1), at: now - .seconds(1)) == .new)
    }

    @Test func `of very many the latest are known, and those that are carried out`() {
        var replays = Replays()
        #expect(replays.admit(key(-1), from: address(0), at: now) == .new)
        for number in 0..<1000 {
            #expect(replays.admit(key(number), from: address(0), at: now) == .new)
            _ = replays.finish(key(number), with: [1], isRefusal: false)
            #expect(replays.count <= Replays.mostRequests)
        }
        #expect(replays.admit(key(-1), from: address(0), at: now) == .underway)
        #expect(replays.admit(key(999), from: address(0), at: now) == .answered([1]))
        #expect(replays.admit(key(1000 - 255), from: address(0), at: now) == .answered([1]))
        #expect(replays.admit(key(1000 - 256), from: address(0), at: now) == .new)
        var busy = Replays()
        for number in 0..<1000 { #expect(busy.admit(key(number), from: address(0), at: now) == .new) }
        #expect(busy.count == Replays.mostRequests)
        #expect(busy.finish(key(999), with: [1], isRefusal: false) == [])
    }
}
