/// Decides what a release's files for users of Nix say.
package struct NixPlanner: Sendable {
    /// Needs nothing.
    package init() {}

    /// Plans the files of a release whose artifacts were looked into.
    ///
    /// - Throws: ``RelctlError`` if there is nothing for a system of Nix, if it is not known where it is downloaded, or if
    ///   a setting is not what Nix or FlakeHub take.
    package func plan(_ request: NixRequest, _ observation: NixObservation) throws -> NixPlan {
        if let problem = request.settings.problems.first { throw Self.problem(problem.path, problem.reason) }
        let package = try NixPackaging(request, observation).package()
        let archive = FlakeArchive.name(of: package.name, request.manifest.release.version)
        guard !request.manifest.artifactsWithoutFlake.contains(where: { $0.name.equalsBytewise(archive) }) else {
            throw Self.problem("nix.name", "the release has another file `\(archive)`, which the flake would be")
        }
        let packageText = NixPackageText(package).text
        let flakeText = NixFlakeText(package, nixpkgs: request.settings.nixpkgs).text
        var texts = [GeneratedFlake.name: flakeText, NixPlan.packageName: packageText]
        if package.kind == .grafanaPlugin { texts[NixPlan.pluginName] = GrafanaPluginText(package).text }
        if let settings = request.settings.flakeHub {
            guard !request.manifest.release.tag.contains("${{") else {
                throw Self.problem("nix.flakeHub", "the tag holds `${{`, which a workflow takes for an expression")
            }
            texts[NixPlan.workflowName] = FlakeHubWorkflow(settings, request.manifest.release).text
        }
        var project: [NixPlan.File] = []
        if let flake = request.settings.flake {
            let beside = try flake.parent?.appending(RelativePath(NixPlan.packageName))
            project = [
                NixPlan.File(path: flake, text: flakeText),
                NixPlan.File(path: try beside ?? RelativePath(NixPlan.packageName), text: packageText),
            ]
        }
        var shipped = [GeneratedFlake.name: flakeText, NixPlan.packageName: packageText]
        shipped[NixPlan.lockName] = observation.lock
        return NixPlan(
            package: package.name,
            files: try Self.files(texts),
            projectFiles: project,
            archive: FlakeArchive(
                name: archive,
                files: try Self.files(shipped),
                timestamp: request.manifest.release.timestamp,
                hasSidecar: request.writesSidecars
            ),
            placeInNixpkgs: try Self.place(of: package),
            findings: Self.findings(of: package, request.manifest.release)
        )
    }

    /// Looks, by a record that foretells what a release will hold, for what would keep it from users of Nix.
    ///
    /// - Parameters:
    ///   - request: What is asked for.
    ///   - isOpen: Whether a build may add to what the record foretells; what is in artifacts is not looked at then.
    /// - Throws: ``RelctlError`` as ``plan(_:_:)`` does.
    package func check(_ request: NixRequest, isOpen: Bool) throws {
        guard isOpen else {
            _ = try plan(request, NixObservation())
            return
        }
        try NixPackaging(request, NixObservation()).checkDownloads()
    }

    private static func files(_ texts: [String: String]) throws -> [NixPlan.File] {
        try texts.sortedBytewise(by: \.key)
            .map { NixPlan.File(path: try RelativePath($0.key), text: $0.value) }
    }

    /// Where nixpkgs wants a package (pkgs/by-name/README.md there) or a plugin.
    private static func place(of package: NixPackage) throws -> RelativePath {
        guard package.kind == .program else {
            return try RelativePath("pkgs/servers/monitoring/grafana/plugins/\(package.name)/default.nix")
        }
        return try RelativePath("pkgs/by-name/\(package.name.lowercased().prefix(2))/\(package.name)/package.nix")
    }

    private static func findings(of package: NixPackage, _ release: ReleaseIdentity) -> [Finding] {
        var findings: [Finding] = []
        func warn(_ message: String, _ code: String, _ hint: String) {
            findings.append(Finding(message, code: code, severity: .warning, hints: [hint]))
        }
        if package.description == nil {
            warn("the Nix package has no description", "nix.description", "set `description`; nixpkgs wants one")
        }
        if package.license == nil {
            warn("the Nix package has no licence", "nix.license", "set `license` to an SPDX expression")
        }
        if release.isSnapshot {
            let message = "the Nix package is of a snapshot, whose files can be downloaded nowhere"
            warn(message, "nix.snapshot", "make it again for a release")
        }
        return findings
    }

    private static func problem(_ key: String, _ reason: String) -> RelctlError {
        RelctlError("`\(key)`: \(reason)", code: .configurationInvalid)
    }
}
