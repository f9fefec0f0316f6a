// swift-tools-version: 6.2
import PackageDescription

let strict: [SwiftSetting] = [
    .enableUpcomingFeature("ExistentialAny"), .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"), .enableUpcomingFeature("InferIsolatedConformances"),
    .enableUpcomingFeature("NonisolatedNonsendingByDefault"), .enableUpcomingFeature("ImmutableWeakCaptures"),
    .treatAllWarnings(as: .error),
]
let strictAndSafe = strict + [.strictMemorySafety()]

/// A room of the architecture: it may import only what stands above it in the list of targets.
func room(_ name: String, _ imports: [Target.Dependency] = [], settings: [SwiftSetting] = []) -> Target {
    .target(name: name, dependencies: imports, swiftSettings: strictAndSafe + settings)
}

/// A C library that Debian packages, reached through a module map.
func library(_ name: String, pkgConfig: String, package: String) -> Target {
    .systemLibrary(name: name, pkgConfig: pkgConfig, providers: [.apt([package])])
}

func tests(
    _ name: String,
    _ imports: [Target.Dependency],
    exclude: [String] = [],
    settings: [SwiftSetting] = []
) -> Target {
    .testTarget(
        name: name + "Tests",
        dependencies: imports + ["TestSupport"],
        exclude: exclude,
        swiftSettings: strict + settings
    )
}

/// For what counts pixels: optimised in a debug build, too, with its assertions.
let optimised: [SwiftSetting] = [
    .unsafeFlags(
        ["-O", "-assert-config", "Debug"],
        .when(configuration: .debug)
    )
]

/// What makes a program harder to take over: addresses are settled before it begins and read-only from then on, and the
/// program that is installed tells nothing of its inside.
///
/// A release is linked by the toolchain's lld, which leaves out the names of what a program could export, folds identical
/// functions and packs relocations: a tenth of its size. Packed relocations need glibc 2.36.
///
/// `--disable-local-rpath` belongs to it when it is built for use: else a library beside the program comes first.
let hardened: [LinkerSetting] = [
    .unsafeFlags(["-Xlinker", "-z", "-Xlinker", "relro", "-Xlinker", "-z", "-Xlinker", "now", "-Xlinker", "-pie"]),
    .unsafeFlags(
        [
            "-use-ld=lld", "-Xlinker", "-s", "-Xlinker", "--icf=all", "-Xlinker", "--no-export-dynamic",
            "-Xlinker", "-z", "-Xlinker", "pack-relative-relocs",
        ],
        .when(configuration: .release)
    ),
]

/// The commit and its day for `kiatsu --version`, which packages name in the environment of their build.
func origin() -> [CSetting] {
    guard let commit = Context.environment["KIATSU_COMMIT"], let date = Context.environment["KIATSU_DATE"] else {
        return []
    }
    return [.define("KIATSU_BUILD", to: "\"\(commit), \(date)\"")]
}

/// The targets of the fuzzer: tests that let their seeds in, or the program that `deploy/fuzz` builds with a sanitizer
/// and libFuzzer's own `main`.
func fuzzing(_ imports: [Target.Dependency]) -> Target {
    let path = "Tests/FuzzTests"
    return Context.environment["KIATSU_FUZZ_BUILD"] == nil
        ? tests("Fuzz", imports, exclude: ["Program", "Seeds"])
        : .executableTarget(
            name: "kiatsu-fuzz",
            dependencies: imports,
            path: path,
            exclude: ["BrokerStreamTests.swift", "SeedTests.swift", "Seeds"],
            swiftSettings: strict
        )
}

let package = Package(
    name: "kiatsu",
    products: [
        .executable(name: "kiatsu", targets: ["kiatsu"]),
        .executable(name: "kiatsu-draw", targets: ["kiatsu-draw"]),
    ],
    targets: [
        library("CMosquitto", pkgConfig: "libmosquitto", package: "libmosquitto-dev"),
        library("CSQLite", pkgConfig: "sqlite3", package: "libsqlite3-dev"),
        library("CCurl", pkgConfig: "libcurl", package: "libcurl4-openssl-dev"),
        library("CYAML", pkgConfig: "yaml-0.1", package: "libyaml-dev"),
        library("CCrypto", pkgConfig: "libcrypto", package: "libssl-dev"),
        library("CSSL", pkgConfig: "libssl", package: "libssl-dev"),
        library("CPango", pkgConfig: "pangocairo", package: "libpango1.0-dev"),
        library("CFontconfig", pkgConfig: "fontconfig", package: "libfontconfig-dev"),
        library("CPNG", pkgConfig: "libpng", package: "libpng-dev"),
        library("CZlib", pkgConfig: "zlib", package: "zlib1g-dev"),
        .systemLibrary(name: "CGetopt"),
        .systemLibrary(name: "CProcess"),
        .target(name: "CBuild", cSettings: origin()),
        .target(name: "CConfinement", dependencies: ["CFontconfig"]),
        .target(name: "CDispatchMonitor"),
        .target(name: "CPlaces", exclude: ["cities.bin"]),
        .target(name: "CWords", exclude: ["words.tsv"]),
        .target(name: "CCollections"),

        room("JSONReading"),
        room("Text"),
        room("Time"),
        room("Topics"),
        room("Weather", ["Time"]),
        room("Timelines", ["Text", "Time"]),
        room("Widgets", ["JSONReading", "Text", "Time", "Weather", "Timelines", "CCollections", "CWords"]),
        room("Payloads", ["JSONReading", "Time", "Topics", "Weather", "Widgets"]),
        room("Pictures", ["JSONReading", "Payloads", "Time", "Topics", "Widgets"]),
        room(
            "Drawing",
            ["JSONReading", "Time", "Weather", "Widgets", "Pictures", "CPango", "CPNG", "CZlib"],
            settings: optimised
        ),
        room("DrawingProgram", ["CConfinement", "CProcess", "Drawing", "Pictures", "Widgets"]),
        room(
            "Upstreams",
            ["JSONReading", "Time", "Weather", "Timelines", "Widgets", "CCrypto", "CCurl", "CPlaces", "CProcess"]
        ),
        room("Storage", ["Time", "Weather", "Timelines", "CSQLite"]),
        room("Messaging", ["CMosquitto", "CProcess", "CSSL"]),
        room("Commands", ["JSONReading", "Text", "Time", "Topics", "Weather"]),
        room("HomeAssistant", ["Time", "Topics", "Weather", "Widgets"]),
        room("Configuration", ["Text", "Topics", "Weather", "Widgets", "Commands", "CYAML"]),
        room(
            "Bridge",
            [
                "JSONReading", "Text", "Time", "Topics", "Weather", "Timelines", "Widgets", "Payloads", "Upstreams",
                "Storage", "Messaging", "Commands",
                "HomeAssistant", "Configuration", "Pictures", "CProcess",
            ]
        ),
        .executableTarget(
            name: "kiatsu",
            dependencies: [
                "Bridge", "CBuild", "CDispatchMonitor", "CGetopt", "CProcess", "Configuration", "HomeAssistant",
                "JSONReading", "Messaging", "Payloads",
                "Pictures", "Text", "Time", "Topics", "Upstreams", "Widgets",
            ],
            swiftSettings: strictAndSafe,
            linkerSettings: hardened
        ),

        .executableTarget(
            name: "kiatsu-draw",
            dependencies: ["DrawingProgram", "Widgets"],
            swiftSettings: strictAndSafe,
            linkerSettings: hardened
        ),

        .target(name: "CBench", dependencies: ["CMosquitto"]),
        .executableTarget(
            name: "kiatsu-bench",
            dependencies: [
                "Bridge", "CBench", "CDispatchMonitor", "CMosquitto", "Configuration", "Messaging", "Payloads",
                "Pictures", "Time", "Topics", "Weather", "Widgets",
            ],
            swiftSettings: strictAndSafe
        ),

        .target(
            name: "TestSupport",
            dependencies: ["CSSL", "Time", "Timelines", "Widgets"],
            path: "Tests/TestSupport",
            swiftSettings: strict
        ),
        .target(
            name: "FifthWidget",
            dependencies: [
                "Drawing", "JSONReading", "Payloads", "Time", "Timelines", "Upstreams", "Weather", "Widgets",
            ],
            path: "Tests/FifthWidget",
            swiftSettings: strict
        ),
        .executableTarget(
            name: "kiatsu-draw-five",
            dependencies: ["DrawingProgram", "FifthWidget", "Widgets"],
            path: "Tests/FifthWidgetDraw",
            swiftSettings: strict
        ),
        tests(
            "FifthWidget",
            [
                "Bridge", "Configuration", "Drawing", "FifthWidget", "HomeAssistant", "Payloads", "Pictures", "Time",
                "Timelines", "Upstreams", "Weather", "Widgets",
            ]
        ),
        tests("JSONReading", ["JSONReading"]),
        tests("Text", ["Text"]),
        tests("Time", ["Time"]),
        tests("Topics", ["Topics"]),
        tests("Weather", ["Time", "Weather"]),
        tests("Timelines", ["Time", "Timelines"]),
        tests("Widgets", ["Time", "Weather", "Timelines", "Widgets"]),
        tests("Payloads", ["Time", "Weather", "Widgets", "Payloads"], exclude: ["Golden"]),
        tests("Pictures", ["Payloads", "Pictures", "Time", "Weather", "Widgets"]),
        tests(
            "Drawing",
            ["CPNG", "Drawing", "Pictures", "Time", "Weather", "Widgets"],
            exclude: ["Golden"],
            settings: optimised
        ),
        tests("Upstreams", ["CCrypto", "Time", "Weather", "Timelines", "Widgets", "Upstreams"]),
        tests("Storage", ["Time", "Weather", "Timelines", "Storage"]),
        tests("Messaging", ["Messaging"]),
        tests("Commands", ["Time", "Topics", "Weather", "Commands"]),
        tests(
            "HomeAssistant",
            ["Time", "Topics", "Weather", "Widgets", "Payloads", "Commands", "HomeAssistant", "Configuration"],
            exclude: ["Golden"]
        ),
        tests("Configuration", ["Time", "Timelines", "Weather", "Widgets", "Configuration"]),
        tests(
            "Bridge",
            [
                "Bridge", "Commands", "Configuration", "HomeAssistant", "Messaging", "Payloads", "Pictures", "Storage",
                "Text", "Time", "Timelines", "Topics", "Upstreams", "Weather", "Widgets",
            ],
            exclude: ["Golden"]
        ),
        tests(
            "Firmware",
            ["Bridge", "Commands", "Drawing", "Payloads", "Pictures", "Storage", "Time", "Weather", "Widgets"],
            exclude: ["Programs", "Stubs"]
        ),
        tests("Kiatsu", ["Messaging", "Payloads", "Storage", "Time", "Weather", "Widgets"]),
        fuzzing([
            "JSONReading",
            "Commands", "Configuration", "HomeAssistant", "Messaging", "Payloads", "Pictures", "Time", "Timelines",
            "Topics", "Upstreams", "Weather", "Widgets",
        ]),
    ],
    swiftLanguageModes: [.v6]
)
