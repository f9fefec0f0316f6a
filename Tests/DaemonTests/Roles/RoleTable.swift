import Testing
import Topics

/// The table of topics as the roles are tried with it.
enum RoleTable {
    private static let topics = Topics(base: "kiatsu")
    private static let panels = ["kitchen", "hall", "camper", "attic"]

    /// Topics of all kinds, for panels of this broker and for one that does not exist.
    static let all: [Topic] = Topic.Kind.allCases.flatMap { kind in panels.flatMap { members(of: kind, panel: $0) } }

    private static func members(of kind: Topic.Kind, panel: String) -> [Topic] {
        switch kind {
        case .state: [topics.state]
        case .health: [topics.health]
        case .information: [topics.information]
        case .homeAssistantDocument: [topics.homeAssistantDocument, topics.homeAssistantDocument(of: panel)]
        case .request: ["panels", "panel/add"].map(topics.request)
        case .response: [topics.response, topics.response("panels"), topics.response("panel/add")]
        case .examination: [topics.examination("retained"), topics.examination("x/state")]
        case .status: [topics.status(of: panel)]
        case .location: [topics.location(of: panel)]
        case .locationCommand: [topics.locationCommand(to: panel)]
        case .locationResponse: [topics.locationResponse(of: panel)]
        case .hello: [topics.hello(of: panel)]
        case .helloResponse: [topics.helloResponse(of: panel)]
        case .refresh: [topics.refresh(of: panel)]
        case .entry: ["", "/full", "/frame"].map { topics.entry(of: "weather", panel: panel, suffix: $0) }
        case .label: [topics.label(of: "weather", panel: panel)]
        case .picture:
            [topics.picture(of: "weather", panel: panel, suffix: ".png"), topics.strip(0, of: "weather", panel: panel)]
        }
    }
}

@Suite struct RoleTableTests {
    private let bridge = RolePromise.all.filter { $0.user == "kiatsu" }
    private let others = RolePromise.all.filter { $0.user != "kiatsu" }

    @Test func `the bridge may send what it publishes and read what it reads`() {
        #expect(bridge.count == 1 && Set(RoleTable.all.map(\.kind)) == Set(Topic.Kind.allCases))
        for topic in RoleTable.all {
            if topic.kind.direction != .read { #expect(bridge[0].mayWrite(topic.name), "\(topic)") }
            if topic.kind.direction != .published { #expect(bridge[0].mayRead(topic.name), "\(topic)") }
        }
    }

    @Test func `nobody else may send what the bridge publishes, and somebody may send each command`() {
        for topic in RoleTable.all where topic.kind.direction != .read {
            #expect(!others.contains { $0.mayWrite(topic.name) }, "\(topic)")
        }
        for kind in Topic.Kind.commands {
            let names = RoleTable.all.filter { $0.kind == kind }.map(\.name)
            #expect(others.contains { names.contains(where: $0.mayWrite) }, "\(kind)")
        }
    }

    @Test func `somebody may read each answer and each thing that is published`() {
        for topic in RoleTable.all where topic.kind.direction == .published {
            #expect(others.contains { $0.mayRead(topic.name) }, "\(topic)")
        }
    }
}
