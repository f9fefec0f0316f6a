import Weather
import Widgets

extension ConditionsContent {
    /// The parts that are left out for lack of room, in this order.
    private enum Reduction: CaseIterable {
        case tenths
        case names
        case pressure
        case feelsLike
        case airQualityWords
        case humidity
        case lastDay
        case airQuality
        case wind
        case words
        case emphasis
    }

    /// The contents from complete to the least that fits every picture.
    var reductions: [ConditionsContent] {
        var withoutDays = self
        withoutDays.days = []
        return days.isEmpty ? withoutDays.steps : steps.dropLast() + withoutDays.steps
    }

    private var steps: [ConditionsContent] {
        var steps = [self]
        for reduction in Reduction.allCases {
            var next = steps[steps.count - 1]
            next.apply(reduction)
            steps.append(next)
        }
        return steps
    }

    private mutating func apply(_ reduction: Reduction) {
        switch reduction {
        case .tenths: temperature = wholeTemperature
        case .names: isTerse = true
        case .pressure: details.removeAll { $0.kind == .pressure }
        case .feelsLike: feelsLike = nil
        case .airQualityWords: for index in details.indices { details[index].words = nil }
        case .humidity: details.removeAll { $0.kind == .humidity }
        case .airQuality: details.removeAll { $0.kind == .airQuality }
        case .wind: details.removeAll { $0.kind == .wind }
        case .lastDay: if days.count > 3 { days.removeLast() }
        case .words: words = nil
        case .emphasis: isMinimal = true
        }
    }
}
