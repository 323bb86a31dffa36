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
    static let options: [OptionSpec<Options>] = [
        .dryRun(\.isDryRun),
        .flag("check", \.isCheck, "Change nothing, and exit with 2 if something would change"),
    ]
    static let positionals: [PositionalSpec<Options>] = [
        .optional(
            "TAG",
            \.tag,
            "The release's tag, to be sure that dist/ holds it (default: whichever it holds)",
            completing: .tag
        )
    ]

    static func run(_ options: Options, in session: Session) async throws -> Conclusion {
        let project = try await Project(session)
        let (layout, folder) = (project.layout, project.layout.dist)
        let manifest = try folder.record(project.effects.files)
        if let tag = options.tag, tag != manifest.release.tag {
            throw RelctlError(
                "cannot make a Nix package of \(tag): `\(folder.manifest)` is of \(manifest.release.tag)",
                hints: ["run `relctl package \(ShellWord.quoted(tag))` first"]
            )
        }
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
        try session.render(outcome) { _ in outcome.lines(isWritten: isWritten) }
        return options.isCheck && !changed.isEmpty ? .problemsFound : .done
    }

    /// What `--json` gives.
    private struct Outcome: Encodable {
        var package: String
        var files: [File]
        var nixpkgs: String
        var findings: [Finding]

        struct File: Encodable {
            var path: String
            var changed: Bool
        }

        init(_ plan: NixPlan, _ changed: [FilePath], _ layout: ReleaseLayout) {
            package = plan.package
            nixpkgs = plan.placeInNixpkgs.string
            findings = plan.findings
            let places =
                NixExecutor.places(plan, layout.dist, layout.project).map(\.path)
                + [layout.dist.file(plan.archive.name)]
            let top = layout.project.string.utf8.count + 1
            files = (places + changed.filter { !places.contains($0) }).map { path in
                File(path: String(path.string.utf8.dropFirst(top)) ?? path.string, changed: changed.contains(path))
            }
        }

        func lines(isWritten: Bool) -> [String] {
            files.map { file in
                let remark =
                    isWritten
                    ? (file.changed ? "" : ": nothing to do") : file.changed ? ": not up to date" : ": up to date"
                return TerminalText.escaped(file.path) + remark
            }
        }
    }
}
