import CProcess

/// The process's dynamic memory.
package enum Heap {
    /// Has all threads share one heap, and keeps what is large out of it; to be called before there are any.
    ///
    /// By default glibc gives up to eight heaps a core to threads, and what is free in one is of no use to another:
    /// with 1,000 panels and a configuration read again each hour the process grows to twice its size. What takes 128
    /// KiB or more has pages of its own and gives them back at once; by default that limit grows with the first answer
    /// of an upstream, and such answers then leave holes between what stays.
    package static func share() { process_share_heap() }

    /// Gives the system back the pages that nothing is left on, wherever in the heap they lie.
    ///
    /// By itself glibc gives back the heap's end alone, and keeps the rest for later. Takes a millisecond or less, in
    /// which who wants memory waits.
    static func trim() { process_trim_heap() }
}
