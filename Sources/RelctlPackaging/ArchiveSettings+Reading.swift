extension ArchiveSettings {
    /// Reads `archive` from a completed text.
    package init(reading node: JSONNode) {
        var formats: [String: [String]] = [:]
        for member in node["formats"]?.members ?? [] {
            formats[member.key] = member.node.text.map { [$0] } ?? member.node.texts
        }
        self.init(
            name: node["name"]?.template ?? Template(),
            defaultFormats: formats.removeValue(forKey: "default") ?? ["tar.gz"],
            formats: formats,
            level: node["level"]?.integer,
            levels: node["level"]?.integerMap ?? [:],
            contents: node["contents"]?.items.compactMap(Self.rule) ?? [],
            windowsLinks: node["windowsLinks"]?.text.flatMap(WindowsLinks.init) ?? .copy,
            place: node.place
        )
    }

    private static func rule(_ node: JSONNode) -> ContentRule? {
        let content: ContentRule.Content
        if let folder = node["binaries"]?.text {
            content = .binaries(folder: try? RelativePath(folder))
        } else if let link = node["link"]?.template, let to = node["to"]?.template {
            content = .link(path: link, to: to)
        } else if let files = node["files"]?.texts {
            content = .files(
                FileSelection(
                    patterns: files,
                    except: node["except"]?.texts ?? [],
                    from: node["from"]?.path,
                    to: node["to"]?.path
                )
            )
        } else if let name = node["environment"]?.text {
            content = .environment(name: name)
        } else {
            return nil
        }
        return ContentRule(content: content, place: node.place)
    }
}
