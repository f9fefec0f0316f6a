/// The command line of the benchmark.
enum BenchmarkCommand {
    case help
    case role(Role)
    case measure([Subject], Size)
    case soak(Soak)

    /// The kind and length of a soak test.
    enum Soak {
        case month(days: Int, seed: UInt64)
        case hour(minutes: Int)
    }

    static let usage = """
        usage: kiatsu-bench [--small] [--only NAME]…
               kiatsu-bench --soak month|hour [--for N] [--seed N]

        Measures Kiatsu against its targets, beside a bare libmosquitto poll loop in C on the same
        broker, and prints a table. Starts its own mosquitto on a free loopback port and the kiatsu
        that lies beside it; build both with: swift build -c release --static-swift-stdlib

          --small        a few of everything, to see that it runs; the figures mean nothing
          --only NAME    this subject alone: \(Subject.allCases.map(\.rawValue).joined(separator: ", "))
          --soak month   a month of 1,000 panels on a clock that is set from hour to hour, with
                         something broken every few hours; --for: days, 30; --seed: of what is broken
          --soak hour    the real program for a real hour, with something broken every minute;
                         --for: minutes, 60
          -h, --help     print this

        Exits 0 when everything was measured, also where a target is missed; after a soak 1 where an
        hour was missed or memory, descriptors or threads grew.
        """

    init(_ words: [String]) throws {
        var words = words[...]
        if words.first == "--role" {
            self = .role(try Role(words.dropFirst()))
            return
        }
        if words.first == "--soak" {
            self = .soak(try Soak(words.dropFirst()))
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

extension BenchmarkCommand.Soak {
    fileprivate init(_ words: ArraySlice<String>) throws(UsageError) {
        var numbers: [String: Int] = [:]
        var rest = words.dropFirst()
        while let option = rest.popFirst() {
            guard ["--for", "--seed"].contains(option), let number = rest.popFirst().flatMap({ Int($0) }), number > 0
            else { throw UsageError(problem: "\(option) is no option of a soak, or lacks its number") }
            numbers[option] = number
        }
        switch words.first {
        case "month": self = .month(days: numbers["--for"] ?? 30, seed: UInt64(numbers["--seed"] ?? 1))
        case "hour": self = .hour(minutes: numbers["--for"] ?? 60)
        default: throw UsageError(problem: "--soak needs month or hour")
        }
    }
}

/// An invalid command line.
struct UsageError: Error {
    var problem: String
}

/// The subjects of measurement, in the order of the table.
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

/// The number of panels, rounds and messages.
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
