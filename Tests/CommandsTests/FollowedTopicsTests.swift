import Commands
import TestSupport
import Testing
import Time
import Topics
import Weather

private let now = UTCInstant(unixSeconds: 1_644_048_000)

/// Whole milliseconds: binary fractions of a second would round to either side of a deadline.
private func moment(_ second: Double) -> UTCInstant { now + .milliseconds(Int((second * 1000).rounded())) }

/// A panel's followed topics, and what came of what they brought.
private struct Follower {
    var topics: FollowedTopics

    init(_ filters: [String], baseTopic: String = "kiatsu") throws {
        topics = FollowedTopics(filters: try filters.map { try TopicFilter($0) }, baseTopic: baseTopic)
    }

    @discardableResult
    mutating func receive(_ topic: String, _ payload: String, at second: Double = 0, isRetained: Bool = false)
        -> FollowedTopics.Outcome?
    {
        topics.receive(
            topic: topic,
            payload: Array(payload.utf8),
            isRetained: isRetained,
            at: moment(second)
        )
    }

    mutating func due(at second: Double) -> [FollowedTopics.Fix] { topics.due(at: moment(second)) }

    var deadline: Double? { topics.nextDeadline.map { ($0 - now) / .seconds(1) } }
}

@Suite struct FollowedTopicsTests {
    private func place(_ latitude: Double, _ longitude: Double) throws -> Coordinate {
        try #require(Coordinate(latitude: latitude, longitude: longitude))
    }

    private func fix(_ outcome: FollowedTopics.Outcome?) throws -> FollowedTopics.Fix {
        guard case .fix(let fix)? = outcome else {
            Issue.record("\(String(describing: outcome))")
            throw CancellationError()
        }
        return fix
    }

    // MARK: Whole positions

    @Test(arguments: [
        "35.6465,139.6297", "35.6465 139.6297", "geo:35.6465,139.6297;u=12", #"{"lat":35.6465,"lng":139.6297}"#,
        #"{"_type":"location","lat":35.6465,"lon":139.6297,"acc":12,"tst":1644048000,"tid":"hk"}"#,
        #"{"latitude":35.6465,"longitude":139.6297,"gps_accuracy":60,"battery_level":99.9}"#,
        #"{"latitude":"35.6465","longitude":"139.6297","gps_accuracy":"60","geo":"somewhere"}"#,
    ])
    func `every form of a position is a fix at once`(payload: String) throws {
        for isRetained in [false, true] {
            var follower = try Follower(["owntracks/+/phone", "other"])
            let fix = try fix(follower.receive("owntracks/jane/phone", payload, isRetained: isRetained))
            #expect(fix.position.coordinate == (try place(35.6465, 139.6297)))
            #expect(fix.isRetained == isRetained && fix.topic == "owntracks/jane/phone")
            #expect(follower.deadline == nil && follower.due(at: 9).isEmpty)
        }
    }

    @Test(arguments: ["other", "owntracks/jane", "owntracks/jane/phone/event", "kiatsu/p/location", "kiatsu", "$SYS/x"])
    func `other topics are none of its business, ours least of all`(topic: String) throws {
        var follower = try Follower(["owntracks/+/phone", "kiatsu/#", "+"].filter { $0 != "+" || topic == "kiatsu" })
        #expect(!follower.topics.follows(topic))
        #expect(follower.receive(topic, "1,1") == nil)
    }

    @Test(arguments: [
        #"{"_type":"transition","event":"enter"}"#, #"{"_type":"waypoint","lat":1,"lon":1}"#, #"{"_type":"lwt"}"#,
        #"{"_type":"card"}"#, #"{"_type":"card","face":"\#(String(repeating: "x", count: 20_000))"}"#, "",
    ])
    func `OwnTracks' other messages and cleared topics are passed over`(payload: String) throws {
        var follower = try Follower(["#"])
        #expect(follower.receive("owntracks/jane/phone", payload) == .passedOver)
    }

    @Test(arguments: [
        (#"{"reset":true}"#, "own topic"), ("not_home", "not two numbers"), ("91,1", "latitude"), ("[1,2]", "numbers"),
        (#"{"latitude":"None","longitude":"None"}"#, "not a number"), (#"{"state":"home"}"#, "lat is missing"),
        ("\u{0}", "NUL"), (String(repeating: "x", count: 16_385), "16384"),
        (#"{"_type":"encrypted","data":"x"}"#, "encryption key"),
    ])
    func `what cannot be meant is ignored with a reason`(payload: String, reason: String) throws {
        var follower = try Follower(["tracker"])
        guard case .ignored(let text)? = follower.receive("tracker", payload) else {
            Issue.record("not ignored")
            return
        }
        #expect(text.contains(reason))
    }

    @Test func `a position may have a picture and many regions`() throws {
        var follower = try Follower(["owntracks/+/phone"])
        let regions = (0..<400).map { "\"region number \($0)\"" }.joined(separator: ",")
        let payload =
            #"{"_type":"location","lat":35.6465,"lon":139.6297,"inregions":[\#(regions)],"#
            + #""image":"\#(String(repeating: "A", count: 6000))"}"#
        #expect(payload.utf8.count > 12_000)
        let fix = try fix(follower.receive("owntracks/jane/phone", payload))
        #expect(fix.position.coordinate == (try place(35.6465, 139.6297)))
    }

    @Test(arguments: [
        ("in_zones", #"["zone.home"]"#), ("zone_names", #"["Home"]"#), ("some_new_thing", "12"), ("flag", "true"),
        ("text", "\"35 m\""), ("object", #"{"a":1}"#), ("new_text", "at home"),
    ])
    func `what else is below a filter for all attributes is passed over`(name: String, payload: String) throws {
        for filter in ["ha/device_tracker/phone/+", "ha/#"] {
            var follower = try Follower([filter])
            #expect(follower.receive("ha/device_tracker/phone/\(name)", payload) == .passedOver)
        }
    }

    @Test(arguments: [#"{"lat":"north","lon":1}"#, #"{"longitude":1}"#, #"{"_type":"location"}"#, "91,1"])
    func `what was meant to be a position is told below such a filter, too`(payload: String) throws {
        var follower = try Follower(["owntracks/#"])
        guard case .ignored? = follower.receive("owntracks/jane/phone", payload) else {
            Issue.record("not told")
            return
        }
    }

    // MARK: Attributes

    private static let parent = "homeassistant/device_tracker/phone"

    /// The messages that Home Assistant's MQTT Statestream publishes of a phone, in its order.
    private static let statestream = [
        ("state", "not_home"), ("last_updated", "2022-02-05T08:00:00.123456+00:00"),
        ("last_changed", "2022-02-05T08:00:00.123456+00:00"), ("source_type", "\"gps\""), ("battery_level", "93"),
        ("latitude", "35.6465"), ("longitude", "139.6297"), ("gps_accuracy", "12"), ("altitude", "40.1"),
        ("course", "null"), ("friendly_name", "\"Jane's phone\""),
    ]

    @Test(arguments: UInt64(0)..<50)
    func `the attributes of a tracker make one fix, in whatever order they come`(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        var follower = try Follower(["homeassistant/device_tracker/+/+"])
        let order = seed == 0 ? Self.statestream : Self.statestream.shuffled(using: &random)
        for (index, (name, payload)) in order.enumerated() {
            let outcome = follower.receive("\(Self.parent)/\(name)", payload, at: Double(index) / 100, isRetained: true)
            #expect(outcome == .passedOver, "\(name)")
        }
        let deadline = try #require(follower.deadline)
        #expect(follower.due(at: deadline - 0.01).isEmpty)
        let fixes = follower.due(at: deadline)
        #expect(
            fixes.map(\.position) == [ReportedPosition(coordinate: try place(35.6465, 139.6297), accuracyMetres: 12)]
        )
        #expect(fixes.map(\.topic) == [Self.parent] && fixes.allSatisfy(\.isRetained))
        #expect(follower.deadline == nil && follower.due(at: 99).isEmpty, "once")
    }

    @Test func `a fix is given out a second after the last of its attributes`() throws {
        var follower = try Follower(["t/#"])
        follower.receive("t/latitude", "1", at: 0)
        #expect(follower.deadline == nil)
        follower.receive("t/longitude", "2", at: 0.2)
        #expect(follower.deadline == 1.2)
        follower.receive("t/gps_accuracy", "30", at: 0.9)
        #expect(follower.deadline == 1.9)
        #expect(follower.due(at: 1.9).map(\.position.accuracyMetres) == [30])
        follower.receive("t/latitude", "3", at: 60)
        follower.receive("t/longitude", "4", at: 60)
        #expect(follower.due(at: 61).map(\.position.accuracyMetres) == [nil], "the accuracy was that of the other one")
    }

    @Test(arguments: [
        ("latitude", "longitude", "gps_accuracy"), ("lat", "lng", "acc"), ("lat", "lon", "accuracy"),
        ("latitude", "long", "acc"),
    ])
    func `attributes are named as in JSON, and numbers may stand in quotes`(names: (String, String, String)) throws {
        var follower = try Follower(["t/+"])
        follower.receive("t/\(names.0)", " -1e-05 ")
        follower.receive("t/\(names.1)", "\"2.5\"")
        follower.receive("t/\(names.2)", "7")
        #expect(
            follower.due(at: 1).map(\.position)
                == [ReportedPosition(coordinate: try place(-0.00001, 2.5), accuracyMetres: 7)]
        )
    }

    @Test func `of attributes that keep coming the newest whole fix is given out every five seconds`() throws {
        var follower = try Follower(["t/#"])
        var given: [Double] = []
        for step in 0..<100 {
            let second = Double(step) / 4
            follower.receive("t/latitude", "\(second)", at: second)
            given += follower.due(at: second).map(\.position.coordinate.latitude)
            follower.receive("t/longitude", "\(second)", at: second)
            for fix in follower.due(at: second) {
                #expect(fix.position.coordinate.latitude == fix.position.coordinate.longitude)
                given.append(fix.position.coordinate.latitude)
            }
        }
        #expect(given == [4.75, 9.75, 14.75, 19.75])
    }

    @Test func `halves of different fixes are no position`() throws {
        var follower = try Follower(["t/#"])
        follower.receive("t/latitude", "1", at: 0)
        follower.receive("t/longitude", "20", at: 600)
        #expect(follower.deadline == nil, "its other half was lost")
        follower.receive("t/latitude", "10", at: 600.5)
        #expect(try follower.due(at: 602).map(\.position.coordinate) == [place(10, 20)])
        follower.receive("t/longitude", "21", at: 700)
        #expect(follower.due(at: 799).isEmpty)
    }

    @Test func `a fix is retained as soon as a half of it is`() throws {
        var follower = try Follower(["t/#"])
        for (isFirst, isSecond) in [(true, false), (false, true), (false, false)] {
            follower.receive("t/latitude", "1", isRetained: isFirst)
            follower.receive("t/longitude", "1", isRetained: isSecond)
            #expect(follower.due(at: 1).map(\.isRetained) == [isFirst || isSecond])
        }
    }

    @Test func `attributes that are no place are ignored with a reason, nulls are passed over`() throws {
        var follower = try Follower(["t/#"])
        follower.receive("t/latitude", "91")
        let wrong = follower.receive("t/longitude", "1")
        #expect(wrong == .ignored(reason: "latitude is -90 to 90, longitude is -180 to 180"))
        #expect(follower.receive("t/gps_accuracy", "-1") == .ignored(reason: "the accuracy is negative"))
        #expect(follower.receive("t/latitude", "null") == .passedOver)
        #expect(follower.receive("t/latitude", "5") == .passedOver)
        #expect(follower.receive("t/whatever", "what") == .passedOver, "an attribute of the same thing")
        #expect(follower.deadline == nil)
        for payload in ["nan", "inf", "0x10", "1e999", "\"\"", "\"x\"", "true"] {
            var fresh = try Follower(["t/#"])
            guard case .ignored? = fresh.receive("t/latitude", payload) else {
                Issue.record("\(payload) was taken")
                continue
            }
        }
    }

    @Test func `parents keep apart, and no more are kept than the limit`() throws {
        var follower = try Follower(["+/+"])
        let count = FollowedTopics.mostParents + 6
        for index in 0..<count { follower.receive("t\(index)/lat", "\(index)", at: Double(index) / 100) }
        for index in 0..<count { follower.receive("t\(index)/lng", "\(index)", at: 1 + Double(index) / 100) }
        // Those that were silent for longest had to go, and came back with one half, in place of others.
        let fixes = follower.due(at: 9)
        #expect(fixes.count <= FollowedTopics.mostParents)
        #expect(fixes.allSatisfy { $0.position.coordinate.latitude == $0.position.coordinate.longitude })
        #expect(fixes.map(\.position.coordinate.latitude) == fixes.map(\.position.coordinate.latitude).sorted())
    }

    @Test func `a clock that is set back holds no fix back`() throws {
        var follower = try Follower(["t/#"])
        follower.receive("t/latitude", "1", at: 1000)
        follower.receive("t/longitude", "2", at: 1000)
        #expect(follower.due(at: 10).count == 1)
        follower.receive("t/latitude", "3", at: 1000)
        follower.receive("t/longitude", "4", at: 11)
        #expect(follower.deadline == nil)
        follower.receive("t/latitude", "5", at: 11)
        #expect(try follower.due(at: 12).map(\.position.coordinate) == [place(5, 4)])
    }

    @Test(arguments: UInt64(0)..<200)
    func `whatever comes, nothing traps and what is kept is bounded`(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        var follower = try Follower(["#", "t/+"])
        let names = ["lat", "latitude", "lng", "longitude", "acc", "state", "", "x"]
        let payloads = [
            "1", "-91", "1e99", "1e400", "\"5\"", "null", "{}", "1,1", "{\"reset\":true}", "", "\u{0}", "\"", "\"\"",
            "-",
        ]
        var second = 0.0
        for _ in 0..<300 {
            let levels = (0..<Int.random(in: 0...3, using: &random)).map { _ in
                "p\(Int.random(in: 0..<9, using: &random))"
            }
            let topic = (levels + [names.randomElement(using: &random) ?? ""]).joined(separator: "/")
            second += Double.random(in: -3...4, using: &random)
            let payload = payloads.randomElement(using: &random) ?? ""
            follower.receive(topic, payload, at: second, isRetained: .random(using: &random))
            guard let deadline = follower.deadline else { continue }
            #expect(deadline <= second + 1000)
            if Bool.random(using: &random) {
                #expect(!follower.due(at: deadline).isEmpty)
                second = max(second, deadline)
            }
        }
    }
}
