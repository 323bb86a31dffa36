import Foundation
import RelctlCore
import TestSupport
import Testing

/// A relctl with connectors of one's own built into it, as `Examples/custom-relctl` shows.
@Suite struct CustomRelctlTests {
    private static let example = Fixtures.project.appending("Examples/custom-relctl")

    /// Builds the example, and returns its program: with the modules and objects that these tests were built with, which
    /// takes seconds; as the package that it is, where everything is tested.
    private static func build(in world: World) async throws -> String {
        let place = ["--package-path", example.string, "--scratch-path", world.temporary.appending("build").string]
        try await world.output(of: ["swift", "package"] + place + ["show-dependencies"])
        guard !FullRun.isAsked else {
            let words = ["swift", "build"] + place
            try await world.output(of: words)
            return try await world.output(of: words + ["--show-bin-path"]).split(separator: "\n").joined()
                + "/acme-relctl"
        }
        let (modules, folder) = (try BuiltModules(), example.appending("Sources/acme-relctl"))
        let sources = try LiveFileSystem().names(in: folder).map { folder.appending($0).string }
        let program = world.temporary.appending("acme-relctl").string
        let sanitizer = ProcessInfo.processInfo.environment["RELCTL_TEST_SANITIZER"].map { ["-sanitize=\($0)"] } ?? []
        try await world.output(
            of: ["swiftc", "-swift-version", "6", "-warnings-as-errors", "-o", program] + sanitizer + modules.options
                + sources + (try modules.objects())
        )
        return program
    }

    private static func project(
        in world: World,
        publication: String,
        distribution: String = "",
        more: String = ""
    ) async throws -> TestRepository {
        let project = try await ScriptProject.create(in: world)
        let configuration = ScriptProject.configuration(more: more)
            .replacing("{ to: \"directory\", path: \"out/{{tag}}\" }", with: publication)
            .replacing("archive: {", with: "archive: { formats: { default: [\"tar.gz\", \"installer\"] },")
            .replacing("[\"VERSION\"]", with: "[\"VERSION\", \"project.settings\"]")
            .replacing("targets:", with: "repository: \"acme/greeter\", distribution: [\(distribution)], targets:")
        try project.write("relctl.json", configuration)
        try project.write("project.settings", settings(version: "1.0.0"))
        try project.write(".gitignore", "/dist/\n/outbox/\n")
        try await project.commit("feat: outbox")
        return project
    }

    /// No line break at the end, and a key that looks like the version's.
    private static func settings(version: String) -> String {
        "name=greeter\r\n# version=0\r\nversion=\(version)\r\nschema.version=1.0.0"
    }

    @Test(
        "stand in the articles as they are built",
        arguments: [
            ("WritingAVersionSource", "SettingsVersionSource"), ("WritingAPackager", "InstallerPackager"),
            ("WritingABuilder", "MakeBuilder"), ("WritingANotesRenderer", "LetterRenderer"),
            ("WritingAPublisher", "OutboxPublisher"), ("WritingADistributionTarget", "ShelfTarget"),
            ("WritingASigner", "OpenSSLSigner"),
        ]
    ) func articles(article: String, connector: String) throws {
        let folder = Fixtures.project.appending("Sources/RelctlCore/Documentation.docc")
        let text = try LiveFileSystem().text(of: folder.appending("\(article).md"))
        let code = try LiveFileSystem().text(of: Self.example.appending("Sources/acme-relctl/\(connector).swift"))
        #expect(text.contains("```swift\n\(code)```"))
        let main = try LiveFileSystem().text(of: Self.example.appending("Sources/acme-relctl/main.swift"))
        let registration = try #require(main.split(separator: "\n").first { $0.contains("\(connector)()") })
        #expect(text.contains("```swift\n\(registration.drop { $0 == " " })\n```"))
    }

    /// All in one test, for the program is built for them.
    @Test func itsConnectorsAreOnTheFootingOfThoseThatRelctlComesWith() async throws {
        try await World.scratch { world in
            let program = try await Self.build(in: world)
            try await expectVersion(by: program)
            try await expectBuild(by: program)
            try await expectNotes(by: program)
            try await expectRelease(by: program)
            try await expectKeys(of: program)
        }
    }

    /// A version is held against a tag and changed by them, and nothing else is.
    private func expectVersion(by program: String) async throws {
        try await World.scratch { world in
            let project = try await Self.project(in: world, publication: "{ to: \"directory\", path: \"out\" }")
            let other = try await world.run([program, "validate", "v1.1.0"], in: project.folder)
            #expect(other.exitCode == 2 && other.output.contains("project.settings:3:9"), "\(other)")
            expect(try await world.run([program, "bump", "1.1.0"], in: project.folder), exits: 0)
            #expect(try project.text("project.settings").utf8.elementsEqual(Self.settings(version: "1.1.0").utf8))
            try project.write("project.settings", "name=greeter\n")
            let none = try await world.run([program, "validate", "v1.1.0"], in: project.folder)
            #expect(none.exitCode == 2 && none.output.contains("says `version` 0 times"), "\(none)")
        }
    }

    /// A project is built as they say, and as nothing else does.
    private func expectBuild(by program: String) async throws {
        try await World.scratch { world in
            let project = try await Self.project(in: world, publication: "{ to: \"directory\", path: \"out\" }")
            let text = try project.text("relctl.json").replacing(
                "\"x86_64-unknown-linux-gnu\"",
                with: "\"\(Self.host)\""
            )
            .replacing(
                "archive: {",
                with:
                    "binaries: [\"tool\"], build: { with: \"make\", variables: { V: \"{{version}} of {{target}}\" } }, archive: {"
            )
            try project.write("relctl.json", text)
            let none = try await world.run([program, "check"], in: project.folder)
            expect(none, exits: 2)
            for message in ["`make` cannot tell how `\(Self.host)` is built", "there is no makefile"] {
                #expect(none.output.contains(message), "\(none)")
            }
            try project.write("Makefile", "build/%:\n\tmkdir -p $(@D)\n\tcp /bin/true $@\n\techo '$(V)' >$(@D)/said\n")
            try project.write(".gitignore", "/dist/\n/build/\n")
            try await project.commit("build: by make")
            let plan = try await world.run([program, "build", "v1.0.0", "--dry-run"], in: project.folder)
            #expect(plan.output.contains("make --jobs=1 'V=1.0.0 of \(Self.host)' build/\(Self.host)/tool"), "\(plan)")
            guard HostTool.areHere("make") else { return }
            expect(try await world.run([program, "build", "v1.0.0"], in: project.folder), exits: 0)
            #expect(try project.text("build/\(Self.host)/said") == "1.0.0 of \(Self.host)\n")
            #expect(
                FileManager.default.contentsEqual(
                    atPath: project.folder.appending("dist/build/\(Self.host)/tool").string,
                    andPath: "/bin/true"
                )
            )
        }
    }

    #if arch(x86_64)
        private static let host = "x86_64-unknown-linux-gnu"
    #else
        private static let host = "aarch64-unknown-linux-gnu"
    #endif

    /// Notes are written by them, and no others tell of the release.
    private func expectNotes(by program: String) async throws {
        try await World.scratch { world in
            let project = try await Self.project(in: world, publication: "{ to: \"directory\", path: \"out\" }")
            let text = try project.text("relctl.json")
            let letter =
                "notes: { with: \"letter\", greeting: \"Dear users of {{name}},\", signature: \"*Yours*\" }, archive: {"
            try project.write("relctl.json", text.replacing("archive: {", with: letter))
            try project.write(".gitignore", "/dist/\n/out/\n")
            try await project.commit("feat: thank @all for <b>bold</b> words")
            expect(try await world.run([program, "release", "v1.0.0", "--create-tag"], in: project.folder), exits: 0)
            let notes = try project.text("dist/NOTES.md")
            #expect(notes.hasPrefix("Dear users of greeter,\n\ngreeter v1.0.0 is here, of "), "\(notes)")
            #expect(notes.contains("- thank `@all` for ") && !notes.contains("<b>"), "\(notes)")
            let address = "<https://github.com/acme/greeter/releases/download/v1.0.0/\(ScriptProject.archive)>"
            #expect(notes.contains("\(ScriptProject.archive) at \(address), "), "\(notes)")
            #expect(notes.hasSuffix("```\n\n*Yours*\n"), "\(notes)")
            #expect(try project.text("out/NOTES.md") == notes)
            expect(try await world.run([program, "verify"], in: project.folder), exits: 0)
            let first = try await project.git("rev-parse", "HEAD~1")
            let page = try await world.run([program, "notes", "--from", first], in: project.folder)
            #expect(page.exitCode == 0 && page.output.contains("greeter (unreleased) is here"), "\(page)")
            #expect(page.output.hasSuffix("\n\n*Yours*\n") && !page.output.contains("```"), "\(page)")
            // What keeps it from writing is known before anything is done.
            try project.write(
                "relctl.json",
                text.replacing("archive: {", with: "notes: { with: \"letter\", greeting: \"\" }, archive: {")
            )
            let check = try await world.run([program, "check"], in: project.folder)
            expect(check, exits: 2)
            let hint = "hint: set `greeting` in `notes`"
            #expect(check.output.contains("a letter begins with a greeting") && check.output.contains(hint), "\(check)")
            try project.write("relctl.json", text.replacing("archive: {", with: letter))
            // The relctl that knows nothing of it says so, and has its own page.
            let unknown = try await project.relctl(["notes"])
            expect(unknown, exits: 65, naming: "unknown notes renderer `letter`", "known: none")
            try project.write(
                "relctl.json",
                text.replacing("archive: {", with: "notes: { with: \"lettr\" }, archive: {")
            )
            let wrong = try await world.run([program, "check"], in: project.folder)
            expect(wrong, exits: 65, naming: "unknown notes renderer `lettr`", "did you mean `letter`?")
        }
    }

    /// A release is packed and published by them.
    private func expectRelease(by program: String) async throws {
        try await World.scratch { world in
            let project = try await Self.project(
                in: world,
                publication: "{ to: \"outbox\", path: \"outbox\", channel: \"partners\" }",
                distribution: "{ with: \"shelf\", owner: \"{{name}}'s\" }, { with: \"homebrew\" }",
                more: "signing: [{ with: \"openssl\", key: \"../release.pem\", publicKey: \"../public.pem\" }],"
            )
            let release = [program, "release", "v1.0.0", "--create-tag"]
            let missing = try await world.run(release, in: project.folder)
            expect(missing, exits: 2, naming: "there is no outbox at", "hint: create it", "there is no key at")
            let keys = ["release.pem", "public.pem"].map { project.folder.parent.appending($0).string }
            try await world.output(of: ["openssl", "genrsa", "-out", keys[0], "2048"])
            try await world.output(of: ["openssl", "rsa", "-in", keys[0], "-pubout", "-out", keys[1]])
            try LiveFileSystem().createFolder(project.folder.appending("outbox"))
            expect(try await world.run(release, in: project.folder), exits: 0)
            let installer = ScriptProject.archive.replacing(".tar.gz", with: ".sh")
            let outbox = project.folder.appending("outbox/partners/v1.0.0")
            for name in [installer, ScriptProject.archive, "SHA256SUMS", "SHA256SUMS.rsa", "manifest.json"] {
                let paths = [project.folder.appending("dist"), outbox].map { $0.appending(name).string }
                #expect(FileManager.default.contentsEqual(atPath: paths[0], andPath: paths[1]), "\(name)")
            }
            try await expectShelf(of: project, by: program, in: world)
            try await world.output(
                of: ["openssl", "dgst", "-sha256", "-verify", keys[1], "-signature", "SHA256SUMS.rsa", "SHA256SUMS"],
                in: outbox
            )
            // What is released installs.
            let target = world.temporary.appending("installed")
            try LiveFileSystem().createFolder(target)
            try await world.output(of: ["sh", outbox.appending(installer).string, target.string])
            let top = installer.replacing(".sh", with: "")
            let installed = target.appending("\(top)/greet")
            let original = try LiveFileSystem().contents(of: project.folder.appending("greet"))
            #expect(try LiveFileSystem().contents(of: installed) == original)
            #expect(FileManager.default.isExecutableFile(atPath: installed.string))
            // A second time there is nothing to do, and what was lost is brought again.
            expect(try await world.run([program, "publish", "--check"], in: project.folder), exits: 0)
            try LiveFileSystem().removeFile(outbox.appending(installer))
            expect(try await world.run([program, "publish", "--check"], in: project.folder), exits: 2)
            expect(try await world.run([program, "publish"], in: project.folder), exits: 0)
            expect(try await world.run([program, "verify"], in: project.folder), exits: 0)
            try LiveFileSystem().write([1], to: project.folder.appending("dist/SHA256SUMS.rsa"))
            expect(try await world.run([program, "verify"], in: project.folder), exits: 2)
            for connector in [["installer"], ["outbox", "--yes", "--settings", "{\"path\": \".\"}"]] {
                let check = try await world.run([program, "plugins", "check"] + connector, in: project.folder)
                #expect(check.exitCode == 0 && !check.output.contains("not tried"), "\(check)")
            }
        }
    }

    /// What is written for a target of one's own is as what relctl writes for its own.
    private func expectShelf(of project: TestRepository, by program: String, in world: World) async throws {
        let page = "dist/distribution/shelf/staff/greeter.shelf"
        let digest = Digest(
            of: try LiveFileSystem().contents(of: project.folder.appending("dist/\(ScriptProject.archive)"))
        )
        let address = "https://github.com/acme/greeter/releases/download/v1.0.0/\(ScriptProject.archive)"
        let entry = "[x86_64-unknown-linux-gnu]\nurl=\(address)\nsha256=\(digest)\nprogram=greet\n"
        #expect(try project.text(page) == "name=greeter\nversion=1.0.0\nowner=greeter's\n\n\(entry)")
        #expect(try project.text("dist/docs/install.md").contains("## The shelf\n\n```sh\nshelf install 'greeter'\n"))
        let check = try await world.run([program, "distribute", "--check"], in: project.folder)
        #expect(check.exitCode == 0 && check.output.contains("homebrew/Formula/greeter.rb: up to date"), "\(check)")
    }

    /// What they take is checked, and told.
    private func expectKeys(of program: String) async throws {
        try await World.scratch { world in
            let wrong = try await Self.project(in: world, publication: "{ to: \"outbox\", pth: \"outbox\" }")
            let unknown = try await world.run([program, "check"], in: wrong.folder)
            expect(unknown, exits: 65, naming: "unknown key `pth`", "did you mean `path`?")
            let text = try wrong.text("relctl.json").replacing("pth: \"outbox\"", with: "path: \"o\", channel: \"all\"")
            try wrong.write("relctl.json", text)
            let choice = try await world.run([program, "check"], in: wrong.folder)
            expect(choice, exits: 65, naming: "`all`", "customers")
            let schema = try await world.run([program, "schema"], in: wrong.folder)
            #expect(schema.exitCode == 0 && schema.output.contains("\"installer\""), "\(schema.errors)")
            #expect(
                schema.output.contains("Who is to get the release.") && schema.output.contains("Who is offered it.")
            )
            let list = try await world.run([program, "plugins", "list"], in: wrong.folder)
            #expect(
                list.output.contains("outbox") && list.output.contains("shelf") && list.output.contains("linked"),
                "\(list)"
            )
            #expect(list.output.split(separator: "\n").contains { $0.hasPrefix("signer ") && $0.contains("openssl") })
            let check = try await world.run([program, "plugins", "check", "make"], in: wrong.folder)
            expect(check, exits: 1, naming: "cannot check the builder `make`")
            // The relctl that knows nothing of them says so.
            expect(try await wrong.relctl(["check"]), exits: 65, naming: "unknown publisher `outbox`")
        }
    }
}
