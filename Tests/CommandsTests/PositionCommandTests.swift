import Commands
import Testing
import Time
import Weather

@Suite struct PositionCommandTests {
    private func position(_ payload: String) throws -> ReportedPosition? {
        guard case .change(.set(let position)) = try PositionCommand.parse(payload: Array(payload.utf8)) else {
            return nil
        }
        return position
    }

    private func error(_ payload: [UInt8]) throws -> PositionError {
        try #require(#expect(throws: PositionError.self) { try PositionCommand.parse(payload: payload) })
    }

    // MARK: Accepted forms

    @Test(arguments: [
        "35.6465,139.6297", "35.6465 139.6297", "  35.6465 ,\t139.6297\r\n", "35.6465,   139.6297",
        "35.6465   139.6297",
        "+35.6465,+139.6297", "035.64650,0139.6297",
        "\u{FEFF}35.6465,139.6297\r\n", "\u{FEFF}{\"lat\":35.6465,\"lng\":139.6297}", "\u{FEFF}geo:35.6465,139.6297",
        #"{"lat":35.6465,"lng":139.6297}"#, #" { "lng" : 139.6297 , "lat" : 3.56465e1 } "#,
        #"{"latitude":35.6465,"longitude":139.6297}"#, #"{"lat":35.6465,"lon":139.6297}"#,
        #"{"lat":35.6465,"long":139.6297,"acc":null,"tst":null,"name":null,"id":null}"#,
        #"{"lat":35.6465,"latitude":"35.6465","lng":139.6297,"lon":139.62970,"other":[1,{"a":1e999}],"name":"  "}"#,
        #"{"lat":null,"latitude":35.6465,"lng":139.6297,"reset":false}"#,
        "geo:35.6465,139.6297", "GEO:35.6465,139.6297,-12.5", "geo:35.6465,139.6297;CRS=WGS84",
        "geo:35.6465,139.6297;crs=wgs84;a=%20;flag", "geo:35.6465,139.6297?z=11",
        "geo:35.6465,139.6297?q=Setagaya+City", "geo:0,0?q=35.6465,139.6297", "geo:0,0?q=35.6465%2C139.6297",
        "geo:1,2?z=9&q=35.6465,139.6297", "geo:35.6465,139.6297?q=",
    ])
    func `every form of a position is taken`(payload: String) throws {
        let coordinate = try #require(Coordinate(latitude: 35.6465, longitude: 139.6297))
        #expect(try position(payload) == ReportedPosition(coordinate: coordinate))
    }

    @Test(arguments: [
        ("-90,-180", -90.0, -180.0), ("90 180", 90, 180), ("0,-0", 0, 0), ("geo:-48.2,-16.3", -48.2, -16.3),
        (#"{"lat":-90,"lng":180}"#, -90, 180),
    ])
    func `signs and ends of the range are taken`(payload: String, latitude: Double, longitude: Double) throws {
        let coordinate = try #require(Coordinate(latitude: latitude, longitude: longitude))
        #expect(try position(payload)?.coordinate == coordinate)
    }

    @Test func `the optional members are read`() throws {
        let text = #"{"lat":1,"lng":2,"acc":12.5,"tst":1644048000,"name":" 家 \"x\" ","id":"a/1"}"#
        let full = try #require(try position(text))
        #expect(full.accuracyMetres == 12.5)
        #expect(full.reportedAt == UTCInstant(unixSeconds: 1_644_048_000))
        #expect(full.name == "家 \"x\"")
        #expect(full.id == .text("a/1"))
        let fraction = try position(#"{"lat":1,"lng":2,"tst":1644048000.5,"id":-9007199254740993}"#)
        #expect(fraction?.reportedAt == UTCInstant(nanosecondsSinceEpoch: 1_644_048_000_500_000_000))
        #expect(fraction?.id == .integer(-9_007_199_254_740_993))
        #expect(try position("geo:1,2;crs=wgs84;U=35.5;u2=9")?.accuracyMetres == 35.5)
        #expect(try position(#"{"latitude":1,"longitude":2,"gps_accuracy":30}"#)?.accuracyMetres == 30)
        #expect(try position(#"{"latitude":1,"longitude":2,"accuracy":"7.5"}"#)?.accuracyMetres == 7.5)
    }

    @Test func `numbers may stand in quotes, as templates write them`() throws {
        let fix = try position(
            #"{"latitude":"35.6465","longitude":" 139.6297","gps_accuracy":"12","tst":"1644048000.5","battery":"93"}"#
        )
        #expect(fix?.coordinate == (try place(35.6465, 139.6297)))
        #expect(fix?.accuracyMetres == 12)
        #expect(fix?.reportedAt == UTCInstant(nanosecondsSinceEpoch: 1_644_048_000_500_000_000))
        let overlong = String(repeating: "9", count: 500)
        #expect(try error(Array(#"{"lat":1,"lng":1,"acc":"\#(overlong)"}"#.utf8)).code == .malformed)
    }

    @Test func `an OwnTracks location is taken and its other messages are ignored`() throws {
        let location = try position(
            #"{"_type":"location","acc":15,"alt":40,"batt":93,"conn":"m","lat":35.6465,"lon":139.6297,"#
                + #""tid":"hk","tst":1644048000,"vac":3,"vel":0,"inregions":["home"],"m":1}"#
        )
        #expect(location?.accuracyMetres == 15)
        #expect(location?.reportedAt == UTCInstant(unixSeconds: 1_644_048_000))
        #expect(location?.name == nil)
        for type in ["transition", "waypoint", "lwt", "card", "cmd", "status", ""] {
            let payload = Array(#"{"_type":"\#(type)","lat":"x","tst":-1,"id":[]}"#.utf8)
            #expect(try PositionCommand.parse(payload: payload) == .ignored)
        }
    }

    @Test(arguments: [
        (#"{"reset":true}"#, nil), (#"{"id":7,"reset":true}"#, RequestIdentifier.integer(7)),
        (#"{"reset":true,"id":"x"}"#, .text("x")),
    ])
    func `a reset is taken`(payload: String, id: RequestIdentifier?) throws {
        #expect(try PositionCommand.parse(payload: Array(payload.utf8)) == .change(.reset(id: id)))
    }

    @Test(arguments: [
        ("geo:0,0?q=35.6465,139.6297(Setagaya)", "Setagaya"),
        ("geo:35.6,139.6?q=35.6465,139.6297(%E4%B8%96%E7%94%B0%E8%B0%B7+x%00y)", "世田谷 x y"),
        ("geo:0,0?q=35.6465,139.6297(%E2%80%8B)", nil), ("geo:0,0?q=35.6465,139.6297()", nil),
    ])
    func `a pin that Android shares has its place and its name`(payload: String, name: String?) throws {
        #expect(try position(payload) == ReportedPosition(coordinate: place(35.6465, 139.6297), name: name))
    }

    @Test(arguments: [
        (#""\u001b[2J\u001b]0;x\u0007""#, "[2J ]0;x"), (#""a\u0000b\u202e""#, "a b"), (#""\u009b31m京""#, "31m京"),
    ])
    func `a name has nothing in it that steers a terminal`(name: String, expected: String) throws {
        #expect(try position(#"{"lat":1,"lng":2,"name":\#(name)}"#)?.name == expected)
    }

    // MARK: Refused payloads

    @Test(arguments: [
        (#"{"lat":1,"lat":2,"lng":3}"#, "lat stands there twice"),
        (#"{"lat":1,"lng":3,"lng":3}"#, "lng stands there twice"),
        (#"{"lat":1,"l\u0061t":1,"lng":3}"#, "lat stands there twice"),
        (#"{"lat":1,"latitude":2,"lng":3}"#, "lat and latitude are not the same"),
        (#"{"lat":1,"lng":3,"lon":4}"#, "lng and lon are not the same"),
        (#"{"lat":1,"lng":3,"longitude":"x"}"#, "longitude is not a number"),
        (#"{"lat":1,"lng":3,"acc":5,"gps_accuracy":6}"#, "acc and gps_accuracy are not the same"),
        (#"{"_type":"location","_type":"card","lat":1,"lon":2}"#, "_type stands there twice"),
        (#"{"reset":true,"reset":true}"#, "reset stands there twice"), (#"{"reset":true,"lng":1}"#, "both a reset and"),
        (#"{"reset":"true"}"#, #"send {"reset":true}"#), (#"{"reset":1,"lat":1,"lng":2}"#, "without quotation marks"),
        (#"{"lat":1,"lng":2,"name":"\u200b\u200d\u3164"}"#, "name has nothing in it that can be seen"),
        (#"{"_type":"encrypted","data":"x"}"#, "empty the encryption key"),
        ("geo:0,0?q=Tokyo", "an address to look for and no position"),
    ])
    func `what is in conflict is malformed, and told`(payload: String, words: String) throws {
        let error = try error(Array(payload.utf8))
        #expect(error.code == .malformed)
        #expect(error.message.contains(words), "\(error.message)")
    }

    @Test(arguments: [
        "", "  \n", "home", "null", "true", "35.6465", "35.6465,", ",139.6297", "35.6465,139.6297,40", "1 2 3", "1;2",
        "nan,nan", "inf,0", "infinity 0", "0x10,0x10", "1e1,2", "35.,139", ".5,1", "1.2.3,4", "--1,2", "+-1,2", "1,,2",
        "35,6465,139,6297", "35.6°,139.6°", "３５,１３９", "35.6465N 139.6297E", "\"35.6,139.6\"", "[35.6,139.6]",
        "35.6,139.7\u{0}", "\u{FEFF}", "\u{FEFF}\u{FEFF}35.6,139.7", "35.6,\u{FEFF}139.7", "35.6\u{A0}139.7",
        "{", "{}", "{\"lat\":1,\"lng\":2", #"{"lat":1,"lng":2}}"#, #"{"lat":1}"#, #"{"lng":1}"#, #"{'lat':1,'lng':2}"#,
        #"{"lat":"35.6°","lng":139.6}"#, #"{"lat":"None","lng":"None"}"#, #"{"lat":"","lng":"1"}"#,
        #"{"lat":"1e1","lng":"1"}"#, #"{"lat":"35,6","lng":"1"}"#, #"{"lat":35.6,"lng":true}"#, #"{"lat":[1],"lng":2}"#,
        #"{"lat":null,"lng":2}"#,
        #"{"lat":NaN,"lng":1}"#, #"{"lat":1,"lng":Infinity}"#, #"{"lat":1,"lng":-1e999}"#, #"{"lat":1e999,"lng":1}"#,
        #"{"lat":1,"lng":2,"acc":"5 m"}"#, #"{"lat":1,"lng":2,"acc":"-1"}"#, #"{"lat":1,"lng":2,"acc":-1}"#,
        #"{"lat":1,"lng":2,"acc":1e999}"#,
        #"{"lat":1,"lng":2,"tst":"now"}"#, #"{"lat":1,"lng":2,"tst":1644048000000}"#, #"{"lat":1,"lng":2,"tst":-1}"#,
        #"{"lat":1,"lng":2,"tst":1e300}"#, #"{"lat":1,"lng":2,"name":5}"#, #"{"lat":1,"lng":2,"id":1.5}"#,
        #"{"lat":1,"lng":2,"id":true}"#, #"{"lat":1,"lng":2,"id":{}}"#, #"{"lat":1,"lng":2,"id":99999999999999999999}"#,
        #"{"lat":1,"lng":2,"reset":true}"#, #"{"reset":false}"#,
        #"{"_type":5,"lat":1,"lng":2}"#, #"{"_type":"location"}"#,
        "geo:", "geo:1", "geo:1,2,3,4", "geo:1,2,x", "geo: 1,2", "geo:+1,2", "geo:1,2;crs=nad27", "geo:1,2;crs",
        "geo:1,2;u=", "geo:1,2;u=-1", "geo:1,2;u=x", "geo:1,2;", "geo:1,2;=5", "geo:?q=1,2", "geo:0,0?q=Tokyo",
        "geo:0,0?q=1,2,3", "geo:1e1,2", "geoo:1,2",
    ])
    func `what is not one of the forms is malformed, with a right one in the message`(payload: String) throws {
        let error = try error(Array(payload.utf8))
        #expect(error.code == .malformed)
        #expect(error.message.contains("35.6465,139.6297"))
    }

    @Test(arguments: [
        [0xFF], [0xC0, 0x80], Array("35.6,139.7".utf8) + [0x80], [0xED, 0xA0, 0x80], [0x7B, 0xE4, 0xB8],
        [0x7B, 0x00, 0x7D, 0x00], [0x00],
    ])
    func `bytes that are not UTF-8 text are malformed`(payload: [UInt8]) throws {
        #expect(try error(payload).code == .malformed)
    }

    @Test(arguments: [
        "90.0001,0", "-90.0001,0", "0,180.0001", "0,-180.0001", "139.6297,35.6465", "geo:91,0", "geo:0,181",
        #"{"lat":91,"lng":0,"id":3}"#, #"{"lat":0,"lng":1e308}"#, String(repeating: "9", count: 500) + ",1",
    ])
    func `degrees past the ends are out of range`(payload: String) throws {
        #expect(try error(Array(payload.utf8)).code == .outOfRange)
    }

    @Test func `1 KiB is taken and a byte more is too large`() throws {
        let payload = Array("1,2".utf8) + Array(repeating: 0x20, count: 1021)
        #expect(try PositionCommand.parse(payload: payload) == .change(.set(ReportedPosition(coordinate: place(1, 2)))))
        #expect(try error(payload + [0x20]).code == .tooLarge)
        #expect(try error(Array(repeating: 0xFF, count: 100_000)).code == .tooLarge)
    }

    @Test func `the id is kept for the reply where it could be read`() throws {
        #expect(try error(Array(#"{"lat":"x","lng":1,"id":7}"#.utf8)).id == .integer(7))
        #expect(try error(Array(#"{"lat":91,"lng":1,"id":"q"}"#.utf8)).id == .text("q"))
        #expect(try error(Array(#"{"lat":1,"lng":1,"tst":"x","id":"q"}"#.utf8)).id == .text("q"))
        #expect(try error(Array(#"{"reset":true,"lat":1,"id":"q"}"#.utf8)).id == .text("q"))
    }

    @Test func `an id is at most 64 bytes as JSON`() throws {
        for (id, fits) in [
            (String(repeating: "a", count: 64), true), (String(repeating: "a", count: 65), false),
            (String(repeating: "字", count: 21), true), (String(repeating: "字", count: 22), false),
            (String(repeating: #"\""#, count: 32), true), (String(repeating: #"\""#, count: 33), false),
        ] {
            let payload = Array(#"{"lat":1,"lng":1,"id":"\#(id)"}"#.utf8)
            let command = try? PositionCommand.parse(payload: payload)
            #expect((command != nil) == fits, "\(id)")
        }
    }

    @Test(arguments: [
        (#"{"lat":12.3456,"lng":"65.4321 E"}"#, "lng is not a number"), (#"{"lat":12.3456}"#, "lng is missing"),
        (#"{"lon":12.3456}"#, "lat is missing"), ("geo:12.3456,65.4321;crs=nad27", "crs other than wgs84"),
        ("12.3456;65.4321", "not two numbers"), ("12.3456,265.4321", "longitude is -180 to 180"),
        (#"{"lat":12.3456,"lng":65.4321,"tst":1644048000000}"#, "not milliseconds"), ("", "empty"),
    ])
    func `a message names what was wrong and never the position`(payload: String, words: String) throws {
        let message = try error(Array(payload.utf8)).message
        #expect(message.contains(words))
        #expect(!message.contains("12.3456") && !message.contains("65.4321"))
    }

    private func place(_ latitude: Double, _ longitude: Double) throws -> Coordinate {
        try #require(Coordinate(latitude: latitude, longitude: longitude))
    }
}
