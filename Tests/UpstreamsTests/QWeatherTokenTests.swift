import CCrypto
import Foundation
import TestSupport
import Testing
import Time
import Timelines
import Widgets

@testable import Upstreams

/// Keys as PEM, from the 32 bytes that they are made of (RFC 8410).
enum TestKey {
    /// RFC 8032, section 7.1, test 1.
    static let seed = "9d61b19deffd5a60ba844af492ec2cc44449c5697b326919703bac031cae7f60"
    static let publicKey = "d75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a"

    static func pem(seed: String) -> String {
        pem("PRIVATE KEY", bytes("302e020100300506032b657004220420" + seed))
    }

    static func pem(publicKey: String) -> String { pem("PUBLIC KEY", bytes("302a300506032b6570032100" + publicKey)) }

    private static func pem(_ kind: String, _ bytes: [UInt8]) -> String {
        "-----BEGIN \(kind)-----\n\(Data(bytes).base64EncodedString())\n-----END \(kind)-----\n"
    }

    static func bytes(_ hexadecimal: String) -> [UInt8] {
        let digits = hexadecimal.compactMap(\.hexDigitValue)
        return stride(from: 0, to: digits.count, by: 2).map { UInt8(digits[$0] * 16 + digits[$0 + 1]) }
    }

    static func decoded(_ base64URL: Substring) throws -> [UInt8] {
        #expect(!base64URL.contains("=") && !base64URL.contains("+") && !base64URL.contains("/"))
        let padding = String(repeating: "=", count: (4 - base64URL.count % 4) % 4)
        let text = String(base64URL).replacing("-", with: "+").replacing("_", with: "/") + padding
        return Array(try #require(Data(base64Encoded: text)))
    }
}

@Suite(.timeLimit(.minutes(4)))
struct QWeatherTokenTests {
    private func tokens(credential: String = "ABCDE12345") throws -> QWeatherTokens {
        let key = try #require(Ed25519PrivateKey(pem: TestKey.pem(seed: TestKey.seed)))
        return try #require(QWeatherTokens(credential: credential, project: "ABC2345DEF", key: key))
    }

    /// RFC 8032, section 7.1, tests 1 and 2.
    @Test(arguments: [
        (
            TestKey.seed, "",
            "e5564300c360ac729086e2cc806e828a84877f1eb8e5d974d873e065224901555fb8821590a33bacc61e39701cf9b46b"
                + "d25bf5f0595bbe24655141438e7a100b"
        ),
        (
            "4ccd089b28ff96da9db6c346ec114e0f5b8a319f35aba624da8cf6ed4fb8a6fb", "72",
            "92a009a9f0d4cab8720e820b5f642540a2b27b5416503f8fb3762223ebdb69da085ac1e43e15996e458f3613d0f11d8c"
                + "387b2eaeb4302aeeb00d291612bb0c00"
        ),
    ])
    func `a signature is that of RFC 8032`(seed: String, message: String, signature: String) throws {
        let key = try #require(Ed25519PrivateKey(pem: TestKey.pem(seed: seed)))
        #expect(key.signature(of: TestKey.bytes(message)) == TestKey.bytes(signature))
    }

    @Test func `OpenSSL verifies a token with the public key, and no other text with it`() throws {
        var tokens = try tokens()
        let token = tokens.token(at: testNow)
        let parts = try #require(token).reveal().split(separator: ".")
        #expect(parts.count == 3)
        let signature = try TestKey.decoded(parts[2])
        let signed = Array("\(parts[0]).\(parts[1])".utf8)
        func verifies(_ message: [UInt8]) throws -> Bool {
            let raw = TestKey.bytes(TestKey.publicKey)
            let key = try #require(EVP_PKEY_new_raw_public_key(EVP_PKEY_ED25519, nil, raw, raw.count))
            defer { EVP_PKEY_free(key) }
            let context = try #require(EVP_MD_CTX_new())
            defer { EVP_MD_CTX_free(context) }
            try #require(EVP_DigestVerifyInit(context, nil, nil, nil, key) == 1)
            return EVP_DigestVerify(context, signature, signature.count, message, message.count) == 1
        }
        #expect(try verifies(signed))
        #expect(try !verifies(signed + [0]))
    }

    @Test(.enabled(if: FileManager.default.isExecutableFile(atPath: "/usr/bin/openssl")))
    func `the openssl command makes the keys and verifies what they sign`() async throws {
        let directory = try ScratchDirectory()
        func openssl(_ arguments: String...) async throws -> Program.Ending {
            try await Program("/usr/bin/openssl", arguments).ending()
        }
        let (privateKey, publicKey) = (directory.path + "/private.pem", directory.path + "/public.pem")
        #expect(try await openssl("genpkey", "-algorithm", "ED25519", "-out", privateKey) == .exit(0))
        #expect(try await openssl("pkey", "-pubout", "-in", privateKey, "-out", publicKey) == .exit(0))
        let key = try #require(Ed25519PrivateKey(pem: String(contentsOfFile: privateKey, encoding: .utf8)))
        let message = try directory.write("a message", to: "message")
        let signature = directory.path + "/signature"
        try Data(#require(key.signature(of: Array("a message".utf8)))).write(to: URL(filePath: signature))
        let ending = try await openssl(
            "pkeyutl",
            "-verify",
            "-pubin",
            "-inkey",
            publicKey,
            "-rawin",
            "-in",
            message,
            "-sigfile",
            signature
        )
        #expect(ending == .exit(0))
    }

    @Test func `a token has the documented header and claims, and no others`() throws {
        var tokens = try tokens()
        let token = tokens.token(at: testNow)
        let parts = try #require(token).reveal().split(separator: ".")
        let header = String(decoding: try TestKey.decoded(parts[0]), as: UTF8.self)
        let payload = String(decoding: try TestKey.decoded(parts[1]), as: UTF8.self)
        #expect(header == #"{"alg":"EdDSA","kid":"ABCDE12345"}"#)
        #expect(payload == #"{"sub":"ABC2345DEF","iat":1644045570,"exp":1644047400}"#)
    }

    @Test(arguments: [(0, true), (60, true), (1679, true), (1680, false), (1_000_000, false), (-1, false)])
    func `a token is used until two minutes before its end, and not before it was made`(
        seconds: Int,
        isSame: Bool
    ) throws {
        var tokens = try tokens()
        let first = tokens.token(at: testNow)
        let second = tokens.token(at: testNow + .seconds(seconds))
        #expect(first != nil && second != nil)
        #expect((first == second) == isSame)
    }

    @Test(arguments: [
        ([], ""), ([0], "AA"), ([0xFB], "-w"), ([0xFB, 0xFF], "-_8"), ([0xFF, 0xFF, 0xFF], "____"),
        (Array("foobar".utf8), "Zm9vYmFy"), (Array("foob".utf8), "Zm9vYg"),
    ])
    func `base 64 for URLs has no padding`(bytes: [UInt8], text: String) {
        #expect(bytes.base64URL == text)
    }

    @Test(arguments: [
        "", "nonsense", "-----BEGIN PRIVATE KEY-----\n-----END PRIVATE KEY-----\n", TestKey.pem(seed: "00"),
        TestKey.pem(publicKey: TestKey.publicKey),
        // X25519: of the same shape, but it cannot sign.
        """
        -----BEGIN PRIVATE KEY-----
        MC4CAQAwBQYDK2VuBCIEIHcHbQpzGKV9PBbBclGyZkXfTC+H68CZKrF3+6UduSwq
        -----END PRIVATE KEY-----
        """,
        // P-256 in its own form.
        """
        -----BEGIN EC PRIVATE KEY-----
        MDECAQEEIAEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBoAoGCCqGSM49AwEH
        -----END EC PRIVATE KEY-----
        """,
    ])
    func `what is no Ed25519 key in PEM is refused`(pem: String) {
        #expect(Ed25519PrivateKey(pem: pem) == nil)
    }

    @Test(.enabled(if: FileManager.default.isExecutableFile(atPath: "/usr/bin/openssl")))
    func `an encrypted key is refused without asking anybody for its password`() async throws {
        let directory = try ScratchDirectory()
        let path = directory.path + "/key.pem"
        let ending = try await Program(
            "/usr/bin/openssl",
            ["genpkey", "-algorithm", "ED25519", "-aes-128-cbc", "-pass", "pass:x", "-out", path]
        ).ending()
        #expect(ending == .exit(0))
        let pem = try String(contentsOfFile: path, encoding: .utf8)
        #expect(pem.contains("ENCRYPTED"))
        #expect(Ed25519PrivateKey(pem: pem) == nil)
    }

    @Test func `text around a key, as Windows ends lines too, is put up with`() throws {
        let pem = "My key\r\n" + TestKey.pem(seed: TestKey.seed).replacing("\n", with: "\r\n") + "\r\n"
        #expect(Ed25519PrivateKey(pem: pem) != nil)
    }

    @Test func `a token goes into the one header for it, and is made anew when it is about to end`() async throws {
        let server = try HTTPServer(QWeatherAnswers.all)
        let clock = TestClock(now: testNow)
        var settings = QWeatherAnswers.settings(server.baseURL)
        settings.secrets = ["private_key": Secret(TestKey.pem(seed: TestKey.seed))]
        settings.values["credential_id"] = "ABCDE12345"
        settings.values["project_id"] = "ABC2345DEF"
        let environment = UpstreamEnvironment(client: HTTPClient(version: "0", contact: nil), clock: clock)
        let source = QWeather(settings: settings, environment: environment)
        _ = try await source.report()
        _ = try await source.report()
        let headers = server.requests.map { $0.headers["authorization"] ?? "" }
        #expect(headers.count == 6)
        #expect(Set(headers).count == 1)
        #expect(headers[0].hasPrefix("Bearer ey"))
        #expect(server.requests.allSatisfy { $0.headers["x-qw-api-key"] == nil })
        clock.set(to: testNow.addingHours(1))
        _ = try await source.report()
        #expect(Set(server.requests.map { $0.headers["authorization"] ?? "" }).count == 2)
        var text = "\(source) \(String(reflecting: source)) "
        dump(source, to: &text)
        let seed = Data(TestKey.bytes(TestKey.seed)).base64EncodedString()
        for secret in [String(headers[0].dropFirst(7)), seed] { #expect(!text.contains(secret)) }
    }

    @Test func `a key shows nothing of itself`() throws {
        let key = try #require(Ed25519PrivateKey(pem: TestKey.pem(seed: TestKey.seed)))
        var text = ""
        dump(key, to: &text)
        #expect("\(key)" == "•••" && String(reflecting: key) == "•••")
        #expect(text == "▿ •••\n" || text == "- •••\n")
    }
}
