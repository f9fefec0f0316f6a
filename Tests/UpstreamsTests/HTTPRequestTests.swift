import Testing
import Widgets

@testable import Upstreams

struct HTTPRequestTests {
    private func dumped(_ value: Any) -> String {
        var text = "\(value) \(String(reflecting: value)) "
        dump(value, to: &text)
        return text
    }

    @Test func `a request shows neither its query nor its secrets`() {
        let request = HTTPRequest(
            url: "https://user:s3cret1@example.org/path?key=s3cret2#s3cret3",
            query: [("latitude", "35.6465")],
            headers: [("X", "s3cret4")],
            secretQuery: [("key", Secret("s3cret5"))],
            secretHeaders: [("Authorization", Secret("s3cret6"))]
        )
        #expect(request.description == "GET https://example.org/path")
        let text = dumped(request) + dumped(Optional(request) as Any) + dumped([request])
        #expect(!text.contains("s3cret"))
        #expect(!text.contains("35.6465"))
    }

    @Test(arguments: ["", "nonsense", "http:/", "https://", "/path", "user:secret@host"])
    func `an address that is none is not shown`(url: String) {
        let description = HTTPRequest(url: url).description
        #expect(!description.contains("secret"))
    }

    @Test func `a credential shows itself as dots`() {
        #expect("\(Secret("s3cret"))" == "•••")
        #expect(!dumped(Secret("s3cret")).contains("s3cret"))
        #expect(!dumped([Secret("s3cret")]).contains("s3cret"))
    }

    @Test(
        arguments: [
            (0, "0.00"), (-0.001, "0.00"), (35.6465, "35.65"), (-33.5, "-33.50"), (-0.05, "-0.05"), (180, "180.00"),
            (-180, "-180.00"), (0.1 + 0.2, "0.30"), (139.005, "139.01"), (1e-9, "0.00"),
        ] as [(Double, String)]
    )
    func `a coordinate is asked for with two decimals`(value: Double, text: String) {
        #expect(value.twoDecimals == text)
    }
}
