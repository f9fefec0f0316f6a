import Glibc

/// Makes all descriptors that there are end with this process: a child that held a socket of ours, of a library that
/// does not care, would keep its connection open.
func keepDescriptorsFromChildren() {
    guard let directory = opendir("/proc/self/fd") else { return }
    defer { closedir(directory) }
    while let entry = readdir(directory) {
        let name = withUnsafeBytes(of: &entry.pointee.d_name) { bytes in
            String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
        }
        guard let descriptor = Int32(name), descriptor > STDERR_FILENO else { continue }
        _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
    }
}
