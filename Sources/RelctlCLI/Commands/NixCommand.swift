import RelctlCore

/// `relctl nix [TAG]`.
enum NixCommand: Command {
    struct Options: Sendable, Equatable {
        var tag: String?
        var isDryRun = false
        var isCheck = false
    }

    static let name = "nix"
    static let summary = "Write the release's flake and its package for nixpkgs, dist/nix, and the flake that ships"
    static let discussion = """
        A flake that serves the released programs for every system of Nix that the release has, the package as nixpkgs \
        wants it, a plugin's entry there, and the workflow that publishes the flake to FlakeHub. The flake is also packed \
        into dist/NAME-VERSION-flake.tar.gz, which ships with the release and is what `nix run` takes. All of it is made \
        of dist/manifest.json and the artifacts that it names; digests are the manifest's.

        Nothing is downloaded and Nix is not needed. A flake.lock beside the flake stays as it is.
        """
    static let examples = [
        Example("relctl nix", "Write dist/nix/flake.nix and package.nix"),
        Example("nix run path:dist/nix", "Run the main program by the flake"),
        Example("relctl nix v1.2.0 --check", "Exit with 2 if a file is missing or not up to date"),
    ]
    static let exitCodes: [ExitCode] = [.done, .failed, .problemsFound, .usage, .configurationInvalid, .interrupted]
    static let defaults = Options()
    static let options: [OptionSpec<Options>] = [.dryRun(\.isDryRun), .check(\.isCheck)]
    static let positionals: [PositionalSpec<Options>] = [.recordedTag(\.tag)]

    static func run(_ options: Options, in session: Session) async throws -> Conclusion {
        let project = try await Project(session)
        let (layout, folder) = (project.layout, project.layout.dist)
        let manifest = try project.record(of: options.tag, to: "make a Nix package of")
        let executor = NixExecutor(project.effects)
        let plan =
            try await executor
            .plan(NixRequest(manifest, project.configuration), in: folder, project: layout.project)
        session.warn(of: plan.findings)
        let isWritten = !options.isDryRun && !options.isCheck
        let changed =
            isWritten
            ? try await layout.exclusively(for: manifest.release, project.effects) { effects in
                let checksums = ReleaseChecksums(
                    project.configuration.checksums,
                    signing: try ReleaseSigning(
                        project.configuration,
                        release: manifest.release,
                        project: layout.project,
                        extensions: project.extensions
                    ),
                    in: folder,
                    width: effects.processes.availableCores,
                    with: effects
                )
                try await checksums.requireRenewable()
                let changed = try await NixExecutor(effects).execute(plan, in: folder, project: layout.project)
                try await checksums.renew()
                return changed
            } : try await executor.outdated(plan, in: folder, project: layout.project)
        let outcome = Outcome(plan, changed, layout)
        try session.render(outcome) { _ in outcome.files.map { $0.line(isWritten: isWritten) } }
        return options.isCheck && !changed.isEmpty ? .problemsFound : .done
    }

    /// What `--json` gives.
    private struct Outcome: Encodable {
        var package: String
        var files: [WrittenFile]
        var nixpkgs: String
        var findings: [Finding]

        init(_ plan: NixPlan, _ changed: [FilePath], _ layout: ReleaseLayout) {
            package = plan.package
            nixpkgs = plan.placeInNixpkgs.string
            findings = plan.findings
            let places =
                NixExecutor.places(plan, layout.dist, layout.project).map(\.path)
                + [layout.dist.file(plan.archive.name)]
            let top = layout.project.string.utf8.count + 1
            files = (places + changed.filter { !places.contains($0) }).map { path in
                let name = String(path.string.utf8.dropFirst(top)) ?? path.string
                return WrittenFile(path: name, changed: changed.contains(path))
            }
        }
    }
}
