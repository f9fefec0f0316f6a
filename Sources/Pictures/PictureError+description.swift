extension PictureError: CustomStringConvertible {
    package var description: String {
        switch self {
        case .notUnderstood(let reason), .unavailable(let reason), .failed(let reason): reason
        }
    }
}

extension PictureError {
    /// The reason and the remedy, for the log.
    package var advice: String {
        switch self {
        case .notUnderstood(let reason): "\(reason); install kiatsu and kiatsu-draw of the same version"
        case .unavailable(let reason): reason
        case .failed(let reason): "\(reason); should it go on, choose another picture size or other fonts"
        }
    }
}
