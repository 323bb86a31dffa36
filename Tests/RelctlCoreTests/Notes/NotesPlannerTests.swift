import Foundation
import TestSupport
import Testing

@testable import RelctlCore

@Suite struct NotesPlannerTests {
    static let binaries = ["velo-sql", "velo-cli"]

    static func release(repository: String? = "velostreamai/velostream") throws -> ReleaseIdentity {
        ReleaseIdentity(
            name: "velostream",
            description: "Streaming SQL engine",
            repository: repository,
            version: try Version("1.1.0"),
            tag: "v1.1.0",
            commit: ChangelogTests.hash("a"),
            timestamp: 1_750_000_000
        )
    }

    static func archive(_ target: String, size: UInt64, named name: String? = nil) throws -> NotesRequest.Archive {
        let triple = try TargetTriple(target)
        let format = triple.isWindows ? "zip" : "tar.gz"
        let top = name ?? "velostream-v1.1.0-\(target)"
        let programs = binaries.flatMap { binary in
            ["bin/", "target/release/"].map { "\(top)/\($0)\(binary)\(triple.executableSuffix)" }
        }
        let contents = try programs.map { ArchivedEntry(path: try RelativePath($0), kind: .file, mode: 0o755) }
        let artifact = try Artifact(
            name: "\(top).\(format)",
            kind: .archive,
            target: triple,
            format: format,
            size: size,
            sha256: Digest(of: Array("velostream".utf8)),
            contents: contents
        )
        let script = triple.isWindows ? "setup-env.bat" : "setup-env.sh"
        return NotesRequest.Archive(artifact: artifact, binaries: binaries, environmentScript: script)
    }

    static func request() throws -> NotesRequest {
        var request = NotesRequest(
            release: try release(),
            scope: TemplateScope(texts: ["name": "velostream", "version": "1.1.0", "tag": "v1.1.0"]),
            history: .init(
                previousTag: "v1.0.0",
                commits: [
                    ChangelogTests.commit("1", "feat(sql)!: join on time", "BREAKING CHANGE: `JOIN` wants `WITHIN`"),
                    ChangelogTests.commit("2", "fix: <script>alert(1)</script> by @ada"),
                    ChangelogTests.commit("3", "Tidy up"),
                    ChangelogTests.commit("4", "feat: tumbling windows"),
                    ChangelogTests.commit("5", "ci: pin actions"),
                ]
            )
        )
        request.archives = [
            try archive("aarch64-apple-darwin", size: 11_200_000),
            try archive("aarch64-unknown-linux-musl", size: 12_345_678),
            try archive("x86_64-apple-darwin", size: 11_900_000),
            try archive("x86_64-pc-windows-msvc", size: 9_999_999),
            try archive("x86_64-unknown-linux-musl", size: 12_900_000),
        ]
        request.checksums = ChecksumSettings(sidecars: true, combined: "SHA256SUMS")
        request.tree = "velostream-v1.1.0-x86_64-unknown-linux-musl/\n└── bin/\n    └── velo-sql\n"
        return request
    }

    /// The notes as they are kept; `RELCTL_RECORD=1` writes what they are now.
    @Test func notesOfAWholeReleaseAreAsTheyAreKept() throws {
        let markdown = try NotesPlanner().plan(Self.request()).markdown
        let top = FilePath(#filePath).parent.parent.parent
        let kept = top.appending("Fixtures/Notes/velostream.md")
        if ProcessInfo.processInfo.environment["RELCTL_RECORD"] == "1" {
            try LiveFileSystem().write(markdown.utf8, to: kept)
        }
        #expect(try LiveFileSystem().text(of: kept) == markdown)
    }

    @Test func theFirstReleaseSaysSoAndListsItsCommits() throws {
        var request = try Self.request()
        request.history.previousTag = nil
        let markdown = try NotesPlanner().plan(request).markdown
        #expect(markdown.contains("\nThis is the first release.\n"))
        #expect(markdown.contains("### Features\n\n- tumbling windows"))
        #expect(!markdown.contains("compare"))
    }

    @Test func withoutChangesOrArchivesOnlyThatIsSaid() throws {
        var request = try Self.request()
        (request.archives, request.history.commits, request.tree) = ([], [], nil)
        #expect(
            try NotesPlanner().plan(request).markdown
                == """
                # velostream v1.1.0

                Streaming SQL engine

                ## Changes since v1.0.0

                No changes.

                [All changes](https://github.com/velostreamai/velostream/compare/v1.0.0...v1.1.0)

                """
        )
    }

    @Test func withoutARepositoryNothingIsLinked() throws {
        var request = try Self.request()
        request.release.repository = nil
        let markdown = try NotesPlanner().plan(request).markdown
        #expect(!markdown.contains("https://"))
        #expect(!markdown.contains("curl"))
        #expect(markdown.contains("In the folder that holds `velostream-v1.1.0-x86_64-pc-windows-msvc.zip`:"))
    }

    @Test func aTemplateOfTheProjectsOwnTakesTheirPlace() throws {
        var request = try Self.request()
        request.template = .init(
            file: "notes.md",
            text:
                "{{name}} {{version}}:{{#sections}} {{heading}}{{/sections}}\n{{#downloads}}\n{{file}}\n{{/downloads}}"
        )
        let markdown = try NotesPlanner().plan(request).markdown
        #expect(markdown.hasPrefix("velostream 1.1.0: Breaking changes Features Bug fixes Other changes Maintenance\n"))
        #expect(markdown.hasSuffix("`velostream-v1.1.0-x86_64-unknown-linux-musl.tar.gz`\n"))
        request.template?.text = "{{nothing}}"
        let error = #expect(throws: RelctlError.self) { try NotesPlanner().plan(request) }
        #expect(error?.code == .configurationInvalid)
        #expect(error?.message.contains("notes.md") == true)
        #expect(error.map { "\($0)".contains("`nothing` is not in scope") } == true)
    }

    @Test(arguments: [
        ("example/streams", "https://github.com/example/streams"),
        ("https://codeberg.org/example/streams.git", "https://codeberg.org/example/streams"),
        ("https://git.example.org:8443/a/b/", "https://git.example.org:8443/a/b"),
        ("git@github.com:example/streams.git", "https://github.com/example/streams"),
        ("ssh://git@example.org/a/b", "https://example.org/a/b"),
        ("https://gitlab.com/a/b", nil), ("https://bitbucket.org/a/b", nil), ("http://e.org/a/b", nil),
        ("https://e.org/a", nil), ("https://e.org/a/../b", nil), ("a/b)/x", nil), ("", nil), ("../..", nil),
    ])
    func aForgeIsKnownByItsAddress(repository: String, page: String?) {
        #expect(ForgeAddress(repository: repository)?.page == page)
    }

    @Test func addressesHoldNothingButUnreservedCharacters() throws {
        let forge = try #require(ForgeAddress(repository: "a/b"))
        #expect(
            forge.download("é (1).zip", tag: "pkg/v1+x")
                == "https://github.com/a/b/releases/download/pkg%2Fv1%2Bx/%C3%A9%20%281%29.zip"
        )
    }

    @Test func quotesEndNoPowerShellWord() {
        #expect(ShellWord.powerShell("a'b\u{2019}c$d") == "'a''b\u{2019}\u{2019}c$d'")
        #expect(ShellWord.posix(file: "a'b c") == "'a'\\''b c'")
        #expect(ShellWord.posix(file: "-n") == "./-n")
        #expect(ShellWord.posix(file: "plain-1.0.tar.gz") == "plain-1.0.tar.gz")
        #expect(ShellWord.posix(file: "") == "''")
    }

    /// The commands of the notes, given to a real shell with a real archive of an awkward name.
    @Test(.enabled(if: HostTool.areHere("sh", "tar", "gzip", "sha256sum")))
    func theCommandsForUnixWork() async throws {
        let sh = try #require(HostTool("sh"))
        let name = "it's a $(touch x) `name`"
        try await withScratchFolder { folder in
            var archive = try Self.archive("x86_64-unknown-linux-musl", size: 1, named: name)
            archive.environmentScript = nil
            let files = LiveFileSystem()
            try files.createFolders(folder.appending(name + "/bin"))
            let program = folder.appending(name + "/bin/velo-sql")
            try files.write("#!/bin/sh\necho found\n".utf8, to: program, permissions: 0o755)
            let pack = try await sh.run(
                ["-c", "tar -czf \"$1.tar.gz\" \"$1\" && rm -r \"$1\"", "sh", name],
                in: folder
            )
            #expect(pack.status == 0, "\(pack.errors)")
            let digest = Digest(of: try files.contents(of: folder.appending(archive.artifact.name)))
            archive.artifact = try Artifact(
                name: archive.artifact.name,
                kind: .archive,
                target: archive.artifact.target,
                format: archive.artifact.format,
                size: 1,
                sha256: digest,
                contents: archive.artifact.contents
            )
            let commands = InstallCommands(for: archive, at: nil)
            let outcome = try await sh.run(["-c", commands.install + "\nvelo-sql"], in: folder)
            #expect(outcome.text == "\(archive.artifact.name): OK\nfound\n", "\(outcome.errors)")
            #expect(try files.names(in: folder).sorted() == [name, archive.artifact.name].sorted())

            try files.write("x".utf8, to: folder.appending(archive.artifact.name))
            #expect(try await sh.run(["-c", commands.verify], in: folder).status != 0)
            let stopped = try await sh.run(["-c", commands.install + " && echo reached"], in: folder)
            #expect(stopped.status != 0)
            #expect(!stopped.errors.contains("tar:") && !stopped.text.contains("reached"), "\(stopped.errors)")
        }
    }

    /// A program that is no archive, made runnable and put where programs are, by a real shell.
    @Test(.enabled(if: HostTool.areHere("sh", "sha256sum")))
    func theCommandsForAProgramWork() async throws {
        let sh = try #require(HostTool("sh"))
        let (name, program) = ("it's a $(touch x) `name`", "say it")
        try await withScratchFolder { folder in
            let files = LiveFileSystem()
            let text = Array("#!/bin/sh\necho found\n".utf8)
            try files.write(text, to: folder.appending(name))
            let artifact = try Artifact(
                name: name,
                kind: .binary,
                target: try TargetTriple("x86_64-unknown-linux-musl"),
                format: "binary",
                size: UInt64(text.count),
                sha256: Digest(of: text),
                contents: [ArchivedEntry(path: try RelativePath(program), kind: .file, mode: 0o755)]
            )
            let archive = NotesRequest.Archive(artifact: artifact, binaries: [program], environmentScript: nil)
            let commands = InstallCommands(for: archive, at: nil)
            let script = commands.install + "\n'\(program)'"
            let outcome = try await sh.run(["-c", script], in: folder, environment: ["HOME": folder.string])
            #expect(outcome.text == "\(name): OK\nfound\n", "\(outcome.errors)")
            #expect(try files.names(in: folder) == [".local"])
        }
    }

    @Test(arguments: [
        ("tar", "tar -xf a.tar"), ("tar.gz", "tar -xzf a.tar.gz"), ("tar.xz", "tar -xJf a.tar.xz"),
        ("tar.zst", "tar --zstd -xf a.tar.zst"), ("zip", "unzip -q a.zip"), ("own", ""),
    ])
    func everyFormatIsUnpackedByItsOwnCommand(_ format: String, _ command: String) throws {
        let artifact = try Artifact(
            name: "a.\(format)",
            kind: .archive,
            target: try TargetTriple("x86_64-unknown-linux-musl"),
            format: format,
            size: 1,
            sha256: Digest(of: []),
            contents: [ArchivedEntry(path: try RelativePath("a"), kind: .folder, mode: 0o755)]
        )
        let archive = NotesRequest.Archive(artifact: artifact, binaries: [], environmentScript: nil)
        #expect(InstallCommands(for: archive, at: nil).unpack == command)
    }
}
