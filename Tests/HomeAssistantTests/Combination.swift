import Widgets

@testable import HomeAssistant

/// The widgets as they are, in all combinations.
enum Combination {
    static let widgets: [any Widget] = .kiatsu

    static let all: [[any Widget]] = (0..<16).map { mask in
        widgets.enumerated().filter { mask >> $0.offset & 1 == 1 }.map(\.element)
    }

    /// As the bridge gives them: what is observed first.
    static func readings(of widgets: [any Widget]) -> [ReadingDescription] {
        let all = widgets.flatMap(\.readings)
        return all.filter(\.isObserved) + all.filter { !$0.isObserved }
    }

    static func panel(
        _ id: String = "kitchen",
        _ widgets: [any Widget] = widgets,
        name: String? = nil,
        isTracked: Bool = true,
        baseTopic: String = "kiatsu",
        decimals: Int = 2
    ) -> Device {
        .panel(
            id,
            name: name,
            readings: readings(of: widgets),
            pictures: widgets.map { ($0.name, "\(baseTopic)/image/\(id)/\($0.name).png") },
            isTracked: isTracked,
            baseTopic: baseTopic,
            positionDecimals: decimals,
            version: "1.2.3"
        )
    }
}
