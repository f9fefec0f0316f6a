import Widgets

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// The help texts.
enum Help {
    /// The names of all commands.
    static let commands = [
        "run", "check", "plan", "doctor", "panel", "draw", "decode", "healthcheck", "homeassistant", "schema", "backup",
        "restore", "remove",
    ]

    /// Prints the help of a command and ends the program.
    static func show(_ command: String) -> Never {
        Terminal.showLine(text(for: command))
        exit(0)
    }

    static func text(for command: String?) -> String {
        switch command {
        case "run": run
        case "check": check
        case "plan": plan
        case "panel": panel
        case "decode": decode
        case "draw": draw
        case "homeassistant": homeAssistant
        case "healthcheck": healthCheck
        case "doctor": doctor
        case "backup": backup
        case "restore": restore
        case "remove": remove
        case "schema": schema
        default: overview
        }
    }

    private static let overview = """
        usage: kiatsu COMMAND [OPTION…]

        Publishes weather hour by hour over MQTT for microcontroller panels.

          run             run the bridge
          check           check a configuration
          plan            list every topic with its largest packet and its next time
          doctor          examine the broker, the upstreams and what else a bridge needs
          panel           list, add, remove and move the panels of a running bridge
          draw            draw a panel into a file or the terminal
          decode          print a frame or a payload as a person reads it
          healthcheck     tell by the exit code whether the bridge is well
          schema          print the schemas of the configuration and of all messages
          homeassistant   print weather entities and dashboard cards for Home Assistant
          backup          copy what the bridge remembers into a file, while it runs or not
          restore         replace what the bridge remembers by a backup
          remove          clear everything that Kiatsu keeps on the broker

        kiatsu COMMAND --help tells more of a command; kiatsu --version tells the version.

        As its memory holds secrets, no command leaves a core file, and only root can attach a
        debugger; KIATSU_DUMPABLE=1 in the environment allows both.
        """

    static let configuration = """
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
        usage: kiatsu check [--json] [FILE | --config FILE]

          -j, --json          print {"ok":…,"file":…,"panels":…,"errors":[…],"warnings":[…]}
        \(configuration)

        Prints every error with its file, line, key and remedy, and the line itself; what looks like a secret or
        a position is not shown. Exits 0, or 78 when there is an error.
        """

    private static let plan = """
        usage: kiatsu plan [--json] [--config FILE] [PANEL…]
               kiatsu plan --snapshot [--config FILE | WIDGET…]

        \(configuration)
          -j, --json          print {"ok":…,"panels":[…],"timelines":[…],"sources":[…],"warnings":[…]}
          -s, --snapshot      print a sample of each widget, without a network

        For every topic: the largest packet that it may ever carry, the defaults of MQTT clients that
        take it, and when it is published next. For every source: the calls a day that it is asked for, and its
        budgets, with a warning where they cannot suffice. Of more than ten panels the others are summed up, and so
        are those that are not named.
        """

    private static let healthCheck = """
        usage: kiatsu healthcheck [--alive] [--json] [--timeout SECONDS] [--config FILE]

          -a, --alive         ask only whether the bridge itself lives: it is online, has said how it is within
                              three minutes, and its parts give signs of life; not whether upstreams answer
          -j, --json          print {"ok":…,"panels":…,"uptime":…,"reasons":[…]}
          -t, --timeout SECONDS
                              how long all of it may take; 10
        \(configuration)

        Reads from the configured broker what the running bridge says of itself. Exits 0 and prints a
        line when it is well; exits 1 and prints each reason on a line of standard error when it is not,
        does not say so any more, or cannot be heard of. A monitor asks for all; whoever restarts the bridge
        asks with --alive, as a restart mends no upstream.

          HEALTHCHECK --interval=60s --timeout=15s CMD ["kiatsu", "healthcheck", "--alive"]
        """

    private static let doctor = """
        usage: kiatsu doctor [--json] [--config FILE]

          -j, --json          print [{"check":…,"result":"ok|warning|fault|unknown","detail":…,"remedy":…}]
        \(configuration)

        Examines, beside a running bridge or without one: the broker as configured (versions, limits, retained
        messages, expiry, what this user may publish and read), the upstreams, the clock, the store, pictures,
        and what panels' clients would lose. Each finding that is not ok has its remedy below it.
        No panel sees anything of it, and nothing stays on the broker. It asks each upstream for real, once for
        each kind of widget.
        Exits 0, or 1 when there is a fault; warnings are none.
        """

    private static let homeAssistant = """
        usage: kiatsu homeassistant [--config FILE] [PANEL…]

        \(configuration)

        Home Assistant finds each panel's sensors by itself. A weather entity is nothing that MQTT can
        announce: this prints it as YAML made from those sensors, with the hourly and the daily forecast,
        and a dashboard card with the pressure of the next 24 hours, for the panels of the configuration file.
        """

    private static let schema = """
        usage: kiatsu schema config
               kiatsu schema messages
               kiatsu schema asyncapi [--base-topic TOPIC]

          -b, --base-topic TOPIC
                              the first levels of all topics; kiatsu

        Prints the JSON Schema (2020-12) of the configuration, which lets an editor complete and check it; the JSON
        Schema of each JSON message; or all topics with their messages, in the words of AsyncAPI 3.1. Needs neither
        a network nor a configuration.
        """

    private static let panel = """
        usage: kiatsu panel list [--json] [--config FILE]
               kiatsu panel add ID LOCATION [OPTION…]
               kiatsu panel remove ID
               kiatsu panel move ID LOCATION|reset

        Asks the running bridge, through the configured broker. A LOCATION is 35.6465,139.6297.

          -n, --name NAME     in place of the place's own name
          -l, --language CODE ISO 639, such as ja
          -w, --widgets LIST  \(Main.catalogue.widgets.map(\.name).joined(separator: ", ")), with commas between
          -e, --encodings LIST
                              compact, full, frame, fields, with commas between
          -f, --follow TOPIC  move with the positions that come there; one topic, + and # are wildcards
          -j, --json          print the answer as JSON
        \(configuration)

        What is added is on disk and stays after a restart. Panels of the configuration file are
        changed there. Exits 0, or 1 when the bridge refuses or none answers.
        """

    private static let draw = """
        usage: kiatsu draw [PANEL] [OPTION…]

        Draws what a panel shows now, as the running bridge says, into a file or the terminal.

          -w, --widget NAME   one of the panel's widgets; its first where none is named
          -s, --size 296x128  else the panel's; 96x64 to 1600x1200
          -C, --colors COLORS bw, grey4, grey16, bwr, bwy or color; else the panel's
          -t, --theme THEME   light or dark; else the panel's
          -l, --language CODE ISO 639, such as ja; else the panel's
          -o, --output FILE   NAME.png or NAME.svg; - for PNG on standard output
          -T, --terminal      into the terminal, as without --output
          -g, --graphics WAY  how the terminal shows it: kitty, sixel, braille, blocks, or auto: the best that it has
          -W, --watch         draw again whenever the panel changes, until Ctrl-C
          -S, --sample        sample data, without a bridge; needs no configuration
        \(configuration)

        The program kiatsu-draw has to be beside this one. Exits 0, or 1 when nothing could be drawn.
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
