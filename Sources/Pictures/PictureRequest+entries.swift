import JSON
package import Time
package import Widgets

extension PictureRequest {
    /// An entry as it stands in requests; equal entries give equal bytes.
    package static func json(of entry: any WidgetEntry) throws(PictureError) -> [UInt8] {
        do {
            return try entry.encoded()
        } catch {
            throw .notUnderstood("the entry cannot be written: \(error)")
        }
    }

    /// The sample of a widget for the hour of `now`, on this PNG file unless it is empty; forms are to be added.
    package init(
        sampleOf widget: any Widget,
        _ settings: WidgetConfiguration,
        at now: UTCInstant,
        background: [UInt8] = []
    ) throws(PictureError) {
        let picture = settings.picture
        self.init(
            widget: settings.widget,
            entry: try Self.json(of: widget.sample(at: now)),
            context: DisplayContext(
                settings: settings.display,
                options: settings.options,
                placeName: Words.sampleName(language: settings.display.language),
                hour: now.hourStart,
                isStale: false
            ),
            isExpired: false,
            size: picture.size ?? .standard,
            colors: picture.colors,
            theme: picture.theme,
            rotation: picture.rotation,
            fonts: picture.fonts,
            forms: [],
            background: background
        )
    }
}
