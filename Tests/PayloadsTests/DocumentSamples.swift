import Testing

@testable import Payloads
@testable import Widgets

/// A document with the largest of its kind, as it is published.
struct DocumentSample: Sendable {
    var document: Document
    /// The largest entry according to the widget; the document itself unless it says otherwise.
    var largest: Document

    init(_ document: Document, largest: Document? = nil) {
        self.document = document
        self.largest = largest ?? document
    }

    func bounds(_ encoding: Encoding) -> EncodingBounds {
        EncodingBounds(widget: "sample", largest: largest, display: .plain, encoding: encoding)
    }

    func payloads(_ encoding: Encoding, baseTopic: String, panelID: String) throws -> [Payload] {
        let room = try TopicRoom(bounds(encoding), baseTopic: baseTopic, panelID: panelID)
        return room.payloads(of: document, placeName: DisplayText(""), isStale: false)
    }

    /// Every kind of value once.
    static let now = DocumentSample(
        Document([
            Document.Member("ts", .seconds(1_644_048_000)),
            Document.Member("n", .text(" 世田谷区\r\n“\"x\\” ", weight: 1), field: "place"),
            Document.Member("t", .decimal(58, digits: 1, within: -999...999), field: "temperature"),
            Document.Member(
                "ws",
                compact: .integer(3, within: 0...12),
                full: .decimal(1050, digits: 2, within: 0...15_000),
                field: Document.Field("wind", .decimal(-5, digits: 2, within: -15_000...15_000))
            ),
            Document.Member("rh", .integer(170, within: 0...100), field: "humidity"),
            Document.Member("aq", .integer(nil, within: 0...999), field: "aqi"),
            Document.Member("i", .code("P", mostBytes: 1), field: "icon"),
            Document.Member("tz", compact: nil, full: .code("Asia/Tokyo", mostBytes: 32)),
            Document.Member(
                "bad",
                compact: nil,
                full: .code("a\"b", mostBytes: 32),
                field: Document.Field("bad", .null)
            ),
            Document.Member("ok", .boolean(true), field: "ok"),
            Document.Member("a", .text(nil, weight: 1), field: "author"),
            Document.Member("e", .text("\u{202E} \n", weight: 1), field: "empty"),
            Document.Member(
                "d",
                .list([
                    .list([.integer(-3, within: -100...100), .null, .code("Pc", mostBytes: 2)]),
                    .list([
                        .integer(nil, within: -100...100), .integer(7, within: -100...100), .code(nil, mostBytes: 2),
                    ]),
                ]),
                field: "days"
            ),
            Document.Member("l", .list([.text("古池や", weight: 1), .text("蛙飛びこむ", weight: 1)]), field: "lines"),
        ])
    )
}
