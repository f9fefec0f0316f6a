import Configuration
import Time
import Topics
import Upstreams
import Weather
import Widgets

@testable import Commands

private let rules = PositionRules(
    maximumAccuracyMetres: 1000,
    commandsPerMinute: 6,
    minimumDistanceMetres: 50,
    minimumInterval: .seconds(10),
    maximumSpeedKmh: 1200,
    refusesNullIsland: true,
    refusesOutOfOrder: true
)

/// A position on a panel's own topic, and line by line on topics that it follows: `topic payload`.
func runPosition(_ bytes: [UInt8]) {
    var panel = PanelPositionState(rules: rules, configured: Shown.place)
    judge(bytes, by: &panel, at: Shown.now)
    guard let filters = try? [TopicFilter("owntracks/+/+"), TopicFilter("ha/#")] else { return }
    var followed = FollowedTopics(filters: filters, baseTopic: "kiatsu")
    var now = Shown.now
    for line in bytes.split(separator: UInt8(ascii: "\n")).prefix(200) {
        let parts = line.split(separator: UInt8(ascii: " "), maxSplits: 1, omittingEmptySubsequences: false)
        let topic = String(decoding: parts[0], as: UTF8.self)
        let payload = parts.count > 1 ? Array(parts[1]) : []
        judge(payload, by: &panel, at: now)
        let outcome = followed.receive(topic: topic, payload: payload, isRetained: payload.count % 2 == 0, at: now)
        promise(outcome == nil || followed.follows(topic), "a topic that nobody follows")
        // A clock that is set back now and then.
        now = payload.count % 7 == 3 ? now - .seconds(3600) : now + .seconds(1)
        for fix in followed.due(at: now) { check(fix.position) }
    }
    now = followed.nextDeadline ?? now
    for fix in followed.due(at: now) { check(fix.position) }
    promise(followed.nextDeadline.map { $0 > now } ?? true, "a fix that is never given out")
}

private func judge(_ payload: [UInt8], by panel: inout PanelPositionState, at now: UTCInstant) {
    let reply: PositionReply
    do throws(PositionError) {
        guard case .change(let change) = try PositionCommand.parse(payload: payload) else { return }
        promise(payload.count <= PositionCommand.maximumPayloadBytes, "a command that is too large")
        if case .set(let position) = change { check(position) }
        _ = try panel.judge(change, at: now)
        _ = panel.memory
        reply = .accepted(Shown.place, name: String(decoding: payload, as: UTF8.self), id: change.id)
    } catch {
        reply = .refused(error)
    }
    for decimals in [0, 2, 6] {
        let answer = reply.payload(topicBytes: 120, privacyDecimals: decimals)
        promise(answer.count <= 255 - 127, "an answer of \(answer.count) bytes")
        promise(Shown.isObject(answer), "an answer that is no JSON")
    }
}

private func check(_ position: ReportedPosition) {
    promise(abs(position.coordinate.latitude) <= 90 && abs(position.coordinate.longitude) <= 180, "not on Earth")
    promise(position.accuracyMetres.map { $0 >= 0 && $0.isFinite } ?? true, "no accuracy")
    promise(position.name?.isEmpty != true, "a name of nothing")
    promise(position.reportedAt.map { (0...9_000_000_000).contains($0.unixSeconds) } ?? true, "no time")
    if case .text(let id) = position.id {
        promise(JSONText.string(id).utf8.count <= RequestIdentifier.maximumBytes + 2, "an id that is too long")
    }
}

/// Reads a request to the bridge, and a panel's hello.
func runRequest(_ bytes: [UInt8]) {
    do throws(RequestError) {
        let request = try BridgeRequest(payload: bytes, verb: "panel/options")
        for widget in Catalogue.fuzzed.widgets {
            var configuration = Catalogue.fuzzed.defaults(for: widget)
            for (name, text) in request.options {
                guard let text else { continue }
                do throws(OptionError) {
                    try Catalogue.fuzzed.set(name, to: text, in: &configuration, iconThemes: [])
                    let kept = Catalogue.fuzzed.value(of: name, in: configuration)
                    promise(kept != nil, "an option that was set and is not there")
                } catch {
                    promise(!error.description.isEmpty, "an error without words")
                }
            }
            promise(!configuration.encodings.isEmpty, "a widget that is published as nothing")
        }
        let answer = BridgeReply.ok(data: Array("{}".utf8)).payload(transaction: request.transaction)
        promise(Shown.isObject(answer), "an answer that is no JSON")
    } catch {
        let answer = BridgeReply.error(error.message).payload(transaction: error.transaction)
        promise(Shown.isObject(answer), "an answer that is no JSON")
    }
    let reply: HelloReply
    do throws(HelloError) {
        let hello = try HelloRequest(payload: bytes)
        promise((64...1_048_576).contains(hello.bufferBytes), "no buffer")
        reply = .accepted([], nil, id: hello.id)
    } catch {
        reply = .refused(error)
    }
    for buffer in [64, 128, 256, 4096] {
        guard let answer = reply.payload(topicBytes: 30, bufferBytes: buffer) else { continue }
        promise(answer.count <= min(buffer, 255) - 36, "an answer of \(answer.count) bytes")
        promise(Shown.isObject(answer), "an answer that is no JSON")
    }
}

/// A topic, and from the second line on filters.
func runTopic(_ bytes: [UInt8]) {
    let lines = String(decoding: bytes, as: UTF8.self).split(separator: "\n", omittingEmptySubsequences: false)
    let topic = String(lines[0])
    let topics = Topics(base: "kiatsu")
    _ = topics.command(at: topic)
    _ = topics.pictureSource(of: topic)
    if topics.allowsResponse(on: topic, toPanel: "kitchen", prefixes: ["phones"]) {
        promise(!topic.contains("+") && !topic.contains("#") && !topic.hasPrefix("$"), "a topic of wildcards")
        let ours =
            ["kiatsu/bridge/response", "kiatsu/kitchen/"].contains { topic.hasPrefix($0) }
            && topic.contains("/response")
        promise(ours || topic == "phones" || topic.hasPrefix("phones/"), "an answer that goes anywhere")
        promise(topics.command(at: topic) == nil, "an answer that is a command")
    }
    let filters = lines.dropFirst().prefix(8).compactMap { try? TopicFilter(String($0)) }
    for filter in filters {
        if filter.matches(topic), topics.command(at: topic) != nil {
            promise(topics.takesCommands(filter), "a command that comes twice")
        }
        for other in filters {
            promise(filter.overlaps(other) == other.overlaps(filter), "filters that overlap one way")
            if filter.matches(topic), other.matches(topic) { promise(filter.overlaps(other), "no overlap") }
        }
        promise(filter.hasWildcard || filter.matches(filter.text), "a topic that does not match itself")
    }
}
