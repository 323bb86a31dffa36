extension ConfigurationKey {
    /// What a value of this key is with its templates filled in; ``ownNames`` stand in it as they were.
    ///
    /// - Throws: What ``Template`` does.
    func filled(_ value: ConfigurationValue, _ scope: TemplateScope) throws -> ConfigurationValue {
        let scope = scope.adding(texts: ownTags)
        switch (shape, value) {
        case (.template, .text(let text)): return .text(try Template(text).render(scope))
        case (.templatesByName, .object(let texts)):
            return .object(
                try texts.mapValues { value in
                    guard case .text(let text) = value else { return value }
                    return .text(try Template(text).render(scope))
                }
            )
        default: return value
        }
    }
}
