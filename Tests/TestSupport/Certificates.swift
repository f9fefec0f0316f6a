import Foundation

/// An authority of a test's own and what it signs, made by the openssl command; the files are gone with it.
package final class Certificates: Sendable {
    package struct Failure: Error, CustomStringConvertible {
        package var description: String
    }

    /// A certificate and its key, two PEM files.
    package struct Pair: Sendable {
        package let certificateFile: String
        package let keyFile: String

        /// Writes this one into the files of another.
        package func replace(_ other: Pair) throws {
            for (file, place) in [(certificateFile, other.certificateFile), (keyFile, other.keyFile)] {
                try Data(contentsOf: URL(filePath: file)).write(to: URL(filePath: place))
            }
        }
    }

    private let directory: ScratchDirectory

    package init() throws {
        directory = try ScratchDirectory()
        try run(
            ["req", "-x509", "-nodes", "-days", "2", "-subj", "/CN=authority of a test", "-out", authorityFile]
                + Self.newKey(path("authority.key"))
        )
    }

    /// The certificate of the authority.
    package var authorityFile: String { path("authority.pem") }

    /// Signs a certificate; one of the same file name is overwritten, as a renewal does it.
    ///
    /// `alternativeNames` are written as in `DNS:localhost,IP:127.0.0.1`.
    @discardableResult
    package func issue(
        _ name: String,
        for alternativeNames: String = "DNS:localhost,IP:127.0.0.1",
        hasExpired: Bool = false
    ) throws -> Pair {
        let pair = Pair(certificateFile: path(name + ".pem"), keyFile: path(name + ".key"))
        let request = path(name + ".csr")
        let extensions = ["-addext", "subjectAltName=" + alternativeNames]
        try run(["req", "-nodes", "-subj", "/CN=" + name, "-out", request] + extensions + Self.newKey(pair.keyFile))
        try run([
            "x509", "-req", "-in", request, "-CA", authorityFile, "-CAkey", path("authority.key"), "-CAcreateserial",
            "-days", hasExpired ? "-1" : "2", "-copy_extensions", "copy", "-out", pair.certificateFile,
        ])
        return pair
    }

    /// Makes a certificate that vouches for itself.
    package func issueSelfSigned(_ name: String, for alternativeNames: String) throws -> Pair {
        let pair = Pair(certificateFile: path(name + ".pem"), keyFile: path(name + ".key"))
        let extensions = ["-addext", "subjectAltName=" + alternativeNames]
        try run(
            ["req", "-x509", "-nodes", "-days", "2", "-subj", "/CN=" + name, "-out", pair.certificateFile] + extensions
                + Self.newKey(pair.keyFile)
        )
        return pair
    }

    /// Encrypts the key of `pair` into a file of its own and returns that.
    package func encryptedKey(of pair: Pair, password: String) throws -> String {
        let file = pair.keyFile + ".encrypted"
        try run(["pkcs8", "-topk8", "-in", pair.keyFile, "-passout", "pass:" + password, "-out", file])
        return file
    }

    private static func newKey(_ file: String) -> [String] {
        ["-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-keyout", file]
    }

    private func path(_ name: String) -> String { directory.path + "/" + name }

    private func run(_ arguments: [String]) throws {
        let results = arguments.indices.dropLast().filter { arguments[$0] == "-out" }.map { arguments[$0 + 1] }
        for file in results { try? FileManager.default.removeItem(atPath: file) }
        try ChildProcess("openssl", arguments).waitForEnd()
        for file in results where !FileManager.default.fileExists(atPath: file) {
            throw Failure(description: "openssl \(arguments.joined(separator: " ")) made nothing")
        }
    }
}

extension Broker {
    /// Lines for a listener that speaks TLS with this certificate; what follows them is said of it, too.
    package static func tlsListener(_ port: UInt16, _ pair: Certificates.Pair, authority: String) -> [String] {
        [
            "listener \(port) 127.0.0.1", "cafile \(authority)", "certfile \(pair.certificateFile)",
            "keyfile \(pair.keyFile)",
        ]
    }
}
