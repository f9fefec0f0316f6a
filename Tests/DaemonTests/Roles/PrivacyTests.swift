import Configuration
import Foundation
import Messaging
import TestSupport
import Testing
import Time

@testable import Bridge

private let noon = Installation.noon

/// A position whose digits are found again wherever they turn up.
private struct Marked {
    let latitude: String
    let longitude: String

    var pair: String { "\(latitude),\(longitude)" }
    var fix: String { #"{"_type":"location","lat":\#(latitude),"lon":\#(longitude),"acc":9}"# }

    /// Positions with no digits of one in another, far from the one that messages have for an example.
    static let inFile = Marked(latitude: "34.6937249", longitude: "135.5023851")
    static let commanded = Marked(latitude: "43.0619427", longitude: "141.3543869")
    static let refused = Marked(latitude: "91.2719463", longitude: "141.3583297")
    static let followed = Marked(latitude: "48.1376829", longitude: "11.5759134")
    static let added = Marked(latitude: "52.5249716", longitude: "13.3898347")
    static let all = [inFile, commanded, refused, followed, added]
}

/// Looks for more of a position than may be told.
private struct Leaks {
    let decimals: Int

    /// The coordinates of the marked positions that a text gives away.
    func found(in text: String) -> [String] {
        Marked.all.flatMap { [$0.latitude, $0.longitude] }.filter { number in
            // From the third decimal on nothing else has the same digits.
            text.contains(number.suffix(5)) || numbers(in: text).contains { isFiner($0, than: number) }
        }
    }

    private func numbers(in text: String) -> [Substring] {
        text.split { !($0.isASCII && $0.isNumber) && $0 != "." }.filter { Double($0) != nil }
    }

    /// True if a number is near this one, and has more decimals than it may.
    private func isFiner(_ text: Substring, than number: String) -> Bool {
        guard let value = Double(text), let marked = Double(number), abs(value - marked) < 0.05 else { return false }
        let fraction = text.split(separator: ".", omittingEmptySubsequences: false).dropFirst().first ?? ""
        return fraction.count > decimals
    }
}

/// Nothing that is published or logged shows more of a position than is configured, whatever becomes of it.
@Suite(.timeLimit(.minutes(1)), .serialized)
struct PrivacyTests {
    private let installation: Installation

    init() throws {
        let drawer = ScriptedDrawer()
        // Ids of pictures have no digits by chance.
        drawer.follow { _ in .drawSame(id: 1) }
        installation = try Installation(drawer: drawer)
    }

    private func configuration(_ privacy: String) throws -> Configuration {
        try installation.configuration(
            """
            homeassistant: {discovery: device}
            \(privacy)
            geocoder: nominatim
            contact: me@example.org
            panels:
              - {id: desk, location: "\(Marked.inFile.pair)", widgets: [weather, conditions, day, poem], \
            pictures: [png]}
              - {id: camper, location: "\(Marked.inFile.pair)", follow: [owntracks/#, ha/+/+]}
            """
        )
    }

    private typealias Saying = (topic: String, payload: String)

    private static let panels = ["desk", "camper", "attic", "hall", "No Such"]
    private static let request = "kiatsu/bridge/request/"

    /// A position in all forms, well and badly written.
    private static func forms(of position: Marked) -> [String] {
        let members = "\"lat\":\(position.latitude),\"lng\":\(position.longitude)"
        let plain = [
            position.pair, "\(position.latitude) \(position.longitude)", "geo:\(position.pair);u=9",
            "geo:\(position.pair);crs=mars", "\(position.pair),7", position.latitude,
            "\(position.longitude),\(position.latitude)", position.fix, position.fix + "}",
        ]
        let further = [
            "\"acc\":99999", "\"tst\":5,\"id\":7", "\"tst\":\"yesterday\"", "\"tst\":1774699300", "\"tst\":1774699310",
            "\"lon\":\"\(position.longitude)x\"",
        ]
        return plain + further.map { "{\(members),\($0)}" }
    }

    private static let moves: [Saying] = panels.flatMap { panel -> [Saying] in
        let payloads = forms(of: .commanded) + forms(of: .refused)
        return payloads.map { ("kiatsu/\(panel)/location/set", $0) }
    }

    private static let additions: [Saying] = {
        let (right, wrong) = (Marked.added, Marked.refused)
        let definitions: [String] = [
            #"{"id":"hall","location":"\#(right.pair)"}"#,
            #"{"id":"hall","location":"\#(right.pair)","language":"de"}"#,
            #"{"id":"desk","location":"\#(right.pair)"}"#, #"{"id":"loft","location":"\#(wrong.pair)"}"#,
            #"{"id":"loft","location":"\#(right.pair),x"}"#, #"{"id":"loft","location":{"lat":\#(right.latitude)}}"#,
            #"{"id":"loft","location":\#(right.latitude)}"#, #"{"id":"loft","location":["\#(right.pair)"]}"#,
            #"{"id":"loft","lat":\#(right.latitude),"location":"\#(right.pair)"}"#, #"{"location":"\#(right.pair)""#,
            #"{"id":"loft","location":"\#(right.pair)","widgets":["none"]}"#,
        ]
        return definitions.map { (request + "panel/add", $0) }
    }()

    private static let fixes: [Saying] = [Marked.followed, .refused].flatMap { position -> [Saying] in
        [
            ("owntracks/me/phone", position.fix), ("owntracks/me/phone", position.fix + "}"),
            ("owntracks/me/phone", position.pair + ","), ("ha/phone/latitude", position.latitude),
            ("ha/phone/longitude", position.longitude), ("ha/phone/location", position.pair + " north"),
        ]
    }

    private static let questions: [Saying] = panels.flatMap { panel -> [Saying] in
        let about = #"{"panel":"\#(panel)","widget":"weather"}"#
        let verbs = ["panels", "panel/options", "panel/picture", "snapshot", "refresh"]
        let hello = #"{"buf":512,"w":296,"h":128}"#
        return [("kiatsu/\(panel)/hello", hello), ("kiatsu/\(panel)/refresh", "")]
            + verbs.map { (request + $0, about) }
    }

    /// Requests there are, and one that is none.
    private static let requests: [Saying] =
        questions
        + [(request + "panels", "{}"), (request + "nonsense", Marked.commanded.pair), (request + "refresh", "{}")]

    private func isOurs(_ topic: String) -> Bool {
        topic.hasPrefix("owntracks/") || topic.hasPrefix("ha/") || topic.hasSuffix("/location/set")
            || topic.hasPrefix("kiatsu/bridge/request/") || topic.hasPrefix("sentinel/")
    }

    /// Publishes in order, and waits for the answer to a last request, before which all others are judged.
    private func say(_ sayings: [Saying], _ client: RoleClient, _ topics: TopicRecorder) async throws {
        let mark = topics.mark
        client.publish(sayings + [(Self.request + "panels", #"{"transaction":"last"}"#)])
        try await topics.first(on: "kiatsu/bridge/response/panels", since: mark) { $0.text.contains("last") }
    }

    @Test(arguments: [("", 2), ("privacy: {decimals: 0}", 0), ("privacy: {decimals: 3}", 3)])
    func `no topic, payload or log line shows more of a position than is configured`(
        privacy: String,
        decimals: Int
    ) async throws {
        let all = AllUpstreams(installation.clock)
        let asked = Recorder<String>()
        installation.upstream.setHandler { request in
            asked.append(request.path + "?" + request.query.map { "\($0)=\($1)" }.joined(separator: "&"))
            return all(request)
        }
        let topics = try await TopicRecorder(installation.broker)
        let client = try RoleClient(installation.broker, nil)
        try await client.connected()
        let retained = #"{"lat":\#(Marked.commanded.latitude),"lng":\#(Marked.commanded.longitude)}"#
        client.publish([("kiatsu/desk/location/set", retained)], isRetained: true)
        try await installation.run(configuration(privacy)) { _ in
            for panel in ["desk", "camper"] { try await topics.status("fresh", of: panel) }
            // One after the other: a move that another one overtakes is never published.
            try await say(Self.fixes, client, topics)
            try await topics.first(on: "kiatsu/camper/location") { $0.text.contains(#""src":"follow""#) }
            try await say(Self.additions, client, topics)
            try await topics.status("fresh", of: "hall")
            try await say(Self.moves, client, topics)
            for panel in ["desk", "camper", "hall"] {
                try await topics.first(on: "kiatsu/\(panel)/location") { $0.text.contains(#""src":"command""#) }
            }
            try await say(Self.requests, client, topics)
            // An upstream that repeats what it was asked for, in its error.
            installation.upstream.setHandler { request in
                let place = request.query.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value)" }.joined(
                    separator: " "
                )
                asked.append(request.path + "?" + place)
                return .json(#"{"error":true,"reason":"\#(place)","code":400,"message":"\#(place)"}"#, status: 400)
            }
            let mark = installation.log.mark
            // Past the interval for which a fix waits behind a command, and the minute in which no refresh is repeated.
            installation.clock.advance(by: .seconds(600))
            try await say(Self.fixes + Self.additions + Self.moves + Self.requests, client, topics)
            try await installation.logs("refuses the request (400): “", since: mark)
        }
        await client.stop()
        let published = topics.all(try await topics.echoed()).filter { !isOurs($0.topic) }
        #expect(published.count > 150)
        let answers = Set(published.filter { $0.topic.contains("/response") }.map(\.topic))
        #expect(answers.count >= 9, "\(answers.sorted())")
        let leaks = Leaks(decimals: decimals)
        for message in published {
            #expect(leaks.found(in: message.topic + " " + message.text).isEmpty, "\(message.topic): \(message.text)")
        }
        let log = Leaks(decimals: 0)
        for line in installation.log.elements {
            // The digits of these are anybody's.
            let text = line.replacing(installation.directory.path, with: "")
                .replacing(installation.upstream.baseURL, with: "")
            #expect(log.found(in: text).isEmpty, "\(line)")
        }
        // Upstreams see the cell, which is 0.01°.
        let upstream = Leaks(decimals: 2)
        #expect(asked.elements.contains { $0.contains("34.69") })
        for request in asked.elements { #expect(upstream.found(in: request).isEmpty, "\(request)") }
        FaultTable.held(
            "marked positions in configuration, commands, fixes and requests",
            "nothing published or logged shows more than is configured",
            times: published.count
        )
    }
}
