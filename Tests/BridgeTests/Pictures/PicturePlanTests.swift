import Testing
import Time

@testable import Bridge

@Suite struct PicturePlanTests {
    @Test func `the plan has a row for each form, one for all strips, and one for what tells of them`() async throws {
        let forms = "[png, raw, strips, label]"
        let yaml = "panels: [{id: kitchen, location: \"1,2\", encodings: [compact], pictures: \(forms)}]"
        let plan = await Plan(try Rehearsal.configuration(yaml), now: UTCInstant(unixSeconds: 1_774_699_200))
        let image = "kiatsu/image/kitchen/weather"
        let rows = try #require(plan.panels.first).filter { $0.topic.contains("image") || $0.topic.hasSuffix("label") }
        #expect(
            rows.map(\.topic)
                == [image + ".png", image + ".1bpp", image + "/strips/000…025", "kiatsu/kitchen/weather/label", image]
        )
        #expect(rows.map(\.largestPacketBytes) == [nil, 4736 + 33 + 7, 8 + 5 * 37 + 39 + 7, 255, 28 + 128 + 7])
        #expect(rows.map(\.fits) == [[], [], [255, 1024], [255, 1024], [255, 1024]])
        #expect(rows.allSatisfy { $0.nextAt == nil })
    }
}
