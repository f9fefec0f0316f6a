import Configuration
import Foundation
import HomeAssistant
import Messaging
import Storage
import Synchronization
import TestSupport
import Testing
import Time

@testable import Bridge

private let noon = UTCInstant(unixSeconds: 1_774_699_200)
private let panels = """
    panels:
      - {id: p, location: "35.6465,139.6297", encodings: [compact], widgets: [weather, conditions, day]}
      - {id: q, location: "52.52,13.405", encodings: [compact]}
    """
private let fewer = """
    panels:
      - {id: p, location: "35.6465,139.6297", encodings: [compact], widgets: [weather, day]}
      - {id: r, location: "52.52,13.405", encodings: [compact]}
    """
private let configurations = [
    "homeassistant: {discovery: device}\n" + panels, "homeassistant: {discovery: component}\n" + panels,
    "homeassistant: {discovery: off}\n" + panels, "homeassistant: {discovery: device, prefix: ha}\n" + panels,
    "homeassistant: {discovery: device}\n" + fewer, "homeassistant: {discovery: component}\n" + fewer,
    "homeassistant: {discovery: component}\nmqtt: {base_topic: home/kiatsu}\n" + panels,
    "homeassistant: {discovery: device}\npictures: [png, strips]\n" + panels,
    "homeassistant: {discovery: component}\npictures: [png, label]\n" + fewer,
]
/// Further configurations, after those, that only some tests use.
private let others = [
    "homeassistant: {discovery: device}\nmqtt: {base_topic: home/kiatsu}\n" + panels,
    "homeassistant: {discovery: component}\nmqtt: {base_topic: home/kiatsu}\n" + panels,
    "homeassistant: {discovery: device}\npanels: [{id: home_kitchen, location: \"1,2\"}]",
    "homeassistant: {discovery: device}\nmqtt: {base_topic: kiatsu/home}\npanels: [{id: kitchen, location: \"1,2\"}]",
]

/// The topics that changes of the configuration leave on a broker and in Home Assistant, wherever the power is cut.
@Suite struct HomeAssistantManifestTests {
    @Test(arguments: UInt64(0)..<60)
    func `after any changes and power cuts exactly what is wanted is there`(seed: UInt64) async throws {
        var random = SeededGenerator(seed: seed)
        var house = House()
        for _ in 0..<3 {
            let next = Int.random(in: configurations.indices, using: &random)
            let most = Bool.random(using: &random) ? 300 : 40
            try await house.run(next, cutAfter: Int.random(in: 0...most, using: &random))
        }
        let last = Int.random(in: configurations.indices, using: &random)
        try await house.run(last, cutAfter: nil)
        var new = House()
        try await new.run(last, cutAfter: nil)
        #expect(house.retained == new.retained, "as on a broker that knew nothing")
        #expect(house.disk == new.disk)
        #expect(house.home.faults == [])
        #expect(house.home.entities == new.home.entities)
    }

    @Test func `an entity that moves to the other style arrives there, and one that is gone does not stay`()
        async throws
    {
        for before in configurations.indices {
            for after in configurations.indices {
                // Of one that goes at the very moment when its device's document does, Home Assistant keeps the name.
                if [[0, 5], [0, 8], [7, 1], [7, 5], [7, 8]].contains([before, after]) { continue }
                var house = House()
                try await house.run(before, cutAfter: nil)
                try await house.run(after, cutAfter: nil)
                #expect(house.home.faults == [] && house.home.stranded == [], "\(before) to \(after)")
            }
        }
    }

    @Test func `a widget that goes is a stub first and nothing then`() async throws {
        var house = House()
        try await house.run(0, cutAfter: nil)
        let mark = house.sent.count
        try await house.run(4, cutAfter: nil)
        let documents = house.sent.dropFirst(mark).filter { $0.topic == "homeassistant/device/kiatsu_p/config" }
        let texts = documents.map { String(decoding: $0.payload, as: UTF8.self) }
        try #require(texts.count == 2)
        #expect(texts[0].contains(#""humidity":{"p":"sensor"}"#) && texts[0].contains(#""daily""#) == false)
        #expect(!texts[1].contains("humidity"))
        let again = house.sent.count
        try await house.run(4, cutAfter: nil)
        #expect(
            !house.sent.dropFirst(again).contains {
                $0.topic.hasSuffix("/config") && String(decoding: $0.payload, as: UTF8.self).contains("humidity")
            }
        )
    }

    @Test(arguments: [0, 1], [nil, 0, 3, 40])
    func `what an earlier release announced where another bridge's could be moves and stays what it is`(
        style: Int,
        cut: Int?
    ) async throws {
        let index = configurations.count + style
        var new = House()
        try await new.run(index, cutAfter: nil)
        var house = House()
        try await house.runAsBefore(index)
        #expect(
            house.retained.keys.contains { $0.contains("/home_kiatsu_p/") } && house.home.entities == new.home.entities
        )
        if let cut { try await house.run(index, cutAfter: cut) }
        try await house.run(index, cutAfter: nil)
        #expect(house.retained == new.retained, "as on a broker that knew nothing")
        #expect(house.disk == new.disk)
        #expect(house.home.faults == [] && house.home.stranded == [])
        #expect(house.home.entities == new.home.entities)
        #expect(!house.retained.keys.contains { $0.contains("home_kiatsu") })
    }

    @Test func `two bridges whose topics differ in a mark alone announce their devices beside each other`() async throws
    {
        var house = House()
        try await house.run(configurations.count + 2, cutAfter: nil)
        let first = house.home.entities
        house.disk = []
        try await house.run(configurations.count + 3, cutAfter: nil)
        #expect(house.home.faults == [] && house.home.entities.isSuperset(of: first))
        #expect(house.home.entities.contains("kiatsu/home_kitchen/temperature"))
        #expect(house.home.entities.contains("kiatsu/home/kitchen/temperature"))
    }

    @Test func `with nothing changed a restart says the same once more, and clears nothing`() async throws {
        for index in configurations.indices {
            var house = House()
            try await house.run(index, cutAfter: nil)
            let first = house.sent
            try await house.run(index, cutAfter: nil)
            #expect(Array(house.sent.dropFirst(first.count)) == first)
            #expect(!first.contains { $0.payload.isEmpty })
        }
    }
}

/// A disk, a broker and Home Assistant, and a bridge that is started and cut off.
///
/// Does what the engine does with the manifest, in the same order.
private struct House {
    private static let states = Mutex<[Int: BridgeState]>([:])
    /// The announcements that retire nothing, by configuration.
    private static let announcements = Mutex<[Int: [OutgoingMessage]]>([:])

    var disk: Set<ManifestRow> = []
    var retained: [String: [UInt8]] = [:]
    var home = Home()
    var sent: [OutgoingMessage] = []

    /// The bridge's state does not depend on what was before.
    private func state(_ index: Int) async throws -> BridgeState {
        if let known = Self.states.withLock({ $0[index] }) { return known }
        let made = await Rehearsal(try Rehearsal.configuration((configurations + others)[index]), at: noon).state
        Self.states.withLock { $0[index] = made }
        return made
    }

    mutating func run(_ index: Int, cutAfter count: Int?) async throws {
        var state = try await state(index)
        var manifest = ManifestState(state.presenter, before: disk)
        state.homeAssistant = HomeAssistantSide(retired: manifest.retired)
        disk.formUnion(manifest.wanted)
        var messages = manifest.opening + [state.presenter.informationMessage] + announcement(state, index)
        let isCut = count.map { $0 < messages.count } ?? false
        for message in messages.prefix(count ?? messages.count) { take(message) }
        guard !isCut else { return }
        disk = manifest.cleared()
        guard !state.homeAssistant.retired.isEmpty else { return }
        _ = state.homeAssistant.finishRetiring()
        messages = announcement(state, index)
        for message in messages { take(message) }
    }

    /// Leaves what an earlier release did, whose levels for devices were another bridge's, too.
    mutating func runAsBefore(_ index: Int) async throws {
        let state = try await state(index)
        let messages = announcement(state, index) + [state.presenter.informationMessage]
        for message in messages {
            let topic = message.topic.replacing("home-skiatsu__", with: "home_kiatsu_")
            take(OutgoingMessage(topic: topic, payload: message.payload, isRetained: true))
        }
        let rows = ManifestState(state.presenter, before: []).wanted.map { row in
            guard case .device(var device) = row else { return row }
            device.hasFormerNode = true
            return ManifestRow.device(device)
        }
        disk = Set(rows)
    }

    private func announcement(_ state: BridgeState, _ index: Int) -> [OutgoingMessage] {
        if state.homeAssistant.retired.isEmpty, let known = Self.announcements.withLock({ $0[index] }) { return known }
        var cache = EncodingCache()
        let made =
            state.presenter.bridgeAnnouncement
            + state.panelIDs.flatMap { state.presenter.messages(of: $0, .announced, cache: &cache, at: noon) }
        if state.homeAssistant.retired.isEmpty { Self.announcements.withLock { $0[index] = made } }
        return made
    }

    private mutating func take(_ message: OutgoingMessage) {
        sent.append(message)
        home.take(message)
        // What says that entities move is gone soon, whether retained or not, and so is the document of what is gone.
        let fades = message.topic.hasSuffix("/config") || message.topic.contains("/bridge/homeassistant/")
        guard message.isRetained, message.lifetime == nil || !fades else {
            if message.isRetained { retained[message.topic] = nil }
            return
        }
        retained[message.topic] = message.payload.isEmpty ? nil : message.payload
    }
}

/// Home Assistant's register of entities, which knows them by their unique ids.
private struct Home {
    private struct Owner: Hashable {
        var topic: String
        var key: String
    }

    private var owners: [String: Owner] = [:]
    /// On their way from one topic to another one; still there if they never arrive.
    private(set) var stranded: Set<String> = []
    private(set) var faults: [String] = []

    var entities: Set<String> { Set(owners.keys) }

    mutating func take(_ message: OutgoingMessage) {
        guard message.topic.hasSuffix("/config"), message.topic.hasPrefix("h") else { return }
        let topic = message.topic
        let object = try? JSONSerialization.jsonObject(with: Data(message.payload)) as? [String: Any]
        if message.payload.isEmpty {
            owners = owners.filter { $0.value.topic != topic }
        } else if object?["migrate_discovery"] as? Bool == true {
            let leaving = owners.filter { $0.value.topic == topic }.keys
            stranded.formUnion(leaving)
            for id in leaving { owners[id] = nil }
        } else if let components = object?["cmps"] as? [String: [String: Any]] {
            for (key, value) in components { own(value, Owner(topic: topic, key: key)) }
        } else if let object {
            own(object, Owner(topic: topic, key: ""))
        } else {
            faults.append("nonsense on \(topic)")
        }
    }

    private mutating func own(_ entity: [String: Any], _ owner: Owner) {
        guard let id = entity["uniq_id"] as? String else {
            // A stub takes an entity out; one that is left out stays.
            owners = owners.filter { $0.value != owner }
            return
        }
        if let other = owners[id], other != owner {
            faults.append("\(id) of \(owner.topic) is \(other.topic)'s already")
        }
        owners[id] = owner
        stranded.remove(id)
    }
}
