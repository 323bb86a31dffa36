/// Reports everything that would make a release fail, in one pass, before anything is built.
package struct ReleasePreflight: Sendable {
    let extensions: Extensions
    let effects: Effects

    /// Room for files beside the archives.
    private static let spareSpace: UInt64 = 16 << 20

    /// Looks with these.
    package init(extensions: Extensions, effects: Effects) {
        self.extensions = extensions
        self.effects = effects
    }

    /// A release that was looked at: its plan, if there can be one, and all that is wrong.
    package struct Report: Sendable {
        /// The plan; nothing if the release cannot be planned.
        package var plan: ReleasePlan?
        /// How the tag relates to the project.
        package var versions: VersionReport
        /// All that is wrong, errors before warnings.
        package var findings: [Finding]

        /// Whether nothing forbids the release.
        package var isClear: Bool { plan != nil && !findings.contains { $0.severity == .error } }
    }

    /// Plans the release and looks for what stands in its way.
    package func report(_ observation: ReleaseObservation, _ request: ReleaseRequest) async throws -> Report {
        let versions = versionReport(observation, request)
        var findings = request.skipped.contains(.validate) ? [] : versions.findings
        let attempt = ReleasePlanner(extensions: extensions).attempt(observation, request)
        let plan = try? attempt.plan.get()
        if case .failure(let error) = attempt.plan { findings += Finding.failures(of: error, code: "plan.invalid") }
        findings += placeFindings(
            observation.layout,
            needed: plan.map { Self.neededSpace($0, observation.tree) } ?? 0,
            publications: request.skipped.contains(.publish) ? 0 : observation.configuration.publications.count
        )
        findings += inputFindings(observation.configuration, observation.layout)
        findings += try observation.tree.awaitedFindings(by: observation.configuration.archive.contents)
        if let plan {
            findings += try await packingFindings(plan)
            findings += try await imageFindings(observation, plan)
        }
        // Trials are not signed.
        if !request.isSnapshot || request.isQuestion {
            findings += try await ChartSigningCheck(effects)
                .findings(of: observation.configuration.charts, in: observation.layout.project)
            findings += try await signingFindings(attempt.signing, observation, request)
        }
        if !request.skipped.contains(.build) {
            findings += missingPrograms(of: attempt.build, observation.layout)
        }
        if !request.skipped.contains(.notes) { findings += notesFindings(observation) }
        if !request.skipped.contains(.publish) { findings += narrowingFindings(observation, request) }
        if !request.skipped.contains(.notes), observation.repository.isShallow {
            findings.append(Self.cutHistory)
        }
        if request.expectation == .created { findings += try await taggerFindings(observation) }
        if !request.skipped.contains(.publish) {
            findings += try await publicationFindings(attempt, observation, request)
        }
        let sorted = findings.filter { $0.severity == .error } + findings.filter { $0.severity != .error }
        return Report(plan: plan, versions: versions, findings: sorted)
    }

    /// What signing the list of all checksums lacks.
    private func signingFindings(
        _ signing: ReleaseSigning?,
        _ observation: ReleaseObservation,
        _ request: ReleaseRequest
    ) async throws -> [Finding] {
        guard let first = observation.configuration.signing.first else { return [] }
        guard !request.skipped.contains(.checksum) else {
            let message = "without its list of checksums the release is not signed, and `relctl verify` will refuse it"
            return [Finding(message, code: "signing.skipped", severity: .warning, place: first.place)]
        }
        do {
            return try await signing?.preflight(with: effects) ?? []
        } catch let error as CancellationError {
            throw error
        } catch {
            return Finding.failures(of: error, code: "signing.invalid")
        }
    }

    /// How the tag relates to manifests, working tree and history.
    package func versionReport(_ observation: ReleaseObservation, _ request: ReleaseRequest) -> VersionReport {
        guard !request.isSnapshot else {
            return VersionReport(
                tag: observation.release.tag,
                version: observation.release.version,
                manifests: [],
                findings: observation.isFromCleanTree
                    ? []
                    : [Finding("the working tree differs from the commit", code: "tree.changed", severity: .warning)]
            )
        }
        do {
            return VersionValidator(
                template: try TagTemplate(of: observation.configuration.project),
                branch: observation.configuration.version.branch,
                expectation: request.expectation,
                tree: observation.treeRules
            ).report(on: observation.release.tag, observation.versions)
        } catch {
            return VersionReport(
                tag: observation.release.tag,
                version: observation.release.version,
                manifests: [],
                findings: Finding.failures(of: error, code: "tag.template")
            )
        }
    }

    /// What can be said of a project that cannot even be looked at whole, such as one without a commit: why not, and
    /// all that is wrong besides.
    package func findings(
        instead error: any Error,
        _ configuration: Configuration,
        _ layout: ReleaseLayout
    ) -> [Finding] {
        Finding.failures(of: error, code: (error as? RelctlError)?.code.name ?? RelctlError.Code.failed.name)
            + placeFindings(layout, needed: 0, publications: 0) + inputFindings(configuration, layout)
            + missingPrograms(of: openBuild(configuration, layout), layout)
    }

    /// How a project is built whose version and tag are not known.
    private func openBuild(_ configuration: Configuration, _ layout: ReleaseLayout) -> BuildPlan? {
        let open = Matrix.openRelease(configuration)
        let contexts = configuration.targets.map { target in
            TargetContext(
                target: target,
                scope: open.adding(TemplateScopes.target(target)),
                binaries: configuration.project.binaries(of: target)
            )
        }
        let planner = BuildPlanner(
            configuration.build,
            builders: extensions.builders,
            manifests: ManifestTree(project: layout.project, files: effects.files)
        )
        // The configuration was checked for what keeps a build from being planned.
        return try? planner.plan(contexts, scope: open)
    }

    /// Programs of the build that are nowhere on PATH.
    private func missingPrograms(of build: BuildPlan?, _ layout: ReleaseLayout) -> [Finding] {
        guard let build else { return [] }
        return BuildExecutor(
            BuildExecutor.Options(project: layout.project, folder: layout.dist.path, logs: layout.logs, jobs: 1),
            effects: effects,
            environment: ChildEnvironment(effects)
        )
        .missingPrograms(of: build)
        .flatMap { Finding.failures(of: $0, code: "build.program_missing") }
    }

    /// What a template of the project's own names that notes do not have, and why a renderer writes none.
    private func notesFindings(_ observation: ReleaseObservation) -> [Finding] {
        let observer = NotesObserver(
            configuration: observation.configuration,
            project: observation.layout.project,
            repository: observation.repository,
            files: effects.files
        )
        // What cannot be read has been told of already.
        let template = try? observer.template()
        guard template != nil || observation.configuration.notes.renderer != nil else { return [] }
        let release = observation.release
        let changes = ReleaseChanges(
            version: release.version,
            tag: release.tag,
            commit: release.commit,
            timestamp: release.timestamp,
            previous: nil,
            commits: []
        )
        var request = NotesRequest(
            project: NotesRequest.Project(observation.configuration.project),
            scope: observation.configuration.project.scope(of: release),
            notes: ReleaseNotesComposer(observation.configuration.notes).notes(of: changes),
            settings: observation.configuration.notes
        )
        request.template = template
        request.place = observation.configuration.notesPlace
        do {
            _ = try NotesPlanner(renderers: extensions.notesRenderers).plan(request)
            return []
        } catch {
            return Finding.failures(of: error, code: template == nil ? "notes.renderer" : "notes.template")
        }
    }

    /// Targets that are left out of what is published.
    private func narrowingFindings(_ observation: ReleaseObservation, _ request: ReleaseRequest) -> [Finding] {
        let (configuration, chosen) = (observation.configuration, observation.targets.map(\.triple))
        do {
            let missing = try TargetSelection.missing(
                from: chosen,
                allowing: request.allowedMissing,
                of: configuration.project
            )
            if !missing.isEmpty, !configuration.publications.isEmpty {
                let names = missing.map { "`\($0)`" }.joined(separator: ", ")
                return [
                    Finding(
                        "nothing would be published for \(names)",
                        code: "targets.missing",
                        hints: [ReleaseSteps.allowing(missing), "or publish nothing, by `--skip publish`"]
                    )
                ]
            }
            let all = configuration.targets.count
            guard chosen.count < all else { return [] }
            let message = "only \(chosen.count) of \(all) targets are released"
            return [Finding(message, code: "targets.narrowed", severity: .warning)]
        } catch {
            return Finding.failures(of: error, code: "targets.unknown")
        }
    }

    private static let cutHistory = Finding(
        "the notes need the whole history, and that of this clone is cut off",
        code: "repository.shallow",
        hints: ["run `git fetch --unshallow --tags`, or leave the notes out with `--skip notes`"]
    )

    /// Whether git knows who makes the tag.
    private func taggerFindings(_ observation: ReleaseObservation) async throws -> [Finding] {
        let isThere = observation.versions.repository?.tags.contains { $0.name == observation.release.tag } ?? false
        guard !isThere, try await !observation.repository.knowsTagger() else { return [] }
        return [
            Finding(
                "git does not know who makes the tag `\(observation.release.tag)`",
                code: "tag.no_identity",
                hints: ["set it by `git config user.name` and `git config user.email`"]
            )
        ]
    }

    /// Files and folders that the configuration names and a release would look for only when it is half done.
    private func inputFindings(_ configuration: Configuration, _ layout: ReleaseLayout) -> [Finding] {
        func missing(_ path: RelativePath?, _ kind: FileStatus.Kind, _ key: String, _ place: SourcePlace) -> Finding? {
            guard let path, (try? effects.files.resolvedStatus(of: layout.project.appending(path)))?.kind != kind else {
                return nil
            }
            let message = "there is no \(kind.rawValue) `\(path)`, which `\(key)` names"
            return Finding(message, code: "input.missing", place: place)
        }
        let build = configuration.build
        let commands = [build?.command].compactMap(\.self) + (build?.before ?? []) + (build?.after ?? [])
        let targets = configuration.targets.compactMap(\.build)
        let hooks = targets.flatMap { $0.before + $0.after }
        let (notes, place) = (configuration.notes, configuration.notesPlace)
        return [
            missing(notes.template, .file, "notes.template", place),
            missing(notes.quickStart, .file, "notes.quickStart", place),
        ].compactMap(\.self)
            + (commands + hooks).compactMap { missing($0.directory, .folder, "directory", $0.place) }
            + targets.compactMap { missing($0.directory, .folder, "directory", $0.place) }
    }

    /// Archives that their packagers could not make.
    private func packingFindings(_ plan: ReleasePlan) async throws -> [Finding] {
        var findings: [Finding] = []
        for archive in plan.archives {
            do {
                findings += try await extensions.packagers.connector(archive.format).preflight(archive, with: effects)
            } catch let error as CancellationError {
                throw error
            } catch {
                findings += Finding.failures(of: error, code: "package.invalid")
            }
        }
        return findings
    }

    /// Manifests that cannot be read, or that disagree with one another, whatever the tag will be.
    package func manifestFindings(_ observation: ReleaseObservation) -> [Finding] {
        observation.versions.manifests.findings + observation.versions.manifests.disagreements
    }

    /// Whether `dist` can be written to, and whether what the archives hold has room there.
    private func placeFindings(_ layout: ReleaseLayout, needed: UInt64, publications: Int) -> [Finding] {
        let (files, dist) = (effects.files, layout.dist.path)
        do {
            let status = try files.status(of: dist)
            if let status, status.kind != .folder {
                return Finding.failures(of: layout.notFolder(status.kind), code: "dist.not_folder")
            }
            let place = status == nil ? layout.project : dist
            guard files.isWritableFolder(place) else {
                return [Finding("cannot write to `\(place)`", code: "dist.not_writable")]
            }
            let free = try files.freeSpace(at: place)
            let hints = ["free some space, or move the project"]
            if free < needed + Self.spareSpace {
                let all = ByteCount(needed + Self.spareSpace)
                let sizes = "`\(place)` has \(ByteCount(free)) free, and a release may need \(all)"
                return [Finding(sizes, code: "dist.no_space", hints: hints)]
            }
            // Publications may lie on another disk; nobody but their publishers knows.
            let all = needed * UInt64(1 + publications) + Self.spareSpace
            guard free < all else { return [] }
            let sizes =
                "`\(place)` has \(ByteCount(free)) free, and the archives and their publication may need \(ByteCount(all))"
            return [Finding(sizes, code: "dist.little_space", severity: .warning, hints: hints)]
        } catch {
            return Finding.failures(of: error, code: "dist.unreadable")
        }
    }

    /// What the archives would take uncompressed, binaries that are yet to be built aside.
    private static func neededSpace(_ plan: ReleasePlan, _ tree: SourceTree) -> UInt64 {
        plan.archives.flatMap(\.entries).reduce(0) { sum, entry in
            guard case .file(.project(let path), _) = entry.content else { return sum }
            return sum + (tree.entry(at: path)?.size ?? 0)
        }
    }
}
