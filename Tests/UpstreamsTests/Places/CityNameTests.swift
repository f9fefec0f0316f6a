import Testing
import Weather

@testable import Upstreams

/// A large city, its centre, and what it is called in German, French, Spanish, English, Japanese, Korean and Chinese
/// (simplified, then traditional).
private struct City: Sendable, CustomTestStringConvertible {
    static let languages = ["de", "fr", "es", "en", "ja", "ko", "zh", "zh-TW"]

    var latitude: Double
    var longitude: Double
    var names: [String]
    var testDescription: String { names[3] }

    init(_ latitude: Double, _ longitude: Double, _ names: String...) {
        self.latitude = latitude
        self.longitude = longitude
        self.names = names
    }

    static let all = [
        City(48.1374, 11.5755, "München", "Munich", "Múnich", "Munich", "ミュンヘン", "뮌헨", "慕尼黑", "慕尼黑"),
        City(48.2085, 16.3721, "Wien", "Vienne", "Viena", "Vienna", "ウィーン", "빈", "维也纳", "維也納"),
        City(41.8947, 12.4839, "Rom", "Rome", "Roma", "Rome", "ローマ", "로마", "罗马", "羅馬"),
        City(50.0880, 14.4208, "Prag", "Prague", "Praga", "Prague", "プラハ", "프라하", "布拉格", "布拉格"),
        City(52.2298, 21.0118, "Warschau", "Varsovie", "Varsovia", "Warsaw", "ワルシャワ", "바르샤바", "华沙", "華沙"),
        City(55.7522, 37.6156, "Moskau", "Moscou", "Moscú", "Moscow", "モスクワ", "모스크바", "莫斯科", "莫斯科"),
        City(
            55.6759,
            12.5655,
            "Kopenhagen",
            "Copenhague",
            "Copenhague",
            "Copenhagen",
            "コペンハーゲン",
            "코펜하겐",
            "哥本哈根",
            "哥本哈根"
        ),
        City(38.7263, -9.1484, "Lissabon", "Lisbonne", "Lisboa", "Lisbon", "リスボン", "리스본", "里斯本", "里斯本"),
        City(50.8505, 4.3488, "Brüssel", "Bruxelles", "Bruselas", "Brussels", "ブリュッセル", "브뤼셀", "布鲁塞尔", "布魯塞爾"),
        City(37.9838, 23.7278, "Athen", "Athènes", "Atenas", "Athens", "アテネ", "아테네", "雅典", "雅典"),
        City(44.4328, 26.1043, "Bukarest", "Bucarest", "Bucarest", "Bucharest", "ブカレスト", "부쿠레슈티", "布加勒斯特", "布加勒斯特"),
        City(44.8040, 20.4651, "Belgrad", "Belgrade", "Belgrado", "Belgrade", "ベオグラード", "베오그라드", "贝尔格莱德", "貝爾格勒"),
        City(30.0626, 31.2497, "Kairo", "Le Caire", "El Cairo", "Cairo", "カイロ", "카이로", "开罗", "開羅"),
        City(35.6944, 51.4215, "Teheran", "Téhéran", "Teherán", "Tehran", "テヘラン", "테헤란", "德黑兰", "德黑蘭"),
        City(51.5085, -0.1257, "London", "Londres", "Londres", "London", "ロンドン", "런던", "伦敦", "倫敦"),
        City(48.8534, 2.3488, "Paris", "Paris", "París", "Paris", "パリ", "파리", "巴黎", "巴黎"),
        City(-33.8679, 151.2073, "Sydney", "Sydney", "Sídney", "Sydney", "シドニー", "시드니", "悉尼", "雪梨"),
        City(45.4643, 9.1895, "Mailand", "Milan", "Milán", "Milan", "ミラノ", "밀라노", "米兰", "米蘭"),
        City(40.8522, 14.2681, "Neapel", "Naples", "Nápoles", "Naples", "ナポリ", "나폴리", "那不勒斯", "拿坡里"),
        City(46.2022, 6.1457, "Genf", "Genève", "Ginebra", "Geneva", "ジュネーヴ", "제네바", "日内瓦", "日內瓦"),
        City(50.9375, 6.9603, "Köln", "Cologne", "Colonia", "Cologne", "ケルン", "쾰른", "科隆", "科隆"),
        City(23.1330, -82.3830, "Havanna", "La Havane", "La Habana", "Havana", "ハバナ", "아바나", "哈瓦那", "哈瓦那"),
        City(
            19.4285,
            -99.1277,
            "Mexiko-Stadt",
            "Mexico",
            "Ciudad de México",
            "Mexico City",
            "メキシコシティー",
            "멕시코시티",
            "墨西哥城",
            "墨西哥市"
        ),
        City(
            59.9386,
            30.3141,
            "Sankt Petersburg",
            "Saint-Pétersbourg",
            "San Petersburgo",
            "Saint Petersburg",
            "サンクトペテルブルク",
            "상트페테르부르크",
            "圣彼得堡",
            "聖彼得堡"
        ),
        City(39.9075, 116.3972, "Peking", "Pékin", "Pekín", "Beijing", "北京市", "베이징", "北京市", "北京市"),
        City(31.2222, 121.4581, "Shanghai", "Shanghai", "Shanghái", "Shanghai", "上海市", "상하이", "上海市", "上海市"),
        City(37.5660, 126.9784, "Seoul", "Séoul", "Seúl", "Seoul", "ソウル", "서울시", "首尔", "首爾"),
        City(34.6937, 135.5022, "Osaka", "Osaka", "Osaka", "Osaka", "大阪市", "오사카", "大阪市", "大阪市"),
        City(25.0531, 121.5264, "Taipeh", "Taipei", "Taipéi", "Taipei", "台北市", "타이베이", "台北市", "台北市"),
        City(40.7143, -74.0060, "New York", "New York", "Nueva York", "New York", "ニューヨーク", "뉴욕", "纽约", "紐約"),
    ]
}

@Suite struct CityNameTests {
    private let geoNames = GeoNames()

    @Test(arguments: City.all)
    private func `a city has its name in each language`(city: City) throws {
        let point = try #require(Coordinate(latitude: city.latitude, longitude: city.longitude))
        let names = City.languages.map { geoNames.place(near: point, language: $0)?.name }
        #expect(names == city.names)
    }

    /// Those of the largest that a source names in the language's own script; the others have their general name.
    @Test(arguments: [("ja", 1500), ("zh", 1650), ("zh-TW", 1650), ("ko", 1400)])
    func `most of the largest places have a name in the language's script`(language: String, atLeast: Int) throws {
        let table = try #require(PlaceTable(.places))
        var largest: [PlaceTable.Row] = []
        table.forEachRow(bands: 0...179, columns: 0...359) { row in
            // Some 2,000 have 290,000 people or more; those of Tokyo are more points than places.
            if row.populationClass >= 123, abs(row.latitude - 35.7) > 0.3 || abs(row.longitude - 139.7) > 0.4 {
                largest.append(row)
            }
        }
        #expect((1900...2150).contains(largest.count))
        let names = largest.map { table.name(of: $0, in: GeoNames.language(language)) }
        let isOfScript: (Unicode.Scalar) -> Bool =
            language == "ko" ? { ("\u{AC00}"..."\u{D7A3}").contains($0) } : { ("\u{3005}"..."\u{9FFF}").contains($0) }
        #expect(names.filter { $0.unicodeScalars.contains(where: isOfScript) }.count >= atLeast)
    }

    @Test func `where a name is not known in a language the general one stands`() throws {
        let point = try #require(Coordinate(latitude: 48.1374, longitude: 11.5755))
        for language in ["it", "", "xx", "pt-BR"] {
            #expect(geoNames.place(near: point, language: language)?.name == "Munich")
        }
    }
}
