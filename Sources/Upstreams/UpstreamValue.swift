import Weather

/// Numbers and names as upstreams send them, made into what reports hold; nonsense is nil.
enum UpstreamValue {
    /// 0…100 %.
    static func percent(_ value: Double?) -> Int? {
        whole(value, within: 0...100)
    }

    /// 0…359 degrees; north may come as 360 too, and calm as a number that is no direction.
    static func degrees(_ value: Double?) -> Int? {
        whole(value, within: 0...360).map { $0 % 360 }
    }

    /// 0…9999 tenths of a millimetre.
    static func tenthsMillimetre(millimetres value: Double?) -> Int? {
        whole(value.map { $0 * 10 }, within: 0...9999)
    }

    /// 0…99,999 m; who sees farther sees as far as can be told, but nobody sees a thousand kilometres.
    static func metres(_ value: Double?) -> Int? {
        whole(value, within: 0...999_999).map { min($0, 99_999) }
    }

    /// A day either way at the most, which is more than any clock on Earth is off.
    static func utcOffsetSeconds(_ value: Int?) -> Int? {
        value.flatMap { (-86_400...86_400).contains($0) ? $0 : nil }
    }

    /// The name of a place without space around it; nil when nothing is left, or more than any place is called.
    static func placeName(_ text: String?) -> String? {
        guard let name = text?.trimmed, !name.isEmpty else { return nil }
        return name.count <= 200 ? name : nil
    }

    /// An index of the scale; what is fractional is rounded.
    static func airQuality(_ index: Double?, scale: AirQualityScale) -> AirQuality? {
        whole(index, within: scale.indices).flatMap { AirQuality(index: $0, scale: scale) }
    }

    private static func whole(_ value: Double?, within range: ClosedRange<Int>) -> Int? {
        guard let rounded = value?.rounded(), rounded.isFinite,
            (Double(range.lowerBound)...Double(range.upperBound)).contains(rounded)
        else { return nil }
        return Int(rounded)
    }
}

extension String {
    /// Without white space at its ends.
    var trimmed: String {
        guard let last = lastIndex(where: { !$0.isWhitespace }) else { return "" }
        return String(self[...last].drop(while: \.isWhitespace))
    }
}
