/// The address of a listener on this machine.
package enum Address: Sendable, Equatable, CustomStringConvertible {
    /// The path of a Unix-domain socket, which nobody else can take.
    case socket(String)
    /// A port of the loopback interface.
    case port(UInt16)

    /// `mqtt.host` of a client's configuration.
    package var host: String {
        switch self {
        case .socket(let path): path
        case .port: "127.0.0.1"
        }
    }

    /// `mqtt.port`; 0 for a socket.
    package var port: UInt16 {
        switch self {
        case .socket: 0
        case .port(let port): port
        }
    }

    /// The keys of the section `mqtt` in a configuration file: `host: "…"`, and `port: …` where there is one.
    package var keys: String {
        switch self {
        case .socket(let path): "host: \"\(path)\""
        case .port(let port): "host: 127.0.0.1, port: \(port)"
        }
    }

    /// The options of mosquitto_pub, mosquitto_sub and mosquitto_rr.
    package var options: [String] {
        switch self {
        case .socket(let path): ["--unix", path]
        case .port(let port): ["-h", "127.0.0.1", "-p", "\(port)"]
        }
    }

    /// mosquitto's line of configuration.
    var listener: String {
        switch self {
        case .socket(let path): "listener 0 \(path)"
        case .port(let port): "listener \(port) 127.0.0.1"
        }
    }

    /// As messages of the bridge have it.
    package var description: String {
        switch self {
        case .socket(let path): path
        case .port(let port): "127.0.0.1:\(port)"
        }
    }
}
