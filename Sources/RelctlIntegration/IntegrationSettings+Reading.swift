extension IntegrationSettings {
    /// Reads them from a completed text; what does not have its shape is left out, and has been reported.
    package init(_ node: JSONNode) {
        self.init(place: node.place)
        installation = node["relctl"].flatMap(Installation.init)
        runner = node["runner"]?.text ?? Self.usualRunner
        ownRunners = node["runners"]?.texts ?? []
        pullRequests = node["pullRequests"]?.text.flatMap(PullRequests.init) ?? .build
        environment = node["environment"]?.textMap ?? [:]
        deployment = node["deployment"]?.text
        attests = node["attestations"]?.flag ?? false
        hasSubmodules = node["submodules"]?.flag ?? false
        timeout = node["timeout"]?.duration
        setup = node["setup"]?.items.compactMap { Step($0) } ?? []
        caches = node["caches"]?.items.compactMap { Cache($0) } ?? []
        jobs = node["jobs"]?.members.compactMap { CustomJob($0) } ?? []
        gitLabMachines = node["gitlab"]?["machines"]?.members.map { Machine($0) } ?? []
    }
}

extension IntegrationSettings.Installation {
    fileprivate init?(_ node: JSONNode) {
        if let action = node["action"], let use = IntegrationSettings.ActionUse(action, version: node["release"]) {
            self = .action(use)
        } else if let version = node["version"]?.text {
            let downloads = node["downloads"]?.members.compactMap { IntegrationSettings.Download($0) }
            self = .download(version: version, downloads ?? [])
        } else {
            return nil
        }
    }
}

extension IntegrationSettings.Download {
    fileprivate init?(_ member: JSONNode.Member) {
        guard let triple = try? TargetTriple(member.key), let url = member.node["url"]?.text,
            let sha256 = (member.node["sha256"]?.text).flatMap({ Digest(hexadecimal: $0) })
        else { return nil }
        self.init(triple: triple, url: url, sha256: sha256, place: member.keyPlace)
    }
}

extension IntegrationSettings.ActionUse {
    fileprivate init?(_ node: JSONNode, version: JSONNode?) {
        guard let reference = node.text else { return nil }
        self.init(reference: reference, version: version?.text, place: node.place)
    }
}

extension IntegrationSettings.Step {
    fileprivate init?(_ node: JSONNode) {
        let work: Work
        if let script = node["run"]?.text {
            work = .run(script)
        } else if let action = node["uses"],
            let use = IntegrationSettings.ActionUse(action, version: node["release"])
        {
            work = .uses(use, with: node["with"]?.textMap ?? [:])
        } else {
            return nil
        }
        self.init(
            name: node["name"]?.text,
            work: work,
            environment: node["environment"]?.textMap ?? [:],
            targets: node["targets"]?.texts ?? [],
            place: node.place
        )
    }
}

extension IntegrationSettings.Cache {
    fileprivate init?(_ node: JSONNode) {
        guard let key = node["key"]?.text, let paths = node["paths"]?.texts else { return nil }
        self.init(paths: paths, key: key, restoreKeys: node["restoreKeys"]?.texts ?? [], place: node.place)
    }
}

extension IntegrationSettings.Machine {
    fileprivate init(_ member: JSONNode.Member) {
        self.init(
            label: member.key,
            tags: member.node["tags"]?.texts ?? [],
            image: member.node["image"]?.text,
            place: member.keyPlace
        )
    }
}

extension IntegrationSettings.CustomJob {
    fileprivate init?(_ member: JSONNode.Member) {
        let node = member.node
        guard let file = node["workflow"],
            let workflow = IntegrationSettings.ActionUse(file, version: node["release"])
        else { return nil }
        var permissions: [String: IntegrationSettings.Access] = [:]
        for (scope, access) in node["permissions"]?.textMap ?? [:] {
            permissions[scope] = IntegrationSettings.Access(rawValue: access)
        }
        self.init(
            name: member.key,
            workflow: workflow,
            after: node["after"]?.text.flatMap(ReleaseJob.init),
            before: node["before"]?.text.flatMap(ReleaseJob.init),
            inputs: node["with"]?.textMap ?? [:],
            secrets: node["secrets"]?.texts ?? [],
            permissions: permissions,
            place: member.keyPlace
        )
    }
}
