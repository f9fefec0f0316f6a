extension [Double] {
    /// The middle value, or the mean of the two middle ones; 0 of none.
    var median: Double {
        guard !isEmpty else { return 0 }
        let sorted = sorted()
        return (sorted[(count - 1) / 2] + sorted[count / 2]) / 2
    }

    /// The smallest value that at least this part of all are not above; 0 of none.
    func percentile(_ part: Double) -> Double {
        guard !isEmpty else { return 0 }
        let rank = Int((part * Double(count)).rounded(.up))
        return sorted()[Swift.min(Swift.max(rank, 1), count) - 1]
    }
}

extension Double {
    /// With this many decimals, such as `5.80`.
    func text(decimals: Int) -> String {
        var scale = 1
        for _ in 0..<decimals { scale *= 10 }
        let scaled = Int((magnitude * Double(scale)).rounded())
        let sign = self < 0 && scaled > 0 ? "-" : ""
        guard decimals > 0 else { return "\(sign)\(scaled)" }
        let fraction = "\(scaled % scale)"
        return "\(sign)\(scaled / scale)." + String(repeating: "0", count: decimals - fraction.count) + fraction
    }
}

extension Int {
    /// With a comma between thousands.
    var grouped: String {
        var text = ""
        for (index, digit) in "\(magnitude)".reversed().enumerated() {
            if index > 0, index % 3 == 0 { text.append(",") }
            text.append(digit)
        }
        return (self < 0 ? "-" : "") + String(text.reversed())
    }
}

extension Duration {
    var seconds: Double { self / .seconds(1) }
    var milliseconds: Double { self / .milliseconds(1) }
    var microseconds: Double { self / .microseconds(1) }
}
