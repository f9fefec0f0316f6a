package import Configuration
package import Storage
import Text
package import Time
package import Timelines
package import Weather
package import Widgets

/// The names of panels' places: at once from local data, and better after an upstream has answered.
package struct PlaceNames: Sendable {
    /// The offline table of places.
    package let geocoder: any Geocoder
    /// The time zones of places.
    package let zones: any TimeZones
    /// The zones that upstreams named; `zones` goes by them.
    package var named = NamedZones()
    /// Nil where the table's names are what is wanted.
    package var online: OnlineNames?

    package init(
        geocoder: any Geocoder,
        zones: any TimeZones,
        named: NamedZones = NamedZones(),
        online: OnlineNames? = nil
    ) {
        self.geocoder = geocoder
        self.zones = zones
        self.named = named
        self.online = online
    }

    /// The place at a point, without asking anybody: by the name that came with the position, else by the configured
    /// name where the panel is at its configured place, else by what an upstream once said, else by the table's, else
    /// by its degrees.
    package func place(at coordinate: Coordinate, panel: PanelConfiguration, override: String?) async -> NamedPlace {
        let given = (override ?? panel.givenName(at: GridCell(containing: coordinate))).flatMap(ForeignText.name)
        let found = await geocoder.place(at: coordinate, language: panel.language)
        var place = NamedPlace(
            timeZone: zones.zone(at: coordinate),
            name: given ?? found?.name ?? Self.degrees(coordinate)
        )
        guard given == nil else { return place }
        for language in panel.languages where language != panel.language {
            place.otherNames[language] = await geocoder.place(at: coordinate, language: language)?.name
        }
        for language in panel.languages {
            let key = NameKey(cell: GridCell(containing: coordinate), language: language)
            guard let name = await online?.known(key) else { continue }
            place.setName(name, in: language, of: panel)
            if online?.mayBeStored == false { place.mayBeStored = false }
        }
        return place
    }

    /// Whole degrees, as no town is near.
    package static func degrees(_ coordinate: Coordinate) -> String {
        func text(_ value: Double, _ positive: String, _ negative: String) -> String {
            "\(Int(abs(value).rounded()))°\(value < 0 ? negative : positive)"
        }
        return text(coordinate.latitude, "N", "S") + " " + text(coordinate.longitude, "E", "W")
    }
}

/// Names that an upstream gives to places, each asked for once in months.
package actor OnlineNames {
    /// Half a year: places hardly ever change their names.
    package static let hoursKept = 183 * 24
    private static let mostRemembered = 10_000

    /// The upstream that names places.
    package nonisolated let namer: any PlaceNamer
    private let store: Store
    private let clock: any WallClock
    /// Nil where the upstream knows no name.
    private var remembered: [NameKey: String?] = [:]

    package init(namer: any PlaceNamer, store: Store, clock: any WallClock) {
        self.namer = namer
        self.store = store
        self.clock = clock
    }

    /// True if the upstream's terms let its names be stored.
    package nonisolated var mayBeStored: Bool { namer.mayBeStored }

    /// The upstream's earlier answer; nil if it was not asked or knows no name.
    package func known(_ key: NameKey) async -> String? { await answer(to: key).flatMap(\.self) }

    /// The upstream's name, nil where it knows none, and whether it has been asked for it now.
    package func name(for key: NameKey) async throws(ReloadFailure) -> (name: String?, isNew: Bool) {
        if let known = await answer(to: key) { return (known, false) }
        let name = try await namer.name(at: key.cell.center, language: key.language).get().flatMap(ForeignText.name)
        if namer.mayBeStored {
            remember(name, for: key)
            // A name that could not be stored is asked for again after a restart.
            try? await store.save(
                StoredName(name: name, obtainedAt: clock.now),
                geocoder: namer.name,
                language: key.language,
                cell: key.cell
            )
        }
        return (name, true)
    }

    private func answer(to key: NameKey) async -> String?? {
        if let known = remembered[key] { return known }
        guard namer.mayBeStored,
            let stored = try? await store.placeName(geocoder: namer.name, language: key.language, cell: key.cell),
            clock.now < stored.obtainedAt.addingHours(Self.hoursKept)
        else { return nil }
        let name = stored.name.flatMap(ForeignText.name)
        remember(name, for: key)
        return .some(name)
    }

    private func remember(_ name: String?, for key: NameKey) {
        if remembered.count >= Self.mostRemembered { remembered.removeAll() }
        remembered[key] = .some(name)
    }
}
