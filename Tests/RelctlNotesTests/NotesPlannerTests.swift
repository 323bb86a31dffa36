import Foundation
import TestSupport
import Testing

@testable import RelctlNotes

@Suite struct NotesPlannerTests {
    /// The notes as they are kept; `RELCTL_RECORD=1` writes what they are now.
    @Test func notesOfAWholeReleaseAreAsTheyAreKept() throws {
        var settings = NotesSettings()
        settings.requirements = ["glibc 2.31 or *later*"]
        var request = try NotesSample.request(settings)
        request.quickStart = "# Start\n\n```sh\nvelo-sql --help\n```\n"
        let markdown = try NotesPlanner().plan(request).text
        let top = FilePath(#filePath).parent.parent
        let kept = top.appending("Fixtures/Notes/velostream.md")
        if ProcessInfo.processInfo.environment["RELCTL_RECORD"] == "1" {
            try LiveFileSystem().write(markdown.utf8, to: kept)
        }
        #expect(try LiveFileSystem().text(of: kept) == markdown)
    }

    @Test func theFirstReleaseSaysSoAndListsItsCommits() throws {
        let request = try NotesSample.request(since: nil)
        let markdown = try NotesPlanner().plan(request).text
        #expect(markdown.contains("\nThis is the first release.\n"))
        #expect(markdown.contains("### Features\n\n- tumbling windows"))
        #expect(!markdown.contains("compare"))
        // In a first release everybody is new, which is no news.
        #expect(!markdown.contains("first contribution"))
    }

    @Test func withoutChangesOrArchivesOnlyThatIsSaid() throws {
        var request = try NotesSample.request()
        (request.archives, request.tree) = ([], nil)
        (request.notes.groups, request.notes.contributors) = ([], [])
        #expect(
            try NotesPlanner().plan(request).text
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
        let request = try NotesSample.request(repository: nil)
        let markdown = try NotesPlanner().plan(request).text
        #expect(!markdown.contains("https://"))
        #expect(!markdown.contains("curl"))
        #expect(markdown.contains("In the folder that holds `velostream-v1.1.0-x86_64-pc-windows-msvc.zip`:"))
    }

    @Test func aTemplateOfTheProjectsOwnTakesTheirPlace() throws {
        var request = try NotesSample.request()
        request.template = .init(
            file: "notes.md",
            text:
                "{{name}} {{version}}:{{#sections}} {{heading}}{{/sections}}\n{{#downloads}}\n{{file}}\n{{/downloads}}"
        )
        let markdown = try NotesPlanner().plan(request).text
        #expect(markdown.hasPrefix("velostream 1.1.0: Breaking changes Features Bug fixes Other changes Maintenance\n"))
        #expect(markdown.hasSuffix("`velostream-v1.1.0-x86_64-unknown-linux-musl.tar.gz`\n"))
        request.template?.text = "{{nothing}}"
        let error = #expect(throws: RelctlError.self) { try NotesPlanner().plan(request) }
        #expect(error?.code == .configurationInvalid)
        #expect(error?.message.contains("notes.md") == true)
        #expect(error.map { "\($0)".contains("`nothing` is not in scope") } == true)
    }

    /// The notes as plain text, as they are kept.
    @Test func plainTextTellsTheSame() throws {
        var request = try NotesSample.request()
        request.format = .text
        // Templates of a project's own are for pages.
        request.template = .init(file: "notes.md", text: "own")
        let text = try NotesPlanner().plan(request).text
        let top = FilePath(#filePath).parent.parent
        let kept = top.appending("Fixtures/Notes/velostream.txt")
        if ProcessInfo.processInfo.environment["RELCTL_RECORD"] == "1" {
            try LiveFileSystem().write(text.utf8, to: kept)
        }
        #expect(try LiveFileSystem().text(of: kept) == text)
    }

    @Test func aTemplateMayIncludeOthersAndTellSingleChanges() throws {
        var request = try NotesSample.request()
        let entry = "  {{#isBreaking}}!{{/isBreaking}}{{type}}|{{scope}}|{{text}}|{{commitLink}}|{{author}}\n"
        let details = "{{#details}}\n{{detail}}\n{{/details}}\n"
        request.template = .init(
            file: "notes.md",
            text: "{{#sections}}\n{{heading}}\n{{#entries}}\n{{> entry}}\n{{/entries}}\n{{/sections}}\n",
            partials: ["entry": entry + details]
        )
        let text = try NotesPlanner().plan(request).text
        #expect(text.hasPrefix("Breaking changes\n  !feat|sql|join on time ([#12](https://github.com/"))
        #expect(text.contains("/pull/12))|[`111111111111`]("))
        #expect(
            text.contains(
                "  `JOIN` wants `WITHIN`:\n\n  - add it\n  - or \\<stay\\>\n\n  ```sql\n  JOIN b WITHIN '1m'\n  ```"
            )
        )
        request.template?.partials = [:]
        let error = #expect(throws: RelctlError.self) { try NotesPlanner().plan(request) }
        #expect(error.map { "\($0)".contains("there is no partial `entry`; known: none") } == true)
        request.settings.unknownNames = .empty
        #expect(try NotesPlanner().plan(request).text.hasPrefix("Breaking changes\nFeatures\n"))
    }

    @Test func aTemplateInHTMLIsEscapedAsSuch() throws {
        var request = try NotesSample.request()
        request.template = .init(
            file: "notes.html",
            text: "<h1>{{title}}</h1>\n{{changes}}\n{{#downloads}}{{file}}{{/downloads}}"
        )
        request.project.name = "a <b> & 'c'"
        let text = try NotesPlanner().plan(request).text
        #expect(text.hasPrefix("<h1>a &lt;b&gt; &amp; &#39;c&#39; v1.1.0</h1>\n<h3>Breaking changes</h3>\n<ul>\n<li>"))
        #expect(text.contains("&lt;script&gt;alert(1)&lt;/script&gt; by @ada"))
        #expect(text.contains("<p>- add it\n- or &lt;stay&gt;</p>") && !text.contains("<script>"))
        #expect(text.contains("<code>velostream-v1.1.0-aarch64-apple-darwin.tar.gz</code>"))
    }

    /// In Markdown they stand in addresses and commands, where nothing is escaped; HTML's escapes hold everywhere.
    @Test(arguments: [
        ("notes.md", "a*b* <i>&|a*b* <i>&"), ("notes.txt", "a*b* <i>&|a*b* <i>&"),
        ("notes.html", "a*b* &lt;i&gt;&amp;|a*b* <i>&"),
    ])
    func theProjectsOwnVariablesAreEscapedInHTMLAlone(file: String, expected: String) throws {
        var request = try NotesSample.request()
        request.scope = request.scope.adding(texts: ["own": "a*b* <i>&"])
        request.template = .init(file: file, text: "{{own}}|{{{own}}}")
        #expect(try NotesPlanner().plan(request).text.hasPrefix(expected))
    }

    @Test func headingsOfTheQuickStartStandBelowThatOfTheirSection() throws {
        var request = try NotesSample.request()
        request.quickStart =
            "Quick start\r\n===========\r\n\r\nSteps\r\n---\r\n\r\n```sh\r\n# run\r\n```\r\n### More\r\n"
        let page = try NotesPlanner().plan(request).text
        #expect(page.contains("## Quick start\n\n### Steps\n\n```sh\n# run\n```\n#### More\n"), "\(page)")
        request.template = .init(file: "notes.txt", text: "{{quickStart}}")
        #expect(try NotesPlanner().plan(request).text.hasPrefix("Steps\n---\n"))
    }

    @Test func aBodyThatIsCutLinksToTheWholeWhereItsPlaceIsKnown() throws {
        var request = try NotesSample.request()
        request.quickStart = String(repeating: "A line of words.\n", count: 10_000)
        let address = "https://github.com/velostreamai/velostream/releases/download/v1.1.0/NOTES.md"
        let body = try NotesPlanner().plan(request).body(whole: "NOTES.md")
        #expect(body.hasSuffix("\n\nThis is not all: [the whole notes](\(address))\n"))
        #expect(body.utf16.count <= ReleaseBody.limit)
        request.isSnapshot = true
        #expect(try NotesPlanner().plan(request).body(whole: "NOTES.md").hasSuffix("This is not all: `NOTES.md`\n"))
        (request.isSnapshot, request.forge) = (false, ForgeAddress(repository: "a/b", kind: .gitlab))
        #expect(try NotesPlanner().plan(request).body(whole: "NOTES.md").hasSuffix("This is not all: `NOTES.md`\n"))
        request.quickStart = nil
        let plan = try NotesPlanner().plan(request)
        #expect(plan.body(whole: "NOTES.md") == plan.text)
    }

    @Test func whatIsNotReleasedHasNeitherTagNorDownloads() throws {
        var request = try NotesSample.request()
        (request.notes.tag, request.notes.version, request.archives, request.tree) = (nil, nil, [], nil)
        let text = try NotesPlanner().plan(request).text
        #expect(text.hasPrefix("# velostream (unreleased)\n"))
        #expect(!text.contains("## Downloads") && !text.contains("## Verify"))
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
            var archive = try NotesSample.archive("x86_64-unknown-linux-musl", size: 1, named: name)
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
