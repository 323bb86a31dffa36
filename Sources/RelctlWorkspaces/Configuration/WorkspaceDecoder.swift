/// Makes a ``WorkspaceConfiguration`` of a completed text.
///
/// It never refuses: what does not have its shape has been reported and is left out here, so that the rest can still
/// be checked.
struct WorkspaceDecoder {
    let file: String
    let root: JSONNode
    let digest: Digest

    func workspace() -> WorkspaceConfiguration {
        WorkspaceConfiguration(
            file: file,
            name: root["name"]?.text ?? "",
            author: author,
            jobs: root["jobs"]?.integer ?? 1,
            repositories: root["repositories"]?.members.map(repository) ?? [],
            digest: digest,
            integration: root["ci"].map { IntegrationSettings($0) }
        )
    }

    private var author: CommitIdentity? {
        guard let name = root["author"]?["name"]?.text, let email = root["author"]?["email"]?.text else { return nil }
        return CommitIdentity(name: name, email: email)
    }

    private func repository(_ member: JSONNode.Member) -> WorkspaceRepository {
        let node = member.node
        let url = node["url"]?.text ?? ""
        return WorkspaceRepository(
            name: member.key,
            url: url,
            path: node["path"]?.text,
            branch: node["branch"]?.text,
            needs: node["needs"]?.texts ?? [],
            line: line(node),
            manifests: node["manifests"]?.items.compactMap(ManifestReference.init(reading:)),
            edits: node["edits"]?.items.compactMap(edit) ?? [],
            tag: tag(node["tag"], of: member.key) ?? tag(root["version"]?["tag"], of: member.key) ?? .standard,
            commitMessage: (node["commitMessage"] ?? root["commitMessage"])?.template ?? Template(),
            tagMessage: (node["tagMessage"] ?? root["tagMessage"])?.template ?? Template(),
            isSigned: (node["sign"] ?? root["sign"])?.flag ?? false,
            via: node["via"]?.text.flatMap(ChangePath.init) ?? .push,
            ready: readiness(node["ready"]),
            checks: checks(node["checks"]),
            forge: forge(of: node, url),
            skipsUnchanged: node["skipUnchanged"]?.flag ?? false,
            place: member.keyPlace
        )
    }

    private func line(_ node: JSONNode) -> VersionLine {
        if let name = node["follow"]?.text { return .follows(name) }
        return node["bump"]?.text.flatMap(ReleaseLevel.init).map { .own($0) } ?? .shared
    }

    private func tag(_ node: JSONNode?, of repository: String) -> TagTemplate? {
        guard let template = node?.template else { return nil }
        return try? TagTemplate(template, constants: constants(of: repository))
    }

    /// The names that stand for the same texts in every release of a repository.
    private func constants(of repository: String) -> [String: String] {
        ["name": root["name"]?.text ?? "", "repository": repository]
    }

    private func edit(_ node: JSONNode) -> PinEdit? {
        guard let reference = ManifestReference(reading: node), let value = node["value"]?.template else {
            return nil
        }
        return PinEdit(reference: reference, of: node["of"]?.text, value: value)
    }

    private func checks(_ node: JSONNode?) -> HeadCheck {
        if let node, !node.texts.isEmpty { return .command(node.texts) }
        return node?.text == "none" ? .none : .forge
    }

    /// The forge of a repository: what it says itself, what the workspace says of all, and what its address says.
    private func forge(of node: JSONNode, _ url: String) -> WorkspaceForge? {
        let known = WorkspaceForge(url: url)
        let (own, all) = (node["forge"], root["forge"])
        guard own != nil || all != nil else { return known }
        let ownKind = own?["kind"]?.text
        // What is said of another kind of forge does not hold for this one.
        let common = ownKind == nil || ownKind == all?["kind"]?.text ? all : nil
        func key(_ name: String) -> JSONNode? { own?[name] ?? common?[name] }
        let kind = key("kind")?.text.flatMap(ForgeAddress.Kind.init) ?? known?.kind
        let address = WorkspaceForge.address(of: url, kind: kind)
        let parts = address?.page.dropFirst("https://".count).split(separator: "/", maxSplits: 1).map(String.init) ?? []
        guard let kind, let repository = key("repository")?.text ?? parts.last else { return known }
        var forge = WorkspaceForge(kind: kind, repository: repository, host: parts.first ?? "github.com")
        if var api = key("api")?.text {
            while api.hasSuffix("/") { api.removeLast() }
            forge.api = api
        }
        if let names = key("tokenFrom")?.texts { forge.tokenNames = names }
        return forge
    }

    // MARK: Readiness

    private func readiness(_ node: JSONNode?) -> [Readiness] {
        guard let node else { return [] }
        if case .array(let items) = node.value { return items.compactMap(readiness(of:)) }
        return [node].compactMap(readiness(of:))
    }

    private func readiness(of node: JSONNode) -> Readiness? {
        if let run = node["run"] { return readiness(.run(workflow: run["workflow"]?.text), run) }
        if let release = node["release"] { return readiness(.release(assets: release["assets"]?.texts ?? []), release) }
        if let url = node["url"]?.text { return readiness(.url(url), node) }
        if let command = node["command"] { return readiness(.command(command.texts), node) }
        guard let registry = node["registry"], let kind = registry["kind"]?.text.flatMap(PackageRegistry.Kind.init),
            let package = registry["package"]?.text
        else { return nil }
        let version = registry["version"]?.text ?? "{{version}}"
        let wanted = PackageRegistry(kind: kind, package: package, version: version, url: registry["url"]?.text)
        return readiness(.registry(wanted), registry)
    }

    private func readiness(_ condition: Readiness.Condition, _ node: JSONNode) -> Readiness {
        Readiness(
            condition: condition,
            timeout: node["timeout"]?.duration?.components.seconds ?? Readiness.standardTimeout,
            interval: node["interval"]?.duration?.components.seconds ?? Readiness.standardInterval
        )
    }
}

extension TagTemplate {
    /// `v{{version}}`.
    static let standard = TagTemplate(prefix: "v", suffix: "")
}
