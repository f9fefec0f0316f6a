#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

@main
enum Main {
    static func main() async {
        do {
            switch try BenchmarkCommand(Array(CommandLine.arguments.dropFirst())) {
            case .help: print(BenchmarkCommand.usage)
            case .role(let role): try await role.run()
            case .measure(let rows, let size):
                let workplace = try Workplace()
                defer { workplace.clear() }
                try await Benchmark(workplace: workplace, size: size).run(rows)
            case .soak(let soak):
                let workplace = try Workplace()
                let hasHeld = try held(soak, workplace)
                workplace.clear()
                if !hasHeld { exit(1) }
            }
        } catch let error as UsageError {
            Progress.say("kiatsu-bench: \(error.problem); see kiatsu-bench --help")
            exit(64)
        } catch {
            Progress.say("kiatsu-bench: \(error)")
            exit(1)
        }
    }
}

extension Main {
    private static func held(_ soak: BenchmarkCommand.Soak, _ workplace: Workplace) throws(BenchmarkError) -> Bool {
        switch soak {
        case .month(let days, let seed):
            var month = try MonthSoak(workplace, days: days, seed: seed)
            return try month.run()
        case .hour(let minutes):
            var hour = try HourSoak(workplace, try KiatsuProgram.besideThisOne(), minutes: minutes)
            return try hour.run()
        }
    }
}

/// Progress on standard error; only the table goes to standard output.
enum Progress {
    static func say(_ text: String) {
        let line = Array((text + "\n").utf8)
        _ = unsafe write(STDERR_FILENO, line, line.count)
    }
}
