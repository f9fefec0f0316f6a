import CProcess
import Support

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// Starting a program that is to have nothing of ours but what it needs.
enum ProgramStart {
    /// Of the environment, what fonts, languages and libraries are found by.
    private static let variables: Set<Substring> = ["HOME", "PATH", "LANG", "LANGUAGE", "TMPDIR", "SWIFT_BACKTRACE"]
    private static let variablePrefixes = ["LC_", "LD_", "XDG_", "FONTCONFIG_", "FC_", "PANGO_", "G_"]

    /// The variables that are passed on, of `NAME=value` each: neither secrets nor proxies with their passwords.
    static func passedOn(_ environment: [String]) -> [String] {
        environment.filter { variable in
            let name = variable.prefix { $0 != "=" }
            return variables.contains(name) || variablePrefixes.contains { name.hasPrefix($0) }
        }
    }

    /// This process's environment as it is, `NAME=value` each.
    static var environment: [String] {
        var result: [String] = []
        var entry = unsafe environ
        while let variable = unsafe entry.pointee {
            unsafe result.append(String(cString: variable))
            unsafe entry += 1
        }
        return result
    }

    /// Starts `path`, without arguments, in a process group of its own; the descriptors become 0, 1, 2 and so on.
    static func spawn(
        _ path: String,
        environment: [String],
        descriptors: [Int32]
    ) throws(SystemError) -> pid_t {
        var actions = unsafe posix_spawn_file_actions_t()
        unsafe posix_spawn_file_actions_init(&actions)
        defer { unsafe posix_spawn_file_actions_destroy(&actions) }
        for (number, descriptor) in descriptors.enumerated() {
            unsafe posix_spawn_file_actions_adddup2(&actions, descriptor, Int32(number))
        }
        // Libraries open sockets without close-on-exec, and a child would keep a connection of theirs open.
        unsafe process_close_from(&actions, Int32(descriptors.count))

        // The daemon's threads block signals, and it ignores some; the child begins as from a shell. A Ctrl-C in the
        // terminal is for the daemon, which then ends the child.
        var attributes = posix_spawnattr_t()
        unsafe posix_spawnattr_init(&attributes)
        defer { unsafe posix_spawnattr_destroy(&attributes) }
        var signals = sigset_t()
        unsafe sigemptyset(&signals)
        unsafe posix_spawnattr_setsigmask(&attributes, &signals)
        unsafe sigfillset(&signals)
        unsafe posix_spawnattr_setsigdefault(&attributes, &signals)
        let flags = POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETPGROUP
        unsafe posix_spawnattr_setflags(&attributes, Int16(flags))

        let words = unsafe [strdup(path)]
        let variables = unsafe environment.map { unsafe strdup($0) }
        let owned = unsafe words + variables
        defer { for index in unsafe owned.indices { unsafe free(owned[index]) } }
        var identifier = pid_t()
        let code = unsafe posix_spawn(&identifier, path, &actions, &attributes, words + [nil], variables + [nil])
        guard code == 0 else { throw SystemError(call: path, code: code) }
        return identifier
    }
}

/// Two connected sockets; those that are left here are closed with it.
struct SocketPair: ~Copyable {
    private let ours: Int32
    let theirs: Int32

    init() throws(SystemError) {
        var ends: InlineArray<2, Int32> = [-1, -1]
        var span = ends.mutableSpan
        let code = unsafe span.withUnsafeMutableBufferPointer { ends in
            unsafe socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0, ends.baseAddress)
        }
        guard code == 0 else { throw SystemError(call: "socketpair", code: errno) }
        (ours, theirs) = (ends[0], ends[1])
    }

    deinit {
        close(ours)
        close(theirs)
    }

    /// Our end, which the caller closes from now on.
    consuming func takeOurs() -> Int32 {
        let ours = ours
        close(theirs)
        discard self
        return ours
    }
}
