package import Widgets

extension SourceSettings {
    /// The address of a path, which begins with a slash, on the server whose URL is the value of the setting `base`.
    package func address(base: String, path: String) -> String {
        let base = values[base] ?? ""
        return (base.hasSuffix("/") ? String(base.dropLast()) : base) + path
    }
}
