import Testing
import Time

@testable import Bridge

@Suite
struct StoreUpkeepTests {
    private static let hour = UTCInstant(unixSeconds: 1_795_395_600)

    private func at(_ seconds: Int) -> UTCInstant { Self.hour + .seconds(seconds) }

    @Test func `a log is due a minute after the last write, once`() {
        var upkeep = StoreUpkeep()
        var isDueNow = upkeep.isCheckpointDue(at: at(600))
        #expect(!isDueNow)
        upkeep.logged(at: at(600))
        upkeep.logged(at: at(630))
        isDueNow = upkeep.isCheckpointDue(at: at(689))
        #expect(!isDueNow)
        isDueNow = upkeep.isCheckpointDue(at: at(690))
        #expect(isDueNow)
        isDueNow = upkeep.isCheckpointDue(at: at(900))
        #expect(!isDueNow)
    }

    @Test func `where writing never pauses it is due after a quarter of an hour`() {
        var upkeep = StoreUpkeep()
        for second in stride(from: 600, through: 1499, by: 10) {
            upkeep.logged(at: at(second))
            let isDueNow = upkeep.isCheckpointDue(at: at(second + 1))
            #expect(!isDueNow, "\(second)")
        }
        upkeep.logged(at: at(1500))
        let isDueNow = upkeep.isCheckpointDue(at: at(1501))
        #expect(isDueNow)
    }

    @Test(arguments: [(3480, false), (3479, true), (3600, false), (3779, false), (3780, true)])
    func `about the mark of the hour it waits`(second: Int, isDue: Bool) {
        var upkeep = StoreUpkeep()
        upkeep.logged(at: at(3000))
        let isDueNow = upkeep.isCheckpointDue(at: at(second))
        #expect(isDueNow == isDue)
    }

    @Test func `a clock that was set back does not keep it waiting`() {
        var upkeep = StoreUpkeep()
        upkeep.logged(at: at(3000))
        let isDueNow = upkeep.isCheckpointDue(at: at(1000))
        #expect(isDueNow)
    }
}
