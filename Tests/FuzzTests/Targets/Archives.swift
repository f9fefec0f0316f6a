import Foundation
import Time
import Timelines
import Weather
import Widgets

/// Reads an archive as the store gives it back, whatever has become of it on the disk.
func runArchive(_ bytes: [UInt8]) {
    let place = TimelineSubject.place(GridCell(containing: Shown.place))
    let weather = WeatherProvider(sources: [], zones: Shown.zones)
    if let timeline = weather.timeline(from: bytes, for: place, at: Shown.now) {
        show(timeline, of: WeatherWidget())
    }
    let conditions = ConditionsProvider(sources: [], zones: Shown.zones)
    if let timeline = conditions.timeline(from: bytes, for: place, at: Shown.now) {
        show(timeline, of: ConditionsWidget())
    }
    let request = QuoteRequest(categories: [], mostCharacters: 30)
    let day = DayProvider(quotes: .sources([], request), zones: Shown.zones)
    if let timeline = day.timeline(from: bytes, for: .timeZone("Asia/Tokyo"), at: Shown.now) {
        show(timeline, of: DayWidget())
    }
}
