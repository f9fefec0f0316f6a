/// What the command line asks for.
enum Arguments {
    case help
    case role(Role)
    case measure([Subject], Size)

    static let usage = """
        usage: kiatsu-bench [--small] [--only NAME]…

        Measures Kiatsu against its targets, beside a bare libmosquitto poll loop in C on the same
        broker, and prints a table. Starts its own mosquitto on a free loopback port and the kiatsu
        that lies beside it; build both with: swift build -c release --static-swift-stdlib

          --small        a few of everything, to see that it runs; the figures mean nothing
          --only NAME    this subject alone: \(Subject.allCases.map(\.rawValue).joined(separator: ", "))
          -h, --help     print this

        Exits 0 when everything was measured, also where a target is missed.
        """

    init(_ words: [String]) throws {
        var words = words[...]
        if words.first == "--role" {
            self = .role(try Role(words.dropFirst()))
            return
        }
        var subjects: [Subject] = []
        var size = Size.full
        while let word = words.popFirst() {
            switch word {
            case "--small": size = .small
            case "--only":
                guard let name = words.popFirst() else { throw UsageError(problem: "--only needs a name") }
                guard let subject = Subject(rawValue: name) else { throw UsageError(problem: "no subject \(name)") }
                subjects.append(subject)
            case "-h", "--help":
                self = .help
                return
            default: throw UsageError(problem: "unknown option \(word)")
            }
        }
        self = .measure(subjects.isEmpty ? Subject.allCases : subjects, size)
    }
}

/// A command line that makes no sense.
struct UsageError: Error {
    var problem: String
}

/// What is measured, in the order of the table.
enum Subject: String, CaseIterable {
    case encoding
    case publishing
    case command
    case memory
    case panels
    case start
    case idle
    case requests
    case pictures
}

/// How much of everything.
struct Size {
    let isSmall: Bool
    let encodedEntries: Int
    let publishedEntries: Int
    let publishingRounds: Int
    let commandsPerBlock: Int
    let commandBlocks: Int
    /// The smaller of the two numbers of panels; the other is twice as large.
    let panels: Int
    let panelPlaces: Int
    let panelRounds: Int
    let starts: Int
    let idleSeconds: Int
    let moves: Int
    let requestPanels: Int
    let drawings: Int

    static let full = Size(
        isSmall: false,
        encodedEntries: 20_000,
        publishedEntries: 10_000,
        publishingRounds: 9,
        commandsPerBlock: 50,
        commandBlocks: 10,
        panels: 1000,
        panelPlaces: 100,
        panelRounds: 3,
        starts: 10,
        idleSeconds: 60,
        moves: 20,
        requestPanels: 1000,
        drawings: 10_000
    )

    static let small = Size(
        isSmall: true,
        encodedEntries: 500,
        publishedEntries: 500,
        publishingRounds: 1,
        commandsPerBlock: 10,
        commandBlocks: 2,
        panels: 50,
        panelPlaces: 10,
        panelRounds: 1,
        starts: 2,
        idleSeconds: 5,
        moves: 3,
        requestPanels: 50,
        drawings: 40
    )
}
