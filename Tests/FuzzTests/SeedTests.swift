import Foundation
import TestSupport
import Testing

/// The seeds of the fuzzer, and what was found with them: a promise that is broken ends the tests.
@Suite struct SeedTests {
    private static let folder = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Seeds")

    private static func seeds(of target: FuzzTarget) throws -> [[UInt8]] {
        let folder = folder.appending(path: target.rawValue)
        let own = try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
        let captured = try target.captures.flatMap { service in
            try Captures.names(in: service).map { Array(try Captures.text("\(service)/\($0)").utf8) }
        }
        return try own.map { Array(try Data(contentsOf: $0)) } + captured
    }

    @Test(arguments: FuzzTarget.allCases)
    func `a target keeps its promises with every seed, whole, cut short and with a byte changed`(
        target: FuzzTarget
    ) throws {
        let seeds = try Self.seeds(of: target)
        #expect(!seeds.isEmpty)
        var random = SeededGenerator(seed: 1)
        for seed in seeds {
            target.run(seed)
            target.run(Array(seed.prefix(Int.random(in: 0...seed.count, using: &random))))
            guard !seed.isEmpty else { continue }
            var changed = seed
            changed[Int.random(in: changed.indices, using: &random)] = UInt8.random(in: 0...255, using: &random)
            target.run(changed)
        }
        target.run([])
    }

    @Test func `every folder of seeds is a target's`() throws {
        let names = try FileManager.default.contentsOfDirectory(atPath: Self.folder.path)
        #expect(Set(names) == Set(FuzzTarget.allCases.map(\.rawValue)))
    }
}
