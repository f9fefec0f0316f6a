import Configuration
import PicturePublishing
import Pictures
import Time
import Timelines
import Widgets

/// The pictures that the drawn widgets of panels should show.
extension Presenter {
    /// Those of one panel, in the order of its widgets.
    func wantedPictures(of id: String, at now: UTCInstant) -> [WantedPicture] {
        guard let panel = panels[id] else { return [] }
        return panel.widgets.indices.compactMap { wantedPicture(of: panel, $0, at: now) }
    }

    /// Nil where the widget is not drawn, is gone, or shows what has expired.
    func wantedPicture(of target: PictureTarget, at now: UTCInstant) -> WantedPicture? {
        guard let panel = panels[target.panel],
            let index = panel.configuration.widgets.firstIndex(where: { $0.widget == target.widget })
        else { return nil }
        return wantedPicture(of: panel, index, at: now)
    }

    func isDrawn(_ target: PictureTarget) -> Bool {
        panels[target.panel]?.configuration.widgets.contains {
            $0.widget == target.widget && !$0.picture.formats.isEmpty
        } ?? false
    }

    private func wantedPicture(of panel: PanelState, _ index: Int, at now: UTCInstant) -> WantedPicture? {
        let settings = panel.configuration.widgets[index]
        guard !settings.picture.formats.isEmpty, let presentation = timelines.presentation(of: panel.widgets[index])
        else {
            return nil
        }
        let expires = expiry(of: presentation, at: now)
        guard now < expires else { return nil }
        return WantedPicture(
            target: PictureTarget(panel: panel.configuration.id, widget: settings.widget),
            key: pictureKey(of: panel, index, presentation),
            expires: expires
        )
    }

    /// The current content of a widget, drawn or not, as a request for whoever asks for it.
    func pictureRequest(of panel: PanelState, _ index: Int) throws(PictureError) -> PictureRequest {
        guard let presentation = timelines.presentation(of: panel.widgets[index]) else {
            throw .failed("the widget shows nothing yet")
        }
        return try pictureKey(of: panel, index, presentation).request()
    }

    private func pictureKey(of panel: PanelState, _ index: Int, _ presentation: Presentation) -> PictureKey {
        let settings = panel.configuration.widgets[index]
        let room = pictureRoom(of: panel.configuration.id, settings)
        return PictureKey(
            widget: settings.widget,
            context: pictureContext(of: panel, index, presentation),
            isExpired: presentation.freshness == .expired,
            size: room.size,
            colors: settings.picture.colors,
            theme: settings.picture.theme,
            rotation: settings.picture.rotation,
            fonts: settings.picture.fonts,
            forms: settings.picture.formats.map(room.form),
            entry: presentation.entry,
            background: configuration.backgrounds[settings.picture.background] ?? []
        )
    }

    /// Without what drawings make no difference of: they have icons of their own, and timelines were made with the
    /// options that shape them.
    private func pictureContext(of panel: PanelState, _ index: Int, _ presentation: Presentation) -> DisplayContext {
        let freshness = timelines.freshness(of: panel.widgets[index], of: panel, presentation)
        var context = displayContext(of: panel, index, presentation, freshness)
        context.settings.iconTheme = nil
        let shaping =
            catalogue.widget(panel.configuration.widgets[index].widget)?.options.filter(\.shapesTimeline) ?? []
        for option in shaping { context.options[option.name] = nil }
        return context
    }
}
