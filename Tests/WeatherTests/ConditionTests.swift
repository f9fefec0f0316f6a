import Testing
import Weather

@Suite struct ConditionTests {
    @Test func `the numbers and letters are the table's`() {
        let letters = Condition.allCases.map { Character(Unicode.Scalar($0.code(isDaylight: true))) }
        #expect(String(letters) == "?CFPOGHDRWXYSVTQ")
        #expect(Condition.allCases.map(\.rawValue) == Array(0...15))
    }

    @Test(arguments: Condition.allCases.filter { $0 != .unknown }, [true, false])
    func `a letter decodes to what it was made from`(condition: Condition, isDaylight: Bool) throws {
        let decoded = try #require(Condition.decode(code: condition.code(isDaylight: isDaylight)))
        #expect(decoded.condition == condition)
        #expect(decoded.isDaylight == isDaylight)
    }

    @Test(arguments: [true, false])
    func `unknown is a question mark whatever the hour`(isDaylight: Bool) {
        #expect(Condition.unknown.code(isDaylight: isDaylight) == UInt8(ascii: "?"))
    }

    @Test func `only the table's letters decode`() {
        let known = (UInt8.min...UInt8.max).filter { Condition.decode(code: $0) != nil }
        #expect(String(decoding: known, as: UTF8.self) == "?CDFGHOPQRSTVWXYcdfghopqrstvwxy")
    }

    @Test func `only a clear sky has a name of its own by night in Home Assistant`() {
        let differing = Condition.allCases.filter {
            $0.homeAssistantName(isDaylight: true) != $0.homeAssistantName(isDaylight: false)
        }
        #expect(differing == [.clear])
    }
}
