import Testing
import Time

@testable import Bridge

@Suite
struct StoreUpkeepTests {
    private static let hour = UTCInstant(unixSeconds: 1_795_395_600)
    private var upkeep = StoreUpkeep()

    private func at(_ seconds: Int) -> UTCInstant { Self.hour + .seconds(seconds) }

    @Test mutating func `a log is due a minute after the last write, once`() {
        #expect(!upkeep.isCheckpointDue(at: at(600)))
        upkeep.logged(at: at(600))
        upkeep.logged(at: at(630))
        #expect(!upkeep.isCheckpointDue(at: at(689)))
        #expect(upkeep.isCheckpointDue(at: at(690)))
        #expect(!upkeep.isCheckpointDue(at: at(900)))
    }

    @Test mutating func `where writing never pauses it is due after a quarter of an hour`() {
        for second in stride(from: 600, through: 1499, by: 10) {
            upkeep.logged(at: at(second))
            #expect(!upkeep.isCheckpointDue(at: at(second + 1)), "\(second)")
        }
        upkeep.logged(at: at(1500))
        #expect(upkeep.isCheckpointDue(at: at(1501)))
    }

    @Test(arguments: [(3480, false), (3479, true), (3600, false), (3779, false), (3780, true)])
    mutating func `about the mark of the hour it waits`(second: Int, isDue: Bool) {
        upkeep.logged(at: at(3000))
        #expect(upkeep.isCheckpointDue(at: at(second)) == isDue)
    }

    @Test mutating func `a clock that was set back does not keep it waiting`() {
        upkeep.logged(at: at(3000))
        #expect(upkeep.isCheckpointDue(at: at(1000)))
    }
}
