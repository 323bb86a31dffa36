extension NotesSettings {
    /// Reads `notes` from a completed text.
    package init(reading node: JSONNode) {
        self.init()
        if let groups = node["groups"] { self.groups = Self.grouping(groups) }
        titles.breaking = node["titles"]?["breaking"]?.text ?? titles.breaking
        titles.other = node["titles"]?["other"]?.text ?? titles.other
        renderer = node["with"]?.text.map { id in
            Renderer(id: id, options: node.connectorOptions(without: ReservedKeys.ofNotes))
        }
        template = node["template"]?.path
        unknownNames = node["unknownNames"]?.text.flatMap(UnknownNames.init) ?? .error
        forge = node["forge"]?.text.flatMap(ForgeAddress.Kind.init)
        mentions = node["mentions"]?.text.flatMap(Markdown.Mentions.init) ?? .neutralize
        markup = node["markup"]?.text.flatMap(Markdown.Markup.init) ?? .escape
        readsSquashedEntries = node["squashedEntries"]?.flag ?? true
        contributors = node["contributors"]?.flag ?? true
        quickStart = node["quickStart"]?.path
        requirements = node["requirements"]?.texts ?? []
        paths = node["paths"]?.texts.compactMap { try? HistoryPath($0) } ?? []
    }

    private static func grouping(_ node: JSONNode) -> Grouping {
        if let name = node.text { return name == "none" ? .none : .conventional }
        return .custom(
            node.items.compactMap { group in
                guard let title = group["title"]?.text else { return nil }
                return Group(
                    title: title,
                    types: group["types"]?.texts.map { $0.lowercased() } ?? [],
                    scopes: group["scopes"]?.texts,
                    isHidden: group["hidden"]?.flag ?? false
                )
            }
        )
    }
}
