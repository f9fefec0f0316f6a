import Glibc
import TestSupport
import Testing

/// The commands' output about pictures.
@Suite(.timeLimit(.minutes(4)))
struct PictureCommandTests {
    private let household: Household

    init() throws { household = try Household() }

    private func configure(_ keys: String) throws {
        try household.configure("panels: [{id: desk, location: \"52.52,13.405\", encodings: [compact], \(keys)}]")
    }

    @Test func `check refuses strips of rows that no usual client takes, with a way out`() async throws {
        try configure("pictures: [png, strips], picture_colors: color")
        let program = try household.start("check")
        #expect(await program.ending() == .exit(78))
        let line = try #require(program.errors.elements.first)
        #expect(line.contains("panels[0].id: no room for strips: kiatsu/image/desk/weather/strips/000 is 36 bytes: "))
        #expect(line.contains("8 + 888 = 939 bytes, over the 255 that a client takes that has told of no buffer; "))
        #expect(line.hasSuffix("or leave strips out of `pictures`"))
        try configure("pictures: [png, strips], picture_colors: bwr")
        #expect(await (try household.start("check")).ending() == .exit(0))
    }

    @Test func `plan shows what pictures may take, and a dash where nobody knows`() async throws {
        try configure("pictures: [png, strips]")
        let plan = try household.start("plan")
        #expect(await plan.ending() == .exit(0))
        let rows = plan.output.elements.map { $0.split(separator: " ").map(String.init) }
        let image = "kiatsu/image/desk/weather"
        #expect(rows.contains([image + ".png", "-", "when", "it", "changes"]), "\(plan.output.elements)")
        #expect(rows.contains([image + "/strips/000…025", "236", "B", "255", "1024", "when", "it", "changes"]))
    }

    @Test func `panels are listed with their pictures and the size of these`() async throws {
        try configure("pictures: [strips, png], picture_size: 400x300")
        let topics = try await TopicRecorder(household.broker, filter: "kiatsu/+/status")
        let kiatsu = try household.start()
        try await topics.first(on: "kiatsu/desk/status") { $0.text == "fresh" }
        let list = try household.start("panel", ["list"])
        #expect(await list.ending() == .exit(0))
        #expect(list.output.elements.last?.contains("weather (compact; png, strips 400x300)") == true)
        kiatsu.send(SIGTERM)
        #expect(await kiatsu.ending() == .exit(0))
    }
}
