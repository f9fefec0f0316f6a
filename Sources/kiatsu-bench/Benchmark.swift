/// Measures subject by subject and prints the table.
struct Benchmark {
    let workplace: Workplace
    let size: Size

    func run(_ subjects: [Subject]) async throws {
        let kiatsu = try KiatsuProgram.besideThisOne()
        print(try Machine.description(workplace: workplace))
        if size.isSmall { print("Small: to see that it runs; the figures mean nothing.") }
        if let warning = kiatsu.warning { print(warning) }
        var measured: [Row] = []
        for subject in subjects { measured += try await rows(of: subject, kiatsu) }
        print()
        print(Table(rows: measured))
    }

    private func rows(of subject: Subject, _ kiatsu: KiatsuProgram) async throws -> [Row] {
        Progress.say("measuring: \(subject.rawValue)")
        let stage = Stage(workplace: workplace, kiatsu: kiatsu, size: size)
        return switch subject {
        case .encoding: try EncodingRow.measure(size)
        case .publishing: try PublishingRows.measure(stage)
        case .command: try CommandRow.measure(stage)
        case .memory: try MemoryRow.measure(stage)
        case .panels: try PanelsRow.measure(stage)
        case .start: try StartRow.measure(stage)
        case .idle: try IdleRow.measure(stage)
        case .requests: try RequestsRow.measure(stage)
        case .pictures: try await PicturesRow.measure(stage)
        }
    }
}

/// The programs, servers and sizes that the measurements of one subject use.
struct Stage {
    let workplace: Workplace
    let kiatsu: KiatsuProgram
    let size: Size
}

/// The reason why something could not be measured.
struct BenchmarkError: Error, CustomStringConvertible {
    let description: String

    init(_ description: String) { self.description = description }
}
