import Commands
import Configuration
import Pictures
import Storage
import Widgets

/// The pictures that a panel asks for in its hello.
struct RequestedPictures: Sendable {
    /// Empty for none; nil where it says nothing of pictures, so that what is in force stays as far as it fits.
    let formats: [PictureFormat]?
    /// Nil where it says nothing of colours.
    let colors: PictureColors?

    init(_ request: HelloRequest) throws(HelloError) {
        let known = PictureFormat.allCases.map(\.rawValue)
        if let names = request.pictures, names != [OptionDescription.Format.none] {
            var formats: [PictureFormat] = []
            for name in names {
                guard let format = PictureFormat(rawValue: name) else {
                    let words = "no form \(name) of pictures, but \(known.joined(separator: ", ")), or none alone"
                    throw HelloError(.malformed, words, id: request.id)
                }
                formats.append(format)
            }
            self.formats = formats
        } else {
            formats = request.pictures.map { _ in [] }
        }
        colors = try request.colors.map { name throws(HelloError) in
            guard let colors = PictureColors(rawValue: name) else {
                let known = PictureColors.allCases.map(\.rawValue).joined(separator: ", ")
                throw HelloError(.malformed, "no colors \(name), but \(known)", id: request.id)
            }
            return colors
        }
    }
}

extension BridgeState {
    /// The choices that a hello makes for the pictures of a widget, by option; nil for what is configured.
    ///
    /// The forms that the panel names, all of which must fit, as far as the widget has them. A panel that names none keeps
    /// what it has, less what does not fit any more.
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
        let room = PictureRoom(wanted, baseTopic: configuration.mqtt.baseTopic, panelID: id, display: display)
        let supported = catalogue.widget(settings.widget)?.pictureFormats ?? []
        let asked = requested.formats?.filter(supported.contains)
        if let asked, requested.formats == [] || !asked.isEmpty {
            try check(asked, room, settings, request)
            // PNG is for people: what somebody configured, for Home Assistant most likely, is not the panel's to end.
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

    /// Whether what a panel asks for can be drawn, and its buffer takes it as far as that is known before.
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

    /// What a panel that said hello is told of its pictures: all their forms, and the size of the first widget drawn; nil
    /// where nothing is drawn.
    func drawing(of id: String) -> HelloReply.Drawing? {
        let drawn = panels[id]?.configuration.widgets.filter { !$0.picture.formats.isEmpty } ?? []
        guard let first = drawn.first else { return nil }
        let formats = PictureFormat.allCases.filter { format in drawn.contains { $0.picture.formats.contains(format) } }
        return HelloReply.Drawing(pictures: formats.map(\.rawValue), size: pictureSize(of: id, first).text)
    }
}
