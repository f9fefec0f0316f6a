import Foundation
import TestSupport
import Testing
import Weather

@testable import Upstreams

@Suite struct GeoNamesTests {
    private let geoNames = GeoNames()

    private func place(_ latitude: Double, _ longitude: Double, _ language: String) throws -> Place? {
        geoNames.place(
            near: try #require(Coordinate(latitude: latitude, longitude: longitude)),
            language: language
        )
    }

    private func timeZone(_ latitude: Double, _ longitude: Double) throws -> String {
        geoNames.timeZone(near: try #require(Coordinate(latitude: latitude, longitude: longitude)))
    }

    struct Known: Sendable, CustomTestStringConvertible {
        var latitude: Double
        var longitude: Double
        var names: [String: String]
        var timeZone: String
        var testDescription: String { names["en"] ?? "" }

        init(_ latitude: Double, _ longitude: Double, _ timeZone: String, _ names: [String: String]) {
            self.latitude = latitude
            self.longitude = longitude
            self.timeZone = timeZone
            self.names = names
        }
    }

    static let known = [
        Known(35.6465, 139.6297, "Asia/Tokyo", ["ja": "世田谷区", "en": "Setagaya", "zh": "世田谷区", "de": "Setagaya"]),
        Known(35.6580, 139.7016, "Asia/Tokyo", ["ja": "渋谷区", "en": "Shibuya", "ja-JP": "渋谷区"]),
        Known(35.6938, 139.7034, "Asia/Tokyo", ["ja": "新宿区", "en": "Shinjuku"]),
        Known(35.4437, 139.6380, "Asia/Tokyo", ["ja": "横浜市", "en": "Yokohama", "zh": "横滨市"]),
        Known(43.0621, 141.3544, "Asia/Tokyo", ["ja": "札幌市", "en": "Sapporo", "ko": "삿포로"]),
        Known(35.0116, 135.7681, "Asia/Tokyo", ["ja": "京都市", "en": "Kyoto"]),
        Known(34.6937, 135.5023, "Asia/Tokyo", ["ja": "大阪市", "en": "Osaka"]),
        Known(26.2124, 127.6792, "Asia/Tokyo", ["ja": "那覇市", "en": "Naha"]),
        Known(39.9042, 116.4074, "Asia/Shanghai", ["zh": "北京市", "ja": "北京市", "en": "Beijing"]),
        Known(23.1291, 113.2644, "Asia/Shanghai", ["zh": "广州市", "ja": "広州市", "en": "Guangzhou"]),
        Known(25.0330, 121.5654, "Asia/Taipei", ["zh": "台北市", "ko": "타이베이", "en": "Taipei"]),
        Known(37.5665, 126.9780, "Asia/Seoul", ["ko": "서울시", "ja": "ソウル", "en": "Seoul"]),
        Known(1.2897, 103.8501, "Asia/Singapore", ["zh": "新加坡", "ja": "シンガポール", "en": "Singapore"]),
        Known(48.8566, 2.3522, "Europe/Paris", ["ja": "パリ", "zh": "巴黎", "ko": "파리", "fr": "Paris"]),
        Known(52.5200, 13.4050, "Europe/Berlin", ["ja": "ベルリン", "en": "Berlin"]),
        Known(40.6782, -73.9442, "America/New_York", ["en": "Brooklyn", "ja": "ブルックリン"]),
        Known(-23.5505, -46.6333, "America/Sao_Paulo", ["en": "São Paulo", "ja": "サンパウロ"]),
        Known(28.6139, 77.2090, "Asia/Kolkata", ["en": "New Delhi", "ja": "ニューデリー"]),
        Known(27.7172, 85.3240, "Asia/Kathmandu", ["en": "Kathmandu", "ja": "カトマンズ"]),
        Known(-33.8688, 151.2093, "Australia/Sydney", ["en": "Sydney", "ja": "シドニー"]),
        Known(47.5615, -52.7126, "America/St_Johns", ["en": "St. John's"]),
        Known(78.2232, 15.6267, "Arctic/Longyearbyen", ["en": "Longyearbyen"]),
    ]

    @Test(arguments: known)
    func `a place has the name and the zone that people there give it`(known: Known) async throws {
        for (language, name) in known.names {
            #expect(try place(known.latitude, known.longitude, language)?.name == name, "\(language)")
        }
        #expect(try place(known.latitude, known.longitude, "en")?.timeZone == known.timeZone)
        #expect(try timeZone(known.latitude, known.longitude) == known.timeZone)
        let coordinate = try #require(Coordinate(latitude: known.latitude, longitude: known.longitude))
        #expect(await geoNames.place(at: coordinate, language: "en")?.name == known.names["en"] ?? known.names["fr"])
    }

    @Test func `a small town nearby goes before a city far away`() throws {
        // Toyotomi has 4,000 people, Wakkanai 34,000, twice as far; Leh has 31,000.
        #expect(try place(45.2, 141.9, "ja")?.name == "豊富町付近")
        #expect(try place(34.16, 77.58, "en")?.name == "Leh")
    }

    @Test(arguments: [(30.0, -160.0), (-50, -120), (0, -140), (90, 0), (-90, 180), (-75, 0), (40, -40)])
    func `far from all places there is none`(latitude: Double, longitude: Double) throws {
        #expect(try place(latitude, longitude, "en") == nil)
    }

    @Test(arguments: [
        (30.0, -160.0, "Etc/GMT+11"), (40, -40, "Etc/GMT+3"), (0, -140, "Etc/GMT+9"), (-45, 85, "Etc/GMT-6"),
        (-60, 180, "Etc/GMT-12"), (-60, -180, "Etc/GMT+12"), (90, 7.4, "Etc/GMT"),
    ])
    func `at sea the nautical zone holds`(latitude: Double, longitude: Double, zone: String) throws {
        #expect(try timeZone(latitude, longitude) == zone)
    }

    @Test func `the date line cuts nothing`() throws {
        // Taveuni lies on the 180th meridian; Labasa is 60 km west of it, Suva 160 km. Apia is far east.
        for longitude in [179.99, -179.99, 180, -180] {
            #expect(try place(-16.45, longitude, "en")?.name == "near Labasa", "\(longitude)")
            #expect(try timeZone(-16.45, longitude) == "Pacific/Fiji", "\(longitude)")
        }
        #expect(try timeZone(-13.8333, -171.7667) == "Pacific/Apia")
        #expect(try place(-13.8333, -171.7667, "en")?.name == "Apia")
    }

    @Test(arguments: UInt64(0)..<200)
    func `every point has an answer that is sound`(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        for _ in 0..<50 {
            let coordinate = try #require(
                Coordinate(
                    latitude: Double.random(in: -90...90, using: &random),
                    longitude: Double.random(in: -180...180, using: &random)
                )
            )
            let zone = geoNames.timeZone(near: coordinate)
            #expect(zone.contains("/"))
            for language in ["ja", "zh", "zh-TW", "ko", "de", "fr", "es", "en", ""] {
                guard let place = geoNames.place(near: coordinate, language: language) else { continue }
                #expect(!place.name.isEmpty && !place.name.contains("\u{FFFD}"))
                #expect(place.name.unicodeScalars.allSatisfy { $0.value >= 0x20 && $0.value != 0x7F })
                #expect(place.timeZone.contains("/"))
            }
        }
    }

    @Test func `the table is whole, small and has time zones that exist`() throws {
        #expect(PackedBytes.places.count <= 1_500_000)
        let table = try #require(PlaceTable(.places))
        var count = 0
        var zones: Set<String> = []
        table.forEachRow(bands: 0...179, columns: 0...359) { row in
            count += 1
            zones.insert(table.timeZone(row.zone))
        }
        #expect(count > 59_000)
        table.forEachPoint(latitudes: -90...90) { zones.insert(table.timeZone($0.zone)) }
        #expect(zones.count > 400)
        let missing = zones.filter { !FileManager.default.fileExists(atPath: "/usr/share/zoneinfo/" + $0) }
        #expect(missing.isEmpty)
    }

    @Test func `a read outside the bytes gives zero`() {
        let bytes = PackedBytes.places
        #expect(bytes[0] == UInt8(ascii: "K"))
        for index in [-1, bytes.count, .max, .min] { #expect(bytes[index] == 0) }
    }

    @Test func `GeoNames is credited`() {
        for credit in ["GeoNames", "CC BY 4.0", "Unicode CLDR", "Natural Earth"] {
            #expect(GeoNames.attribution.contains(credit))
        }
    }
}
