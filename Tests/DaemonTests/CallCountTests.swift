import Faults
import Testing
import Time

@testable import Bridge
@testable import Daemon

struct CallCountTests {
    @Test func `calls that were not made after all are not counted, on their day`() {
        let noon = Installation.noon
        let today = CivilDate(at: noon, utcOffsetSeconds: 0)
        let counts = CallCounts()
        counts.know("qweather", 7, on: today)
        counts.forget(2, of: "qweather", on: today)
        counts.forget(5, of: "qweather", on: today.addingDays(-1))
        counts.forget(1, of: "openweather", on: today)
        #expect(counts.today(at: noon, limits: [:]).mapValues(\.today) == ["qweather": 5])
        counts.forget(9, of: "qweather", on: today)
        #expect(counts.today(at: noon, limits: [:]).mapValues(\.today) == ["qweather": 0])
    }
}
