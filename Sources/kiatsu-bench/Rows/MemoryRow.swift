#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// The memory of the daemon with one panel, after its first real entry.
enum MemoryRow {
    private static let targetResident = 25.0
    private static let targetDirty = 5.0

    static func measure(_ stage: Stage) throws(BenchmarkError) -> [Row] {
        // Pages of a file that was just linked count as dirty until they are written back.
        sync()
        let bridge = try Bridge.withOnePanel(stage, name: "memory")
        let observer = try bridge.observer(of: "status")
        let daemon = try bridge.startAndSettle(1, observer: observer)
        let memory = try ProcessFigures.memory(of: daemon.identifier)
        let threads = try ProcessFigures.threadCount(of: daemon.identifier)
        daemon.stop()
        return [
            row("resident memory, one panel", memory.residentMiB, targetResident, "\(threads) threads"),
            row("dirty memory, one panel", memory.dirtyMiB, targetDirty, "Private_Dirty of smaps_rollup"),
        ]
    }

    private static func row(_ what: String, _ mebibytes: Double, _ target: Double, _ note: String) -> Row {
        Row(
            what: what,
            target: "≤ \(target.text(decimals: 0)) MiB",
            measured: "\(mebibytes.text(decimals: 1)) MiB (\(note))",
            isMet: mebibytes <= target
        )
    }
}
