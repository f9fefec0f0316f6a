import Commands
import Configuration
import Pictures
import Storage
import Widgets

extension Choices {
    /// The choices that a hello makes for the pictures of a widget, by option; nil for what is configured.
    ///
    /// The forms that the panel names, all of which must fit, as far as the widget has them. A panel that names none
    /// keeps what it has, less what does not fit any more.
    func pictureChoices(
        _ settings: WidgetConfiguration,
        configured: PictureSettings,
        of id: String,
        _ requested: RequestedPictures,
        _ display: StoredDisplay,
        _ request: HelloRequest
    ) throws(HelloError) -> [String: String?] {
        var wanted = settings
        if let colors = requested.colors { wanted.picture.colors = colors }
        let room = PictureRoom(wanted, baseTopic: setup.configuration.mqtt.baseTopic, panelID: id, display: display)
        let supported = setup.catalogue.widget(settings.widget)?.pictureFormats ?? []
        let asked = requested.formats?.filter(supported.contains)
        if let asked, requested.formats == [] || !asked.isEmpty {
            try check(asked, room, settings, request)
            // PNG is for people, most likely in Home Assistant: a panel's hello must not switch it off.
            let kept = configured.formats.filter { $0 == .png && !asked.contains($0) }
            wanted.picture.formats = asked + kept
        } else {
            let isChosen = chosen[id]?[settings.widget]?[PictureOption.formats.rawValue] != nil
            let stays = isChosen ? settings.picture.formats : configured.formats
            wanted.picture.formats = stays.filter { room.problem(of: $0) == nil }
        }
        var choices: [String: String?] = [:]
        if wanted.picture.formats != settings.picture.formats {
            let text = PictureOption.text(of: wanted.picture.formats)
            choices.updateValue(
                wanted.picture.formats == configured.formats ? nil : text,
                forKey: PictureOption.formats.rawValue
            )
        }
        if wanted.picture.colors != settings.picture.colors {
            choices.updateValue(
                wanted.picture.colors == configured.colors ? nil : wanted.picture.colors.rawValue,
                forKey: PictureOption.colors.rawValue
            )
        }
        return choices
    }

    /// Checks that the requested pictures can be drawn and fit the buffer, as far as that is known in advance.
    private func check(
        _ formats: [PictureFormat],
        _ room: PictureRoom,
        _ settings: WidgetConfiguration,
        _ request: HelloRequest
    ) throws(HelloError) {
        if let screen = request.screen, !formats.isEmpty, settings.picture.size == nil,
            PictureSize(width: screen.width, height: screen.height) == nil
        {
            let words = "\(settings.widget): nothing is drawn for \(screen.width)x\(screen.height) pixels, but for "
            throw HelloError(.doesNotFit, words + PictureSize.limits, id: request.id)
        }
        for format in formats {
            let name = "\(settings.widget): \(format.rawValue) takes"
            if let least = room.leastPacketBytes(of: format), least.bytes > least.limit {
                let words = "\(name) at least \(least.bytes) bytes a packet, the buffer has room for \(least.limit)"
                throw HelloError(.doesNotFit, words, id: request.id)
            }
            guard format == .raw, let bytes = room.largestPacketBytes(of: format), bytes > request.bufferBytes else {
                continue
            }
            let words = "\(name) \(bytes) bytes a packet, the buffer has \(request.bufferBytes)"
            throw HelloError(.doesNotFit, words, id: request.id)
        }
    }
}
