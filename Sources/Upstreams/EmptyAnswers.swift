import Time
import Timelines
import Weather

extension HourlyForecast {
    /// A failure when no hour from now on has a pressure or a temperature.
    func orFailureWhenEmpty(at now: UTCInstant, from service: String) -> Result<HourlyForecast, ReloadFailure> {
        let hasData = hours.contains { hour in
            hour.start >= now.hourStart && (hour.pressure != nil || hour.temperature != nil)
        }
        if hasData { return .success(self) }
        let reason = "\(service) has no data there for the coming hours: choose another source for it"
        return .failure(ReloadFailure(reason: reason, retry: .halfHourly))
    }
}

extension ConditionsReport {
    /// A failure when it has neither a temperature nor a condition, of now or of any day.
    func orFailureWhenEmpty(from service: String) -> Result<ConditionsReport, ReloadFailure> {
        if saysSomething { return .success(self) }
        let reason = "\(service) has no current conditions there: choose another source for it"
        return .failure(ReloadFailure(reason: reason, retry: .halfHourly))
    }
}
