import Configuration
import Testing
import Topics

@testable import Doctor

/// The doctor's attempts follow the table of topics.
@Suite struct DoctorTopicsTests {
    private let rights: RightsExamination
    private let topics: Topics

    init() throws {
        let configuration = try Practice().configuration("pictures: png\npanels: [{id: p, location: '1,2'}]")
        topics = configuration.mqtt.topics
        rights = RightsExamination(configuration: configuration, mqtt: configuration.mqtt, mark: "mark")
    }

    @Test func `it publishes once in each area, where it is no command`() {
        for area in Topics.Area.allCases {
            let tried = rights.publications.filter { $0.topics == topics.description(of: area) }
            #expect(tried.count == 1 && tried.allSatisfy { topics.command(at: $0.probe) == nil }, "\(area)")
        }
    }

    @Test func `it listens to each subscription of the bridge, and speaks there`() throws {
        #expect(rights.hearings.map(\.filter) == topics.subscriptions.map(\.filter))
        for hearing in rights.hearings {
            let kind = try #require(topics.command(at: hearing.probe)?.kind)
            #expect(topics.filter(kind) == hearing.filter)
        }
    }
}
