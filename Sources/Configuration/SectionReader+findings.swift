extension SectionReader {
    /// All that was found besides values.
    struct Findings {
        var issues: [ConfigurationIssue] = []
        var warnings: [String] = []
        var languageWarnings = LanguageWarnings()
        /// The environment variables that have a meaning.
        var variables: Set<String> = []
        /// The collections that options name.
        var collections: [CollectionReference] = []
        /// The pictures that options name.
        var backgrounds: [Chosen] = []

        mutating func append(_ other: Findings) {
            issues += other.issues
            warnings += other.warnings
            languageWarnings.append(other.languageWarnings)
            variables.formUnion(other.variables)
            collections += other.collections
            backgrounds += other.backgrounds
        }
    }
}
