import Glibc

/// libFuzzer, let at the target that KIATSU_FUZZ names; the arguments are libFuzzer's own.
@main
enum Main {
    /// The target that KIATSU_FUZZ names; nil if it names none.
    fileprivate static let target = getenv("KIATSU_FUZZ").flatMap { FuzzTarget(rawValue: String(cString: $0)) }

    static func main() {
        guard target != nil else {
            fatalError("set KIATSU_FUZZ to one of " + FuzzTarget.allCases.map(\.rawValue).joined(separator: ", "))
        }
        var count = CommandLine.argc
        var arguments = CommandLine.unsafeArgv
        exit(
            runDriver(&count, &arguments) { bytes, count in
                Main.target?.run(Array(UnsafeBufferPointer(start: bytes, count: count)))
                return 0
            }
        )
    }
}

private typealias Arguments = UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>
private typealias Body = @convention(c) (UnsafePointer<UInt8>?, Int) -> Int32

// libFuzzer as a library (https://llvm.org/docs/LibFuzzer.html, "Using libFuzzer as a library"); it has no header.
@_silgen_name("LLVMFuzzerRunDriver")
private func runDriver(_ count: UnsafeMutablePointer<Int32>, _ arguments: UnsafeMutablePointer<Arguments>, _ body: Body)
    -> Int32

@_silgen_name("LLVMFuzzerMutate")
private func mutateBytes(_ bytes: UnsafeMutablePointer<UInt8>?, _ count: Int, _ most: Int) -> Int

/// The function that libFuzzer calls to make an input of another: every other time by its bytes, else by its words.
@_cdecl("LLVMFuzzerCustomMutator")
public func mutate(_ bytes: UnsafeMutablePointer<UInt8>, _ count: Int, _ most: Int, _ seed: UInt32) -> Int {
    guard Main.target?.isText == true, seed % 2 == 0 else { return mutateBytes(bytes, count, most) }
    var mutation = Mutation(Array(UnsafeBufferPointer(start: bytes, count: count)), seed: seed)
    let changed = mutation.changed().prefix(most)
    guard !changed.isEmpty else { return mutateBytes(bytes, count, most) }
    for (index, byte) in changed.enumerated() { bytes[index] = byte }
    return changed.count
}
