/// Makes a ``Configuration`` of a completed text.
///
/// It never refuses: what does not have its shape has been reported and is left out here, so that the rest can still
/// be checked.
struct ConfigurationDecoder {
    let file: String

    func configuration(from root: JSONNode, digest: Digest?) -> Configuration {
        Configuration(
            project: project(root),
            version: version(root["version"]),
            embeds: root["version"]?["embed"]?.items.compactMap(embed) ?? [],
            build: root["build"].flatMap(build),
            archive: archive(root["archive"] ?? root),
            checksums: ChecksumSettings(
                sidecars: root["checksums"]?["sidecars"]?.flag ?? true,
                combined: root["checksums"]?["combined"]?.text
            ),
            signing: root["signing"]?.items.compactMap(signature) ?? [],
            notes: root["notes"].map(notes) ?? NotesSettings(),
            notesPlace: root["notes"]?.place ?? root.place,
            publications: root["publish"]?.items.compactMap(publication) ?? [],
            images: images(root["images"]),
            budgets: budgets(root),
            charts: root["charts"]?.items.compactMap { ChartSettings($0) } ?? [],
            nix: root["nix"].map { NixSettings($0) },
            distribution: root["distribution"]?.items.compactMap(distribution) ?? [],
            integration: root["ci"].map { IntegrationSettings($0) },
            digest: digest
        )
    }

    private func project(_ root: JSONNode) -> ProjectSettings {
        ProjectSettings(
            file: file,
            name: root["name"]?.text ?? "",
            description: root["description"]?.text,
            homepage: root["homepage"]?.text,
            license: root["license"]?.text,
            repository: root["repository"]?.text,
            variables: root["variables"]?.textMap ?? [:],
            tag: root["version"]?["tag"]?.template ?? Template(),
            binaries: root["binaries"]?.items.compactMap { $0.text ?? $0["name"]?.text } ?? [],
            targets: root["targets"]?.members.compactMap(target) ?? []
        )
    }

    private func budgets(_ root: JSONNode) -> SizeBudgets {
        var budgets = SizeBudgets(archive: root["archive"]?["budget"]?.byteCount)
        for binary in root["binaries"]?.items ?? [] {
            guard let name = binary["name"]?.text else { continue }
            budgets.binaries[name] = binary["budget"]?.byteCount
        }
        return budgets
    }

    private func version(_ node: JSONNode?) -> VersionSettings {
        VersionSettings(
            manifests: node?["manifests"]?.items.compactMap(ManifestReference.init(reading:)),
            branch: node?["branch"]?.text,
            bump: BumpSettings(node?["bump"])
        )
    }

    private func embed(_ node: JSONNode) -> EmbedSettings? {
        guard let language = node["language"]?.text.flatMap(EmbedLanguage.init), let file = node["file"]?.path else {
            return nil
        }
        return EmbedSettings(language: language, file: file, name: node["name"]?.text, place: node.place)
    }

    /// A file that says a version, from its name or an object that has it.
    private func build(_ node: JSONNode) -> BuildSettings? {
        let builder = builder(node)
        guard let command = builder == nil ? command(node) : execution(of: node, [], at: node.place) else { return nil }
        return BuildSettings(
            command: command,
            output: node["output"]?.template ?? Template(),
            builder: builder,
            passEnvironment: node["passEnvironment"]?.texts ?? [],
            before: hooks(node["before"]),
            after: hooks(node["after"])
        )
    }

    private func hooks(_ node: JSONNode?) -> [CommandSettings] { node?.items.compactMap(command) ?? [] }

    /// A command, from an argument list or an object that has one.
    private func command(_ node: JSONNode) -> CommandSettings? {
        let arguments = node["command"] ?? node
        guard case .array = arguments.value else { return nil }
        return execution(of: node, arguments.templates, at: arguments.place)
    }

    /// How a command is run.
    private func execution(of node: JSONNode, _ arguments: [Template], at place: SourcePlace) -> CommandSettings {
        CommandSettings(
            command: arguments,
            environment: node["environment"]?.templateMap ?? [:],
            directory: node["directory"]?.path,
            timeout: node["timeout"]?.duration,
            place: place
        )
    }

    private func builder(_ node: JSONNode) -> BuilderSettings? {
        guard let id = node["with"]?.text else { return nil }
        let options = options(of: node, without: ReservedKeys.ofBuilds)
        return BuilderSettings(id: id, options: options, place: node.place)
    }

    private func target(_ member: JSONNode.Member) -> TargetSettings? {
        guard let triple = try? TargetTriple(member.key) else { return nil }
        let node = member.node
        return TargetSettings(
            triple: triple,
            runner: node["runner"]?.text,
            variables: node["variables"]?.textMap ?? [:],
            environment: node["environment"]?.templateMap ?? [:],
            binaries: node["binaries"]?.texts,
            build: node["build"].map { build in
                BuildOverride(
                    command: build["command"]?.templates,
                    output: build["output"]?.template,
                    builder: builder(build),
                    environment: build["environment"]?.templateMap ?? [:],
                    directory: build["directory"]?.path,
                    timeout: build["timeout"]?.duration,
                    before: hooks(build["before"]),
                    after: hooks(build["after"]),
                    place: build.place
                )
            },
            place: member.keyPlace
        )
    }

    private func archive(_ node: JSONNode) -> ArchiveSettings {
        var formats: [String: [String]] = [:]
        for member in node["formats"]?.members ?? [] {
            formats[member.key] = member.node.text.map { [$0] } ?? member.node.texts
        }
        return ArchiveSettings(
            name: node["name"]?.template ?? Template(),
            defaultFormats: formats.removeValue(forKey: "default") ?? ["tar.gz"],
            formats: formats,
            level: node["level"]?.integer,
            levels: node["level"]?.integerMap ?? [:],
            contents: node["contents"]?.items.compactMap(rule) ?? [],
            windowsLinks: node["windowsLinks"]?.text.flatMap(ArchiveSettings.WindowsLinks.init) ?? .copy,
            place: node.place
        )
    }

    private func rule(_ node: JSONNode) -> ContentRule? {
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

    private func notes(_ node: JSONNode) -> NotesSettings {
        var settings = NotesSettings()
        if let groups = node["groups"] { settings.groups = grouping(groups) }
        settings.titles.breaking = node["titles"]?["breaking"]?.text ?? settings.titles.breaking
        settings.titles.other = node["titles"]?["other"]?.text ?? settings.titles.other
        settings.renderer = node["with"]?.text.map { id in
            NotesSettings.Renderer(id: id, options: options(of: node, without: ReservedKeys.ofNotes))
        }
        settings.template = node["template"]?.path
        settings.unknownNames = node["unknownNames"]?.text.flatMap(NotesSettings.UnknownNames.init) ?? .error
        settings.forge = node["forge"]?.text.flatMap(ForgeAddress.Kind.init)
        settings.mentions = node["mentions"]?.text.flatMap(Markdown.Mentions.init) ?? .neutralize
        settings.markup = node["markup"]?.text.flatMap(Markdown.Markup.init) ?? .escape
        settings.readsSquashedEntries = node["squashedEntries"]?.flag ?? true
        settings.contributors = node["contributors"]?.flag ?? true
        settings.quickStart = node["quickStart"]?.path
        settings.requirements = node["requirements"]?.texts ?? []
        settings.paths = node["paths"]?.texts.compactMap { try? HistoryPath($0) } ?? []
        return settings
    }

    private func grouping(_ node: JSONNode) -> NotesSettings.Grouping {
        if let name = node.text { return name == "none" ? .none : .conventional }
        return .custom(
            node.items.compactMap { group in
                guard let title = group["title"]?.text else { return nil }
                return NotesSettings.Group(
                    title: title,
                    types: group["types"]?.texts.map { $0.lowercased() } ?? [],
                    scopes: group["scopes"]?.texts,
                    isHidden: group["hidden"]?.flag ?? false
                )
            }
        )
    }

    private func distribution(_ node: JSONNode) -> DistributionSettings? {
        guard let target = node["with"]?.text else { return nil }
        return DistributionSettings(
            target: target,
            url: node["url"]?.template,
            options: options(of: node, without: ReservedKeys.ofDistributions),
            place: node.place
        )
    }

    private func signature(_ node: JSONNode) -> SigningSettings? {
        guard let signer = node["with"]?.text else { return nil }
        let options = options(of: node, without: ReservedKeys.ofSignatures)
        return SigningSettings(signer: signer, options: options, place: node.place)
    }

    private func publication(_ node: JSONNode) -> PublicationSettings? {
        guard let publisher = node["to"]?.text else { return nil }
        return PublicationSettings(
            name: node["name"]?.text,
            after: node["after"]?.texts ?? [],
            publisher: publisher,
            options: options(of: node, without: ReservedKeys.ofPublications),
            place: node.place
        )
    }

    /// A connector's own keys, as they stand: all but relctl's.
    private func options(of node: JSONNode, without own: Set<String>) -> [String: ConfigurationValue] {
        var options: [String: ConfigurationValue] = [:]
        for member in node.members where !own.contains(member.key) {
            options[member.key] = member.node.configurationValue
        }
        return options
    }
}
