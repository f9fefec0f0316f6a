import Time
import Widgets

/// JSON Web Tokens as QWeather wants them (https://dev.qweather.com/en/docs/configuration/authentication/): signed with
/// Ed25519, and with no claims but the subject and two times.
struct QWeatherTokens: Sendable {
    private let header: String
    private let project: String
    private let key: Ed25519PrivateKey
    private var current: (token: Secret, issued: UTCInstant)?

    /// The time for which a token is used; QWeather allows up to a day.
    private static let lifetime = Duration.seconds(1800)
    /// Longer than a request takes.
    private static let reserve = Duration.seconds(120)
    /// For a server whose clock is behind.
    private static let antedating = Duration.seconds(30)

    /// Returns nil when an identifier holds anything but ASCII letters, digits, `-` and `_`.
    init?(credential: String, project: String, key: Ed25519PrivateKey) {
        guard credential.isIdentifier, project.isIdentifier else { return nil }
        header = Array(#"{"alg":"EdDSA","kid":"\#(credential)"}"#.utf8).base64URL
        self.project = project
        self.key = key
    }

    /// A token that is good for two minutes at least, the same as before as long as it can be.
    ///
    /// Nil only when memory has run out.
    mutating func token(at now: UTCInstant) -> Secret? {
        if let current, current.issued <= now, now + Self.reserve < current.issued + Self.lifetime {
            return current.token
        }
        let issued = (now - Self.antedating).unixSeconds
        let expires = (now + Self.lifetime).unixSeconds
        let payload = Array(#"{"sub":"\#(project)","iat":\#(issued),"exp":\#(expires)}"#.utf8).base64URL
        let signed = header + "." + payload
        guard let signature = key.signature(of: Array(signed.utf8)) else { return nil }
        let token = Secret(signed + "." + signature.base64URL)
        current = (token, now)
        return token
    }
}

extension String {
    /// True where it needs no escaping in JSON.
    fileprivate var isIdentifier: Bool {
        !isEmpty
            && utf8.allSatisfy { byte in
                switch byte {
                case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                    UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"):
                    true
                default: false
                }
            }
    }
}
