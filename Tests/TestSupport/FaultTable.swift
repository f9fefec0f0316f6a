import Foundation
import Synchronization

/// The thoroughness of the tests of faults: the short ones run always, the long ones when KIATSU_FAULTS is set.
package enum Thoroughness {
    /// True if `deploy/test --faults` asks for everything.
    package static let isFull = ProcessInfo.processInfo.environment["KIATSU_FAULTS"] != nil

    /// So many rounds when everything is asked for, so many in the default run.
    package static func rounds(_ full: Int, otherwise short: Int) -> Int { isFull ? full : short }
}

/// The table of faults, and of the promises that held: a row a fault, in the file that KIATSU_FAULT_TABLE names.
package enum FaultTable {
    private static let lock = Mutex(())

    /// Adds a row; to be called last in a test, when all of it has held.
    package static func held(_ fault: String, _ promise: String, times: Int = 1) {
        guard let path = ProcessInfo.processInfo.environment["KIATSU_FAULT_TABLE"] else { return }
        lock.withLock { _ in
            let earlier = (try? Data(contentsOf: URL(filePath: path))) ?? Data()
            let row = "| \(fault) | \(promise) | \(times) | held |\n"
            try? (earlier + Data(row.utf8)).write(to: URL(filePath: path))
        }
    }
}
