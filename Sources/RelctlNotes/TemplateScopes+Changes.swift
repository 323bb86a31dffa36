extension TemplateScopes {
    /// The same names for changes that may be in no release: what is not known is empty.
    package static func project(
        _ changes: ReleaseChanges,
        name: String,
        variables: [String: String]
    ) -> TemplateScope {
        var names = Self.names(
            of: changes.version,
            changes.tag ?? "",
            commit: changes.commit,
            timestamp: changes.timestamp
        )
        names["name"] = name
        return TemplateScope(texts: variables).adding(texts: names)
    }
}
