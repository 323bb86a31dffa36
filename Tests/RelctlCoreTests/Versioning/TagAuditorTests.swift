import TestSupport
import Testing

@testable import RelctlCore
@testable import RelctlGit

@Suite struct TagAuditorTests {
    private static func report(
        _ repository: ScratchRepository,
        _ manifests: String? = nil,
        tag: String = "v{{version}}",
        below folder: String = ""
    ) async throws -> TagAuditReport {
        var extensions = Extensions()
        try extensions.registerBuiltInVersionSources()
        let settings = "tag: \"\(tag)\"" + (manifests.map { ", manifests: \($0)" } ?? "")
        let configuration = try ConfigurationLoader(extensions: extensions)
            .configuration(fromText: "{ name: \"a\", version: { \(settings) } }", file: "relctl.json")
        return try await TagAuditor(
            repository: repository.opened(below: folder),
            sources: extensions.versionSources,
            project: configuration.project,
            version: configuration.version
        ).report()
    }

    /// Commits these files and tags the commit.
    private static func release(
        _ tag: String,
        _ files: [String: String],
        in repository: ScratchRepository
    ) async throws {
        for (name, text) in files { try repository.write(text, to: name) }
        try await repository.git("add", "--all")
        try await repository.commit(tag)
        try await repository.git("tag", "-a", tag, "-m", tag)
    }

    private static let workspace = "[workspace]\nmembers = [\"crates/a\"]\n\n[workspace.package]\nversion = "
    private static let member = "[package]\nname = \"a\"\nversion.workspace = true\n"

    @Test func everyTagIsHeldAgainstItsOwnTree() async throws {
        try await ScratchRepository.with { repository in
            try await Self.release("v0.9.0", ["VERSION": "0.9.0\n"], in: repository)
            try await Self.release(
                "v1.0.0",
                [
                    "VERSION": "1.0.0\n", "Cargo.toml": Self.workspace + "\"1.0.0\"\n",
                    "crates/a/Cargo.toml": Self.member,
                ],
                in: repository
            )
            // Forgotten in the workspace; the working tree says something else again.
            try await Self.release("v1.10.0-rc.1", ["VERSION": "1.10.0-rc.1\n"], in: repository)
            try await Self.release("v1.2.0", ["VERSION": "1.2\n", "Cargo.toml": Self.workspace + "\n"], in: repository)
            try await repository.git("tag", "nightly")
            try await repository.git("tag", "v9", "HEAD")
            try repository.write("3.0.0\n", to: "VERSION")
            let report = try await Self.report(repository, "[\"crates/a/Cargo.toml\", \"VERSION\"]")
            #expect(report.tags.map(\.tag) == ["v0.9.0", "v1.0.0", "v1.2.0", "v1.10.0-rc.1"])
            #expect(report.tags.map(\.isPrerelease) == [false, false, false, true])
            #expect(report.tags.map(\.agrees) == [true, true, false, false])
            #expect(
                report.findings.map(\.code) == [
                    "manifest.absent", "manifest.unreadable", "manifest.mismatch", "manifest.mismatch",
                ]
            )
            #expect(report.findings.map(\.severity) == [.warning, .error, .error, .error])
            #expect(report.findings[0].message == "`v0.9.0` has no `crates/a/Cargo.toml`")
            #expect(report.findings[1].message.hasPrefix("at `v1.2.0`: `Cargo.toml:"))
            #expect(report.findings[2].message == "`v1.2.0` means `1.2.0`, but `VERSION:1:1` says `1.2` there")
            #expect(
                report.findings[3].message
                    == "`v1.10.0-rc.1` means `1.10.0-rc.1`, but `Cargo.toml:5:11` says `1.0.0` there"
            )
            #expect(report.findings.allSatisfy { $0.place == nil })
        }
    }

    @Test func whatIsFoundAtTheTopIsHeldAgainstTheTag() async throws {
        try await ScratchRepository.with { repository in
            try await Self.release("v1.0.0", ["VERSION": "1.0.0\n", "package.json": "{}"], in: repository)
            try await Self.release(
                "v1.1.0",
                ["VERSION": "1.0.0\n", "package.json": "{ \"version\": \"1.1.0\" }"],
                in: repository
            )
            let report = try await Self.report(repository)
            #expect(
                report.tags.map { $0.manifests.map(\.file.string) } == [
                    ["VERSION", "package.json"], ["VERSION", "package.json"],
                ]
            )
            #expect(report.findings.map(\.code) == ["manifest.no_version", "manifest.mismatch"])
        }
    }

    @Test func aProjectInAFolderIsReadThere() async throws {
        try await ScratchRepository.with { repository in
            try await Self.release("v1.0.0", ["VERSION": "9.9.9\n", "tool/VERSION": "1.0.0\n"], in: repository)
            let report = try await Self.report(repository, below: "tool")
            #expect(report.findings == [])
            #expect(report.tags.map { $0.manifests.map(\.version) } == [["1.0.0"]])
        }
    }

    /// In a repository of several projects, each has tags and manifests of its own.
    @Test func tagsOfOtherProjectsAreNotHeldAgainstThisOne() async throws {
        try await ScratchRepository.with { repository in
            try await Self.release(
                "core-v1.0.0",
                ["core/VERSION": "1.0.0\n", "app/VERSION": "0.1.0\n"],
                in: repository
            )
            try await Self.release("app-v2.0.0", ["app/VERSION": "2.0.0\n"], in: repository)
            // The version that went up is that of the other project.
            try await Self.release("core-v1.1.0", ["app/VERSION": "1.1.0\n"], in: repository)
            let core = try await Self.report(repository, tag: "core-v{{version}}", below: "core")
            #expect(core.tags.map(\.tag) == ["core-v1.0.0", "core-v1.1.0"])
            #expect(core.tags.map(\.agrees) == [true, false])
            #expect(core.findings.map(\.code) == ["manifest.mismatch"])
            let app = try await Self.report(repository, tag: "app-v{{version}}", below: "app")
            #expect(app.tags.map(\.tag) == ["app-v2.0.0"])
            #expect(app.findings == [])
        }
    }

    @Test func linksAreFollowedAsFarAsTheTreeGoes() async throws {
        try await ScratchRepository.with { repository in
            try repository.effects.files.createLink(at: repository.folder.appending("VERSION"), to: "docs/v")
            try repository.effects.files.createLink(at: repository.folder.appending("VERSION.txt"), to: "../out")
            try await Self.release("v1.0.0", ["docs/v": "1.0.0\n"], in: repository)
            let report = try await Self.report(repository, "[\"VERSION\", \"VERSION.txt\"]")
            #expect(report.findings.map(\.message) == ["`v1.0.0` has no `VERSION.txt`"])
            #expect(report.tags.map { $0.manifests.map(\.version) } == [["1.0.0"]])
        }
    }

    @Test func aNameWithALineBreakIsReadAsAnyOther() async throws {
        try await ScratchRepository.with { repository in
            let manifests = "['VERSION', { file: 'a\\nb c.txt', pattern: '^V=(.*)$' }]"
            try await Self.release("v0.9.0", ["VERSION": "0.9.0\n"], in: repository)
            try await Self.release("v1.0.0", ["VERSION": "1.0.0\n", "a\nb c.txt": "V=1.0.0\n"], in: repository)
            try await Self.release("v1.1.0", ["VERSION": "1.1.0\n"], in: repository)
            let report = try await Self.report(repository, manifests)
            #expect(report.findings.map(\.code) == ["manifest.absent", "manifest.mismatch"])
            #expect(report.tags.map(\.agrees) == [true, true, false])
            #expect(
                report.tags.map { $0.manifests.map(\.version) } == [
                    ["0.9.0"], ["1.0.0", "1.0.0"], ["1.1.0", "1.0.0"],
                ]
            )
        }
    }

    @Test func aTagOfSomethingElseThanACommitIsToldOf() async throws {
        try await ScratchRepository.with { repository in
            try await Self.release("v1.0.0", ["VERSION": "1.0.0\n"], in: repository)
            try await repository.git("tag", "v1.1.0", "HEAD:VERSION")
            let report = try await Self.report(repository)
            #expect(report.findings.map(\.code) == ["tag.not_a_commit"])
        }
    }

    @Test func answersThatAreCutOffAreRefused() throws {
        for text in ["", "x", "x blob 3\nab", "a blob -1\n", "hash tree 5\n10064\n"] {
            var answers = GitObjectAnswers(Array(text.utf8))
            #expect(throws: RelctlError.self, "\(text)") { try answers.next(to: "q") }
        }
        var answers = GitObjectAnswers(Array("q missing\nabcd:x missing\ndangling 3\nabc\nff blob 1\nx\n".utf8))
        for _ in 0..<3 { #expect(try answers.next(to: "q") == nil) }
        #expect(try answers.next(to: "q") == .file([UInt8(ascii: "x")]))
    }
}
