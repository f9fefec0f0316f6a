import Weather

/// What a panel has where it says nothing of its own.
struct PanelDefaults {
    var language: String
    var source: Configuration.Source
    var encodings: [Configuration.Encoding]
}

extension SectionReader {
    /// The panels, each complete; one that lacks what it must have is reported and left out.
    mutating func panels(
        _ defaults: PanelDefaults,
        hasOpenWeatherKey: Bool,
        topicRoom: (_ panelID: String, _ encoding: Configuration.Encoding) -> String?
    ) -> [PanelConfiguration] {
        let keyProblem = "openweather needs an API key"
        let keyRemedy = "set `sources.openweather.api_key_file` or KIATSU_OPENWEATHER_API_KEY"
        var lines: [String: Int] = [:]
        var isKeyMissedByDefault = false
        let panels = sections("panels", example: "[{id: panel1, location: \"35.6465,139.6297\"}]") { reader in
            let panel = reader.panel(defaults, lines: &lines, topicRoom: topicRoom)
            if panel.source == .openWeather, !hasOpenWeatherKey {
                if reader.has("source") {
                    reader.report(reader.origin(of: "source"), "source", keyProblem, keyRemedy)
                } else {
                    isKeyMissedByDefault = true
                }
            }
            return panel
        }
        if isKeyMissedByDefault { report(origin(of: "source"), "source", keyProblem, keyRemedy) }
        return panels
    }

    /// One panel; `lines` has the line of each id so far.
    private mutating func panel(
        _ defaults: PanelDefaults,
        lines: inout [String: Int],
        topicRoom: (_ panelID: String, _ encoding: Configuration.Encoding) -> String?
    ) -> PanelConfiguration {
        let id = required("id", .panelID)
        let encodings = choices("encodings", default: defaults.encodings)
        let idOrigin = origin(of: "id")
        if let id {
            if let line = lines[id] {
                let problem = "the panel in line \(line) has the id \(quoted(id)) already"
                report(idOrigin, "id", problem, "give each panel an id of its own")
            }
            lines[id] = lines[id] ?? idOrigin.position?.line
            for encoding in encodings {
                guard let arithmetic = topicRoom(id, encoding) else { continue }
                let remedy = "shorten `mqtt.base_topic` or the id, or leave \(encoding.rawValue) out of `encodings`"
                report(idOrigin, "id", "no room for \(encoding.rawValue): \(arithmetic)", remedy)
            }
        }
        return PanelConfiguration(
            id: id ?? "",
            location: coordinate("location") ?? .origin,
            name: value("name", .placeName),
            language: value("language", .language) ?? defaults.language,
            source: choice("source", default: defaults.source),
            encodings: encodings
        )
    }
}
