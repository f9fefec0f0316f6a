import Testing

/// The rules see what Home Assistant refuses: a check that never fails would prove nothing.
@Suite struct DiscoveryRulesTests {
    private static let good =
        #"{"dev":{"ids":["k/p"],"name":"p"},"o":{"name":"K","url":"https://example.org"},"avty_t":"k/s","cmps":{"#
        + #""t":{"p":"sensor","name":"T","uniq_id":"t","stat_t":"k/p","dev_cla":"temperature","unit_of_meas":"°C"},"#
        + #""c":{"p":"sensor","name":"C","uniq_id":"c","stat_t":"k/p","dev_cla":"enum","ops":["a","b"]},"#
        + #""u":{"p":"sensor","name":"U","uniq_id":"u","stat_t":"k/p","dev_cla":"timestamp","ent_cat":"diagnostic"},"#
        + #""q":{"p":"sensor","name":"Q","uniq_id":"q","stat_t":"k/p","dev_cla":"aqi","stat_cla":"measurement"},"#
        + #""x":{"p":"text","name":"X","uniq_id":"x","cmd_t":"k/x","min":1,"max":255},"#
        + #""i":{"p":"image","name":"I","uniq_id":"i","img_t":"k/i","cont_type":"image/png"},"#
        + #""d":{"p":"device_tracker","name":"D","uniq_id":"d","json_attr_t":"k/d"}}}"#
    private static let topic = "homeassistant/device/k_p/config"

    private func faults(_ text: String, _ topic: String = topic) -> [String] {
        DiscoveryRules.faults(topic: topic, payload: Array(text.utf8), prefix: "homeassistant")
    }

    @Test func `a good document has no fault`() {
        #expect(faults(Self.good) == [])
    }

    @Test(arguments: [
        (#""o":{"name":"K","url":"https://example.org"},"#, ""),
        (#""name":"K","#, #""name":"K","vendor":"x","#),
        (#""ids":["k/p"],"#, ""), (#""ids":["k/p"],"#, #""ids":["k/p"],"colour":"x","#),
        (#""avty_t":"k/s","#, #""avty_t":"k/s","~":"k","#), (#""avty_t":"k/s","#, #""avty_t":"k/s","stat_t":"k/p","#),
        (#""avty_t":"k/s","#, #""avty_t":"k/s","json_attr_t":"k/p","#),
        (#""avty_t":"k/s","#, #""avty":[{"t":"k/s"}],"avty_t":"k/s","#),
        ("https://example.org", "example.org"), (#""uniq_id":"t","#, ""), (#""uniq_id":"t""#, #""uniq_id":"c""#),
        (#""p":"sensor","name":"T""#, #""p":"weather","name":"T""#), (#""p":"sensor","name":"T""#, #""name":"T""#),
        (#""name":"T""#, #""name":"p T""#), (#""name":"T""#, #""name":"C""#), ("°C", "C"), ("°C", "hPa"),
        (#""ops":["a","b"]"#, #""ops":["a","b"],"stat_cla":"measurement""#),
        (#""ops":["a","b"]"#, #""ops":["a","b"],"unit_of_meas":"%""#), (#","ops":["a","b"]"#, ""),
        (#""ops":["a","b"]"#, #""ops":[]"#), (#""dev_cla":"enum","#, ""),
        (#""timestamp""#, #""timestamp","stat_cla":"measurement""#),
        (#""timestamp""#, #""timestamp","unit_of_meas":"s""#),
        (#""diagnostic""#, #""config""#), (#""aqi","#, #""aqi","unit_of_meas":"AQI","#), (#""max":255"#, #""max":256"#),
        (#""min":1"#, #""min":300"#), (#""min":1"#, #""ic":"house","min":1"#), (#""cmd_t":"k/x","#, ""),
        (#""cmd_t":"k/x""#, #""cmd_t":"k/+/x""#), ("image/png", "text/plain"), (#""img_t":"k/i","#, ""),
        (#""json_attr_t":"k/d""#, #""stat_t":"k/d","json_attr_t":"k/d""#), (#","json_attr_t":"k/d""#, ""),
        (#""stat_t":"k/p","dev_cla":"aqi""#, #""stat_topic":"k/p","dev_cla":"aqi""#), ("}}}", "}}"),
    ])
    func `each of these is a fault`(part: String, bad: String) {
        #expect(Self.good.contains(part))
        #expect(faults(Self.good.replacing(part, with: bad)) != [], "\(part) as \(bad)")
    }

    @Test(arguments: [
        "homeassistant/device/k.p/config", "homeassistant/device/k p/config", "homeassistant/device/k/p/config",
        "homeassistant/device//config", "homeassistant/device/k_p", "other/device/k_p/config",
    ])
    func `each of these is no topic of discovery`(topic: String) {
        #expect(faults(Self.good, topic) != [])
    }
}
