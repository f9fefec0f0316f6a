/// A door through which bytes come in that others have written.
///
/// A raw value is the target's name for `deploy/fuzz`, and that of its folder of seeds.
enum FuzzTarget: String, CaseIterable, Sendable {
    case position
    case request
    case topic
    case configuration
    case collection
    case frame
    case picture
    case http
    case openMeteo = "open-meteo"
    case metNorway = "met-norway"
    case openWeather = "openweather"
    case qWeather = "qweather"
    case names
    case archive
    case broker

    /// Lets the bytes in; traps where they break what is promised.
    func run(_ bytes: [UInt8]) {
        switch self {
        case .position: runPosition(bytes)
        case .request: runRequest(bytes)
        case .topic: runTopic(bytes)
        case .configuration: runConfiguration(bytes)
        case .collection: runCollection(bytes)
        case .frame: runFrame(bytes)
        case .picture: runPicture(bytes)
        case .http: runHTTP(bytes)
        case .openMeteo: runOpenMeteo(bytes)
        case .metNorway: runMetNorway(bytes)
        case .openWeather: runOpenWeather(bytes)
        case .qWeather: runQWeather(bytes)
        case .names: runNames(bytes)
        case .archive: runArchive(bytes)
        case .broker: runBroker(bytes)
        }
    }

    /// True if it takes text for the most part.
    var isText: Bool { self != .frame && self != .picture && self != .broker }

    /// The folders of captured answers that are seeds of it too, where they are at hand.
    var captures: [String] {
        switch self {
        case .openMeteo: ["openmeteo"]
        case .metNorway: ["metno"]
        case .openWeather: ["openweather"]
        case .qWeather: ["qweather"]
        case .names: ["nominatim", "hitokoto"]
        default: []
        }
    }
}

/// Traps with the promise that was broken.
func promise(_ holds: Bool, _ what: @autoclosure () -> String) {
    if !holds { fatalError(what()) }
}
