// swift-tools-version: 6.2
import PackageDescription

#if canImport(Glibc)
import Glibc
#endif

let strict: [SwiftSetting] = [
    .enableUpcomingFeature("ExistentialAny"), .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"), .enableUpcomingFeature("InferIsolatedConformances"),
    .enableUpcomingFeature("NonisolatedNonsendingByDefault"), .enableUpcomingFeature("ImmutableWeakCaptures"),
    .treatAllWarnings(as: .error),
]

/// Programs do without regular expressions, a tenth of their size, which a search for a text in another brings with it.
let withoutRegularExpressions = SwiftSetting.unsafeFlags(
    ["-Xfrontend", "-disable-implicit-string-processing-module-import"]
)
let strictAndSafe = strict + [.strictMemorySafety(), withoutRegularExpressions]

/// A module of the architecture, which may import only modules that stand above it in the list of targets.
func module(_ name: String, _ imports: [Target.Dependency] = [], settings: [SwiftSetting] = []) -> Target {
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

/// For what is done once, or once an hour: a release of it is made small instead of fast.
let small: [SwiftSetting] = [.unsafeFlags(["-Osize"], .when(configuration: .release))]

/// For what counts pixels: optimised in a debug build, too, with its assertions.
let optimised: [SwiftSetting] = [
    .unsafeFlags(
        ["-O", "-assert-config", "Debug"],
        .when(configuration: .debug)
    )
]

/// True if the host's C library loads packed relocations, as glibc does from 2.36 on; a program runs on the system that
/// builds it, or on a newer one.
var hasPackedRelocations: Bool {
    #if canImport(Glibc)
    var name = [CChar](repeating: 0, count: 32)
    guard confstr(Int32(_CS_GNU_LIBC_VERSION), &name, name.count) > 0 else { return false }
    let digits = name.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }.drop { $0 != UInt8(ascii: " ") }
    let version = String(decoding: digits.dropFirst(), as: UTF8.self).split(separator: ".").compactMap { Int($0) }
    return version.count > 1 && (version[0], version[1]) >= (2, 36)
    #else
    return false
    #endif
}

/// What makes a program harder to take over: addresses are settled before it begins and read-only from then on, and the
/// program that is installed tells nothing of its inside.
///
/// A release is linked by the toolchain's lld, which leaves out the exported names, folds identical
/// functions and packs relocations: a tenth of its size.
///
/// `--disable-local-rpath` belongs to it when it is built for use: else a library beside the program comes first.
let hardened: [LinkerSetting] = [
    .unsafeFlags(["-Xlinker", "-z", "-Xlinker", "relro", "-Xlinker", "-z", "-Xlinker", "now", "-Xlinker", "-pie"]),
    .unsafeFlags(
        [
            "-use-ld=lld", "-Xlinker", "-s", "-Xlinker", "--icf=all", "-Xlinker", "--no-export-dynamic",
        ] + (hasPackedRelocations ? ["-Xlinker", "-z", "-Xlinker", "pack-relative-relocs"] : []),
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

        module("Text"),
        module("JSON", ["Text"]),
        module("Time"),
        module("Topics", ["Text"]),
        module("Support", ["Text", "Time", "CProcess"]),
        module("Weather", ["Time"]),
        module("Timelines", ["Text", "Time"]),
        module("Widgets", ["JSON", "Text", "Time", "Weather", "Timelines", "CCollections", "CWords"]),
        module("Payloads", ["JSON", "Time", "Topics", "Weather", "Widgets"]),
        module("Pictures", ["JSON", "Payloads", "Time", "Topics", "Widgets"]),
        module("PictureProgram", ["Support", "Pictures", "CProcess"]),
        module(
            "Drawing",
            ["JSON", "Text", "Time", "Weather", "Widgets", "Pictures", "CPango", "CPNG", "CZlib"],
            settings: optimised
        ),
        module("DrawingProgram", ["CConfinement", "CProcess", "Drawing", "Pictures", "Widgets"]),
        module(
            "Upstreams",
            ["JSON", "Text", "Time", "Support", "Weather", "Timelines", "Widgets", "CCrypto", "CCurl", "CPlaces"]
        ),
        module("Storage", ["Text", "Time", "Weather", "CSQLite"]),
        module("Messaging", ["Support", "CMosquitto", "CSSL"]),
        module("Commands", ["JSON", "Text", "Time", "Topics", "Support", "Weather"]),
        module("HomeAssistant", ["JSON", "Time", "Topics", "Weather", "Widgets"], settings: small),
        module(
            "Configuration",
            ["JSON", "Text", "Topics", "Support", "Weather", "Widgets", "CYAML"],
            settings: small
        ),
        module("Faults", ["JSON", "Time", "Support"], settings: small),
        module(
            "BridgeClient",
            [
                "JSON", "Time", "Topics", "Support", "Weather", "Widgets", "Messaging", "Commands",
                "Configuration", "Faults",
            ],
            settings: small
        ),
        module("Inbox", ["Topics", "Messaging", "Commands"], settings: small),
        module(
            "Places",
            ["Text", "Time", "Weather", "Timelines", "Widgets", "Upstreams", "Storage", "Configuration"],
            settings: small
        ),
        module(
            "PicturePublishing",
            ["Time", "Topics", "Support", "Widgets", "Pictures", "Messaging"],
            settings: small
        ),
        module(
            "Schemas",
            [
                "Commands", "Configuration", "JSON", "Payloads", "Pictures", "Text", "Timelines", "Topics", "Weather",
                "Widgets",
            ],
            settings: small
        ),
        module(
            "Bridge",
            [
                "JSON", "Time", "Topics", "Support", "Weather", "Timelines", "Widgets", "Payloads", "Pictures",
                "Upstreams", "Storage", "Messaging", "Commands", "HomeAssistant", "Configuration",
                "Faults", "BridgeClient", "Inbox", "Places", "PicturePublishing",
            ]
        ),
        module(
            "Daemon",
            [
                "Time", "Topics", "Support", "Timelines", "Widgets", "Pictures", "Upstreams", "Storage", "Messaging",
                "Configuration", "Faults", "BridgeClient", "Inbox", "Places", "Bridge", "CProcess",
            ],
            settings: small
        ),
        module(
            "Doctor",
            [
                "Text", "Time", "Topics", "Support", "Weather", "Timelines", "Widgets", "Pictures", "Upstreams",
                "Storage", "Messaging", "Commands", "HomeAssistant", "Configuration", "Faults", "BridgeClient",
                "Places", "Bridge", "Daemon",
            ],
            settings: small
        ),
        .executableTarget(
            name: "kiatsu",
            dependencies: [
                "Bridge", "BridgeClient", "CBuild", "CDispatchMonitor", "CGetopt", "CProcess", "Commands",
                "Configuration", "Daemon", "Doctor", "Faults", "HomeAssistant", "JSON", "Messaging", "Payloads",
                "PictureProgram", "Pictures", "Schemas", "Storage", "Support", "Text", "Time", "Topics", "Upstreams",
                "Widgets",
            ],
            swiftSettings: strictAndSafe + small,
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
                "CBench", "CDispatchMonitor", "CMosquitto", "Configuration", "Daemon",
                "Messaging", "Payloads", "PictureProgram", "Pictures", "Support", "Time", "Topics", "Upstreams",
                "Weather", "Widgets",
            ],
            swiftSettings: strictAndSafe
        ),

        .target(
            name: "TestSupport",
            dependencies: [
                "CSSL", "PictureProgram", "Pictures", "Support", "Time", "Timelines", "Weather", "Widgets",
            ],
            path: "Tests/TestSupport",
            swiftSettings: strict
        ),
        .target(
            name: "FifthWidget",
            dependencies: [
                "Drawing", "JSON", "Payloads", "Time", "Timelines", "Upstreams", "Weather", "Widgets",
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
                "Bridge", "Configuration", "Daemon", "Doctor", "Drawing", "FifthWidget", "HomeAssistant", "Payloads",
                "PictureProgram", "Pictures", "Support", "Time", "Timelines", "Upstreams", "Weather", "Widgets",
            ]
        ),
        tests("JSON", ["JSON"]),
        tests("Text", ["Text"]),
        tests("Time", ["Time"]),
        tests("Topics", ["Topics"]),
        tests("Support", ["Support", "Time"]),
        tests("Weather", ["Time", "Weather"]),
        tests("Timelines", ["Time", "Timelines"]),
        tests("Widgets", ["Time", "Weather", "Timelines", "Widgets"]),
        tests("Payloads", ["JSON", "Time", "Weather", "Widgets", "Payloads"], exclude: ["Golden"]),
        tests("Pictures", ["Payloads", "Pictures", "Time", "Weather", "Widgets"]),
        tests("PictureProgram", ["PictureProgram", "Pictures", "Support"]),
        tests(
            "Drawing",
            ["CPNG", "Drawing", "Pictures", "Time", "Weather", "Widgets"],
            exclude: ["Golden"],
            settings: optimised
        ),
        tests("Upstreams", ["CCrypto", "Time", "Weather", "Timelines", "Widgets", "Upstreams"]),
        tests("Storage", ["Time", "Weather", "Timelines", "Storage"]),
        tests("Messaging", ["Messaging", "Support"]),
        tests("Commands", ["Support", "Time", "Topics", "Weather", "Commands"]),
        tests("Inbox", ["Inbox", "Messaging", "Topics"]),
        tests(
            "PicturePublishing",
            ["Messaging", "PicturePublishing", "Pictures", "Time", "Timelines", "Topics", "Weather", "Widgets"]
        ),
        tests(
            "HomeAssistant",
            ["JSON", "Time", "Topics", "Weather", "Widgets", "Payloads", "Commands", "HomeAssistant", "Configuration"],
            exclude: ["Golden"]
        ),
        tests("Configuration", ["JSON", "Support", "Time", "Timelines", "Weather", "Widgets", "Configuration"]),
        tests(
            "Schemas",
            [
                "Bridge", "Commands", "Configuration", "JSON", "Payloads", "Schemas", "Time", "Topics", "Upstreams",
                "Weather", "Widgets",
            ]
        ),
        tests("Faults", ["Faults", "Support", "Time"]),
        tests(
            "Bridge",
            [
                "Bridge", "Commands", "Configuration", "Daemon", "Faults", "HomeAssistant", "Inbox", "Messaging",
                "Payloads", "PicturePublishing", "Pictures", "Places", "Storage", "Support", "Time", "Timelines",
                "Topics", "Upstreams", "Weather", "Widgets",
            ],
            exclude: ["Golden"]
        ),
        tests(
            "Daemon",
            [
                "Bridge", "BridgeClient", "Commands", "Configuration", "Daemon", "Faults", "HomeAssistant", "Messaging",
                "Payloads", "PictureProgram", "Pictures", "Places", "Storage", "Support", "Text", "Time", "Timelines",
                "Topics", "Upstreams", "Weather", "Widgets",
            ]
        ),
        tests(
            "Doctor",
            [
                "Configuration", "Doctor", "Faults", "Messaging", "Payloads", "Pictures", "Storage", "Time", "Topics",
                "Upstreams", "Widgets",
            ]
        ),
        tests(
            "Firmware",
            [
                "Bridge", "Commands", "Drawing", "Payloads", "Pictures", "Storage", "Support", "Time", "Weather",
                "Widgets",
            ],
            exclude: ["Programs", "Stubs"]
        ),
        tests("Kiatsu", ["Messaging", "Payloads", "Storage", "Time", "Weather", "Widgets"]),
        fuzzing([
            "JSON",
            "Commands", "Configuration", "HomeAssistant", "Messaging", "Payloads", "Pictures", "Time", "Timelines",
            "Topics", "Upstreams", "Weather", "Widgets",
        ]),
    ],
    swiftLanguageModes: [.v6]
)
