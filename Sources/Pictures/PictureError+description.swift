extension PictureError: CustomStringConvertible {
    package var description: String {
        switch self {
        case .notUnderstood(let reason), .unavailable(let reason), .failed(let reason): reason
        }
    }
}

extension PictureError {
    /// What happened, and what the user can do.
    package var advice: String {
        switch self {
        case .notUnderstood(let reason): "\(reason); install kiatsu and kiatsu-draw of the same version"
        case .unavailable(let reason): reason
        case .failed(let reason): "\(reason); should it go on, choose another picture size or other fonts"
        }
    }
}
