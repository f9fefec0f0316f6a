import Testing
import Widgets

@testable import Upstreams

struct SecretRedactionTests {
    private static let key = "0k+s3/Cr%t x&ü"

    /// The forms that upstreams and proxies give a key on its way back.
    @Test(arguments: [
        "0k+s3/Cr%t x&ü", "0k%2Bs3%2FCr%25t%20x%26%C3%BC", "0k%2bs3%2fCr%25t%20x%26%c3%bc",
        "0k%252Bs3%252FCr%2525t%2520x%2526%25C3%25BC", "0k%25252bs3/Cr%t x&ü", "0k s3/Cr%t+x&ü", "0k+s3%2FCr%t+x&ü",
        "0k&#43;s3/Cr%t x&amp;ü", "0k&#x2B;s3&#47;Cr%t&nbsp;x&AMP;ü", #"0k\u002bs3\/Cr%t\x20x\u0026ü"#,
        "0K+S3/CR%T X&ü",
    ])
    func `a key that is echoed in another encoding is hidden`(echo: String) {
        let secret = Secret(Self.key)
        #expect(secret.redacted(from: echo) == "•••")
        #expect(quoted("no plan for appid=\(echo), sorry", hiding: secret) == "“no plan for appid=•••, sorry”")
        #expect(secret.redacted(from: echo + echo) == "••••••")
    }

    @Test(arguments: ["", "0k", "0k+s3/Cr%t x", "%", "%2", "%25%25", "&", "&#43", "\\", "\\u00", "ünïcode 💧 100 %"])
    func `what is not the key stays as it is`(text: String) {
        #expect(Secret(Self.key).redacted(from: text) == text)
        #expect(Secret("").redacted(from: text) == text)
    }

    @Test func `a megabyte of what begins like the key takes no time`() {
        let text = String(repeating: "%25", count: 300_000)
        #expect(Secret("%%%%%%%%%%%%%%%x").redacted(from: text) == text)
    }
}
