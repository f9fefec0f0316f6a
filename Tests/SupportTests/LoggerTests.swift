import Support
import TestSupport
import Testing

struct LoggerTests {
    @Test func `a line for the journal begins with its priority, and less severe ones are left out`() {
        let lines = Recorder<String>()
        let log = Logger(level: .warning, forJournal: true) { lines.append($0) }
        log.error("a")
        log.info("b")
        log.setLevel(.debug)
        log.info("c")
        log.debug("d")
        #expect(lines.elements == ["<3>a", "<6>c", "<7>d"])
    }

    @Test func `what would steer a terminal is escaped`() {
        let lines = Recorder<String>()
        Logger(level: .info, forJournal: true) { lines.append($0) }.warning("a\u{1B}[2Jb")
        #expect(lines.elements.count == 1)
        #expect(lines.elements.allSatisfy { !$0.contains("\u{1B}") })
    }
}
