/// A form in which a widget is published, that must fit a packet on each of its topics.
package enum PublishedForm: Sendable, Hashable {
    case encoding(Encoding)
    case picture(PictureFormat)

    /// As configurations write it.
    package var name: String {
        switch self {
        case .encoding(let encoding): encoding.rawValue
        case .picture(let format): format.rawValue
        }
    }

    /// The remedy where it does not fit.
    package var remedy: String {
        switch self {
        case .encoding: "shorten `mqtt.base_topic` or the id, or leave \(name) out of `encodings`"
        case .picture(.label): "shorten `mqtt.base_topic` or the id, or leave \(name) out of `pictures`"
        case .picture: "choose a smaller `picture_size` or fewer `picture_colors`, or leave \(name) out of `pictures`"
        }
    }
}

extension WidgetConfiguration {
    /// All that the widget is published as.
    package var publishedForms: [PublishedForm] {
        encodings.map(PublishedForm.encoding) + picture.formats.map(PublishedForm.picture)
    }
}
