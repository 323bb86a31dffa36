extension ConfigurationKeyShape {
    /// A connector's own key as one of the configuration's table.
    ///
    /// - Parameters:
    ///   - key: The key.
    ///   - common: The names that templates of the key may use, beside the key's own.
    /// - Returns: The key in the table.
    package static func of(_ key: ConfigurationKey, reaching common: TemplateReach = .project) -> Self {
        let reach = key.ownNames.isEmpty ? common : .connector(names: key.ownNames)
        let shape: ConfigurationShape =
            switch key.shape {
            case .template: .text(.template(reach))
            case .text: .text(key.isRequired ? .nonEmpty : .any)
            case .environmentName: .text(.environmentName)
            case .flag: .flag
            case .integer: .integer()
            case .texts: .list(.text(.any))
            case .selection: .list(.text(.any), minimum: 1)
            case .choice(let choices): .choice(choices, kind: "value")
            case .templatesByName: .map(keys: .nonEmpty, values: .text(.template(reach)))
            }
        let described = Self(key.name, key.summary, shape)
        return key.isRequired ? described.required() : described
    }
}

extension JSONNode {
    /// A connector's own keys, as they stand: all but those that relctl reads itself.
    package func connectorOptions(without own: Set<String>) -> [String: ConfigurationValue] {
        var options: [String: ConfigurationValue] = [:]
        for member in members where !own.contains(member.key) { options[member.key] = member.node.configurationValue }
        return options
    }
}
