import Glibc

/// The target that KIATSU_FUZZ names.
private let target: FuzzTarget = {
    guard let name = getenv("KIATSU_FUZZ").map({ String(cString: $0) }), let target = FuzzTarget(rawValue: name) else {
        let names = FuzzTarget.allCases.map(\.rawValue).joined(separator: ", ")
        fatalError("set KIATSU_FUZZ to one of \(names)")
    }
    return target
}()

/// What libFuzzer calls with each input.
@_cdecl("LLVMFuzzerTestOneInput")
public func testOneInput(_ bytes: UnsafePointer<UInt8>?, _ count: Int) -> Int32 {
    target.run(Array(UnsafeBufferPointer(start: bytes, count: count)))
    return 0
}

@_silgen_name("LLVMFuzzerMutate")
private func mutateBytes(_ bytes: UnsafeMutablePointer<UInt8>?, _ count: Int, _ most: Int) -> Int

/// What libFuzzer calls to make an input of another: every other time by its bytes, else by its words.
@_cdecl("LLVMFuzzerCustomMutator")
public func mutate(_ bytes: UnsafeMutablePointer<UInt8>, _ count: Int, _ most: Int, _ seed: UInt32) -> Int {
    guard target.isText, seed % 2 == 0 else { return mutateBytes(bytes, count, most) }
    var mutation = Mutation(Array(UnsafeBufferPointer(start: bytes, count: count)), seed: seed)
    let changed = mutation.changed().prefix(most)
    guard !changed.isEmpty else { return mutateBytes(bytes, count, most) }
    for (index, byte) in changed.enumerated() { bytes[index] = byte }
    return changed.count
}
