extension BuildSettings {
    /// Reads `build` from a completed text.
    package init?(reading node: JSONNode) {
        let builder = Self.builder(node)
        guard let command = builder == nil ? Self.command(node) : Self.execution(of: node, [], at: node.place) else {
            return nil
        }
        self.init(
            command: command,
            output: node["output"]?.template ?? Template(),
            builder: builder,
            passEnvironment: node["passEnvironment"]?.texts ?? [],
            before: Self.hooks(node["before"]),
            after: Self.hooks(node["after"])
        )
    }

    fileprivate static func hooks(_ node: JSONNode?) -> [CommandSettings] { node?.items.compactMap(command) ?? [] }

    /// A command, from an argument list or an object that has one.
    private static func command(_ node: JSONNode) -> CommandSettings? {
        let arguments = node["command"] ?? node
        guard case .array = arguments.value else { return nil }
        return execution(of: node, arguments.templates, at: arguments.place)
    }

    /// How a command is run.
    private static func execution(of node: JSONNode, _ arguments: [Template], at place: SourcePlace) -> CommandSettings
    {
        CommandSettings(
            command: arguments,
            environment: node["environment"]?.templateMap ?? [:],
            directory: node["directory"]?.path,
            timeout: node["timeout"]?.duration,
            place: place
        )
    }

    fileprivate static func builder(_ node: JSONNode) -> BuilderSettings? {
        guard let id = node["with"]?.text else { return nil }
        let options = node.connectorOptions(without: ReservedKeys.ofBuilds)
        return BuilderSettings(id: id, options: options, place: node.place)
    }
}

extension TargetSettings {
    /// Reads one of the `targets` from a completed text.
    package init?(reading member: JSONNode.Member) {
        guard let triple = try? TargetTriple(member.key) else { return nil }
        let node = member.node
        self.init(
            triple: triple,
            runner: node["runner"]?.text,
            variables: node["variables"]?.textMap ?? [:],
            environment: node["environment"]?.templateMap ?? [:],
            binaries: node["binaries"]?.texts,
            build: node["build"].map { build in
                BuildOverride(
                    command: build["command"]?.templates,
                    output: build["output"]?.template,
                    builder: BuildSettings.builder(build),
                    environment: build["environment"]?.templateMap ?? [:],
                    directory: build["directory"]?.path,
                    timeout: build["timeout"]?.duration,
                    before: BuildSettings.hooks(build["before"]),
                    after: BuildSettings.hooks(build["after"]),
                    place: build.place
                )
            },
            place: member.keyPlace
        )
    }
}
