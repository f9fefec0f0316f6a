import Support
import Testing
import Time

@testable import Commands

@Suite struct CommandLineLogTests {
    @Test func `thirty lines a minute are told, and the others are for debugging`() {
        let noon = UTCInstant(unixSeconds: 1_774_699_200)
        var lines = CommandLines()
        let levels = (0..<31).map { _ in lines.level(at: noon) }
        #expect(levels.count { $0 == .info } == 30 && levels.last == .debug)
        #expect(lines.takeUntold() == 1 && lines.takeUntold() == nil)
        #expect(lines.level(at: noon + .seconds(60)) == .info)
    }
}
