package import Timelines
package import Weather

extension OpenMeteo {
    private static let airQualityVariables = ["european_aqi", "us_aqi"]

    package static func reportCallCount(places: Int) -> Int {
        calls(places: places, variables: OpenMeteoConditions.variableCount)
            + calls(places: places, variables: airQualityVariables.count)
    }

    package func reports(for places: [Coordinate]) async -> [Result<ConditionsReport, ReloadFailure>] {
        guard !places.isEmpty else { return [] }
        let answers: [Int: OpenMeteoConditions]
        do throws(ReloadFailure) {
            let calls = Self.calls(places: places.count, variables: OpenMeteoConditions.variableCount)
            answers = try await self.answers(to: conditionsRequest(for: places), calls: calls)
        } catch {
            return places.map { _ in .failure(error) }
        }
        let now = clock.now
        let airQualities = answers.isEmpty ? [:] : await airQualities(of: places)
        return places.indices.map { index in
            guard let answer = answers[index], let days = answer.days() else { return .failure(Self.missingPart) }
            guard answer.isInUnitsAskedFor else {
                return .failure(ReloadFailure(malformed: "it is in other units than asked for", from: Self.title))
            }
            let report = ConditionsReport(
                current: answer.conditions,
                airQuality: airQualities[index],
                days: days,
                timeZone: answer.timeZone,
                obtained: now,
                source: name
            )
            return report.orFailureWhenEmpty(from: Self.title)
        }
    }

    private func conditionsRequest(for places: [Coordinate]) -> HTTPRequest {
        request(
            to: forecastURL,
            for: places,
            asking: [
                ("current", OpenMeteoConditions.currentVariables.joined(separator: ",")),
                ("hourly", OpenMeteoConditions.hourlyVariables.joined(separator: ",")),
                ("daily", OpenMeteoConditions.dailyVariables.joined(separator: ",")),
                ("wind_speed_unit", "ms"),
                ("timezone", "auto"),
                ("forecast_hours", "1"),
                ("forecast_days", "5"),
            ]
        )
    }

    /// By the index of the place; a place without one, and all places when the request fails, have none.
    private func airQualities(of places: [Coordinate]) async -> [Int: AirQuality] {
        let request = request(
            to: airQualityURL,
            for: places,
            asking: [("current", Self.airQualityVariables.joined(separator: ","))]
        )
        let answers: [Int: OpenMeteoAirQuality]
        do throws(ReloadFailure) {
            let calls = Self.calls(places: places.count, variables: Self.airQualityVariables.count)
            answers = try await self.answers(to: request, calls: calls)
        } catch {
            return [:]
        }
        var airQualities: [Int: AirQuality] = [:]
        for (index, place) in places.enumerated() { airQualities[index] = answers[index]?.airQuality(at: place) }
        return airQualities
    }
}
