#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// What `--help` prints.
enum Help {
    /// Prints the help of a command and ends the program.
    static func show(_ command: String) -> Never {
        print(text(for: command))
        exit(0)
    }

    static func text(for command: String?) -> String {
        switch command {
        case "run": run
        case "check": check
        case "plan": plan
        case "decode": decode
        default: overview
        }
    }

    private static let overview = """
        usage: kiatsu COMMAND [OPTION…]

        Publishes weather hour by hour over MQTT for microcontroller panels.

          run      run the bridge
          check    check a configuration
          plan     list every topic with its largest packet and its next time
          decode   print a frame or a payload as a person reads it

        kiatsu COMMAND --help tells more of a command; kiatsu --version tells the version.
        """

    private static let configuration = """
          -c, --config FILE   the configuration; else $KIATSU_CONFIG, else /etc/kiatsu/kiatsu.yaml
        """

    private static let run = """
        usage: kiatsu run [--config FILE]

        \(configuration)

        SIGHUP reads the configuration again, SIGTERM and SIGINT end the bridge.
        Secrets come from files or the environment: KIATSU_MQTT_PASSWORD,
        KIATSU_OPENWEATHER_API_KEY, KIATSU_QWEATHER_PRIVATE_KEY, …
        """

    private static let check = """
        usage: kiatsu check [--config FILE]

        \(configuration)

        Prints every error with its file, line, key and remedy. Exits 0, or 78 when there is one.
        """

    private static let plan = """
        usage: kiatsu plan [--config FILE]
               kiatsu plan --snapshot [--config FILE | WIDGET…]

        \(configuration)
          -s, --snapshot      print a sample of each widget, without a network

        For every topic: the largest packet that it may ever carry, the smallest default of
        MQTT clients that takes it, and when it is published next.
        """

    private static let decode = """
        usage: kiatsu decode [FILE | -]
               kiatsu decode --live [--config FILE] [TOPIC…]

        Prints a frame, a JSON payload or any other value as a person reads it; a file,
        standard input, or live from the configured broker until Ctrl-C.

          -l, --live          subscribe to the topics given, else to all of Kiatsu's
        \(configuration)
        """
}
