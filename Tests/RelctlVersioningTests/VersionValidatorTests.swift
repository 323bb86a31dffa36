import TestSupport
import Testing

@testable import RelctlVersioning

@Suite struct VersionValidatorTests {
    /// A project whose `Cargo.toml` says 1.2.3, committed on `main` with the annotated tag `v1.2.3`.
    static func withRelease(_ body: (ScratchRepository) async throws -> Void) async throws {
        try await ScratchRepository.with { repository in
            try repository.write("[package]\nname = 'a'\nversion = '1.2.3'\n", to: "Cargo.toml")
            try await repository.git("add", "--all")
            try await repository.commit("first")
            try await repository.git("tag", "-a", "v1.2.3", "-m", "1.2.3")
            try await body(repository)
        }
    }

    static func report(
        _ tag: String = "v1.2.3",
        in repository: ScratchRepository,
        manifests: [String]? = nil,
        branch: String? = nil,
        expecting expectation: VersionValidator.TagExpectation = .present
    ) async throws -> VersionReport {
        var extensions = Extensions()
        try extensions.registerBuiltInVersionSources()
        let place = SourcePlace(file: "relctl.json", line: 1, column: 1)
        let settings = VersionSettings(
            manifests: try manifests?.map { ManifestReference(file: try RelativePath($0), place: place) },
            branch: branch
        )
        let reader = ManifestReader(
            project: repository.folder,
            files: repository.effects.files,
            sources: extensions.versionSources
        )
        let observer = VersionObserver(manifests: reader, repository: try await repository.opened())
        let validator = VersionValidator(
            template: try TagTemplate(Template("v{{version}}")),
            branch: branch,
            expectation: expectation,
            tree: VersionValidator.TreeRules(disregarded: [try RelativePath("dist")]) { $0.string.hasPrefix("demo") }
        )
        return validator.report(on: tag, try await observer.observe(tag: tag, settings: settings))
    }

    @Test func aTagThatTellsTheTruthHasNoFindings() async throws {
        try await Self.withRelease { repository in
            let report = try await Self.report(in: repository, branch: "main")
            #expect(report.findings == [])
            #expect(report.version == (try Version("1.2.3")))
            #expect(report.manifests.map(\.place?.description) == ["Cargo.toml:3:11"])
            #expect(report.manifests.map(\.agrees) == [true])
        }
    }

    @Test func allThatIsWrongIsReportedAtOnce() async throws {
        try await Self.withRelease { repository in
            try repository.write("{\n  \"version\": \"1.2.2\"\n}\n", to: "package.json")
            try repository.write("9.9.9\n1\n", to: "VERSION")
            try await repository.git("add", "--all")
            try await repository.commit("second")
            try repository.write("changed", to: "VERSION")
            try repository.write("x", to: "demo/run.sh")
            try repository.write("x", to: "notes.txt")
            try repository.write("x", to: "dist/a")
            try await repository.git("tag", "v1.2.3-rc.1")
            try await repository.git("tag", "v2.0.0")
            let report = try await Self.report(
                in: repository,
                manifests: ["Cargo.toml", "package.json", "Chart.yml", "gone/VERSION"],
                branch: "release"
            )
            #expect(
                report.findings.map(\.code) == [
                    "manifest.mismatch", "manifest.unreadable", "manifest.unreadable", "tag.elsewhere", "tree.changed",
                    "tree.untracked", "branch.missing", "tag.several", "version.not_newest",
                ]
            )
            #expect(report.findings[0].place?.description == "package.json:2:14")
            #expect(
                report.findings[0].message
                    == "`package.json` says the version is `1.2.2`, but the tag `v1.2.3` means `1.2.3`"
            )
            #expect(report.findings[1].hints.first == "did you mean `Chart.yaml`?")
            #expect(report.findings[2].message == "cannot read the manifest `gone/VERSION`: there is no such file")
            #expect(report.findings[2].place?.description == "relctl.json:1:1")
            #expect(
                report.findings[2].hints == [
                    "correct its name in `version.manifests`, or take it out",
                    "at the project's top: Cargo.toml, VERSION, package.json",
                ]
            )
            #expect(report.findings[4].message == "the working tree differs from the commit: `VERSION`")
            #expect(report.findings[5].message == "files would ship that are in no commit: `demo/run.sh`")
            #expect(!report.isValid)
        }
    }

    @Test(
        arguments: [
            (VersionValidator.TagExpectation.present, Finding.Severity.error), (.optional, .warning), (.created, nil),
        ] as [(VersionValidator.TagExpectation, Finding.Severity?)]
    )
    func aMissingTagIsJudgedByWhatIsExpected(
        _ expectation: VersionValidator.TagExpectation,
        _ severity: Finding.Severity?
    ) async throws {
        try await Self.withRelease { repository in
            try await repository.git("tag", "-d", "v1.2.3")
            let report = try await Self.report(in: repository, expecting: expectation)
            #expect(report.findings.map(\.severity) == (severity.map { [$0] } ?? []))
            #expect(report.findings.allSatisfy { $0.code == "tag.missing" })
        }
    }

    @Test func aCommitOutsideTheBranchIsAnErrorWhereOneIsConfigured() async throws {
        try await Self.withRelease { repository in
            try await repository.git("checkout", "--quiet", "-b", "side")
            try await repository.commit("aside")
            try await repository.git("tag", "-f", "-a", "v1.2.3", "-m", "moved")
            let configured = try await Self.report(in: repository, branch: "main")
            #expect(configured.findings.map(\.code) == ["branch.unreachable"])
            #expect(!configured.isValid)
            #expect(try await Self.report(in: repository).isValid)
            try await repository.git("update-ref", "refs/remotes/origin/main", "side")
            #expect(try await Self.report(in: repository, branch: "main").findings == [])
        }
    }

    @Test func lightweightTagsAreAWarning() async throws {
        try await Self.withRelease { repository in
            try await repository.git("tag", "-d", "v1.2.3")
            try await repository.git("tag", "v1.2.3")
            let report = try await Self.report(in: repository)
            #expect(report.findings.map(\.code) == ["tag.lightweight"])
            #expect(report.isValid)
        }
    }

    @Test func aManifestThatNobodyListedMayLackAVersion() async throws {
        try await Self.withRelease { repository in
            try repository.write("{ \"private\": true }", to: "package.json")
            try await repository.git("add", "--all")
            try await repository.git("commit", "--quiet", "--amend", "-m", "first")
            try await repository.git("tag", "-f", "-a", "v1.2.3", "-m", "moved")
            #expect(try await Self.report(in: repository).findings.map(\.severity) == [.warning])
            let listed = try await Self.report(in: repository, manifests: ["package.json"])
            #expect(listed.findings.map(\.code) == ["manifest.no_version"])
            #expect(!listed.isValid)
        }
    }

    @Test func withoutAReadableTagManifestsAreHeldAgainstOneAnother() async throws {
        try await Self.withRelease { repository in
            try repository.write("1.2.4\n", to: "VERSION")
            let report = try await Self.report("latest", in: repository)
            #expect(report.findings.map(\.code) == ["tag.unreadable", "manifest.disagreement"])
        }
    }
}
