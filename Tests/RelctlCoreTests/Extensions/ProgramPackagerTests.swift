import FoundationEssentials
import TestSupport
import Testing

@testable import RelctlCore

/// Programs that pack, well and ill behaved.
@Suite("Programs that pack") struct ProgramPackagerTests {
    /// A project with one program, one file and a link, and `plugins/relctl-package-cpio` to pack them.
    private struct Stage {
        let folder: FilePath
        let events = RecordedEvents()
        var environment = ["PATH": ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin"]
        var plugins = "directory: 'plugins', timeout: '60s'"
        var sample = PlannerSample(
            rules: [.binaries("bin"), .link("run", "bin/app"), .files("READ ME.md"), .environment],
            tree: ["READ ME.md"],
            formats: ["linux": ["cpio"], "windows": ["cpio"]]
        )

        var program: FilePath { folder.appending("plugins/relctl-package-cpio") }
        var dist: FilePath { folder.appending("dist") }
        /// Files and folders that a run leaves in `dist`.
        var left: [String] { get throws { try LiveFileSystem().names(in: dist) } }

        var effects: Effects {
            Effects(
                files: LiveFileSystem(),
                processes: LiveProcessRunner(),
                events: events,
                clock: LiveClock(),
                environment: environment
            )
        }

        init(_ scratch: FilePath, program text: String) throws {
            folder = scratch
            let files = LiveFileSystem()
            for name in ["plugins", "project", "build/\(PackagingExecutorTests.target)", "dist"] {
                try files.createFolders(folder.appending(name))
            }
            try files.write(text.utf8, to: program, permissions: 0o755)
            try files.write("read me".utf8, to: folder.appending("project/READ ME.md"))
            try files.write(
                [UInt8](repeating: 7, count: 1_500_000),
                to: folder.appending("build/\(PackagingExecutorTests.target)/app")
            )
        }

        func extensions() async throws -> Extensions {
            var extensions = Extensions()
            try extensions.registerBuiltInPackagers()
            let text =
                "{ archive: { formats: { linux: ['tar.gz', 'cpio'], default: 'cpio' } }, plugins: { \(plugins) } }"
            try await extensions.addConnectors(configuredBy: text, project: folder, effects: effects)
            return extensions
        }

        func pack() async throws -> Manifest {
            let extensions = try await extensions()
            let request = try PackagingExecutorTests.request(folder, sample.plans(by: extensions))
            return try await PackagingExecutor()
                .execute(request, packagers: extensions.packagers, with: effects)
        }
    }

    private static var example: String {
        get throws {
            try LiveFileSystem().text(of: Fixtures.project.appending("Examples/plugin-python/relctl-package-cpio"))
        }
    }

    /// A program that makes an archive that is none, but for its answer to one question.
    private static func script(_ question: String, _ body: String) -> String {
        let answers = [
            "describe": #"echo '{"result":{"protocol":1,"summary":"s","extension":".cpio","secrets":["SEAL_TOKEN"]}}'"#,
            "plan": #"echo '{"result":{"findings":[]}}'"#,
            "execute": #"printf a >"$output"; echo '{"result":{}}'"#,
        ].merging([question: body]) { $1 }
        let cases = answers.sorted { $0.key < $1.key }.map { "\($0.key)) \($0.value) ;;" }
        return """
            #!/bin/sh
            output=$(sed -n 's/.*"output":"\\([^"]*\\)".*/\\1/p')
            case $1 in
            \(cases.joined(separator: "\n"))
            esac

            """
    }

    @Test("packs what others unpack, twice the same") func cpio() async throws {
        try await withScratchFolder { scratch in
            let stage = try Stage(scratch, program: try Self.example)
            let manifest = try await stage.pack()
            let name = "app-\(PackagingExecutorTests.target).cpio"
            #expect(try stage.left == [name, "\(name).sha256", "manifest.json"])
            let archive = try #require(manifest.artifacts.first)
            let files = LiveFileSystem()
            let bytes = try files.contents(of: stage.dist.appending(name))
            #expect(archive.size == UInt64(bytes.count) && archive.sha256 == Digest(of: bytes))
            #expect(archive.format == "cpio" && archive.kind == .archive && archive.compression == nil)
            let tar = try #require(HostTool("bsdtar"))
            let listed = try await tar.run(["-tf", name], in: stage.dist)
            #expect(listed.text.split(separator: "\n").map(String.init) == archive.contents?.map(\.path.string))
            let unpacked = scratch.appending("unpacked")
            try files.createFolder(unpacked)
            #expect(try await tar.run(["-xpf", stage.dist.appending(name).string], in: unpacked).status == 0)
            for entry in archive.contents ?? [] {
                let status = try #require(try files.status(of: unpacked.appending(entry.path)))
                #expect(status.permissions == entry.mode, "\(entry.path)")
                #expect(status.modificationTime == 1_700_000_000_000_000_000, "\(entry.path)")
                guard entry.kind == .file else { continue }
                #expect(Digest(of: try files.contents(of: unpacked.appending(entry.path))) == entry.sha256)
            }
            #expect(
                try files.destination(ofLink: unpacked.appending("app-\(PackagingExecutorTests.target)/run"))
                    == "bin/app"
            )
            #expect(try await stage.pack() == manifest)
            let progress = stage.events.events.compactMap { event in
                if case .advanced("package/\(name)/relctl-package-cpio", let count) = event { count } else { nil }
            }
            #expect(progress.count == 2 && progress.allSatisfy { $0 > 1_500_000 })
        }
    }

    @Test("refuses before anything is packed, and tells all") func refusal() async throws {
        try await withScratchFolder { scratch in
            var stage = try Stage(scratch, program: try Self.example)
            stage.sample.targets = ["x86_64-pc-windows-msvc"]
            stage.sample.rules = [.files("READ ME.md")]
            let extensions = try await stage.extensions()
            let plan = try #require(try stage.sample.plans(by: extensions).first)
            let findings = try await extensions.packagers.connector("cpio").preflight(plan, with: stage.effects)
            #expect(findings.map(\.message) == ["Windows has nothing that unpacks cpio"])
            #expect(findings.map(\.code) == ["package.cpio"])
            let error = await #expect(throws: RelctlError.self) { try await stage.pack() }
            #expect(error.map { "\($0)" }?.contains("nothing that unpacks cpio") == true)
            #expect(try stage.left == [])
        }
    }

    @Test("lays out what the plan says, and nothing else") func tree() async throws {
        let look =
            #"cd "${output%/*}/../tree"; find . -exec stat -c '%n %A %Y' {} + | sort >"$output"; echo '{"result":{}}'"#
        try await withScratchFolder { scratch in
            let stage = try Stage(scratch, program: Self.script("execute", look))
            let name = try #require(try await stage.pack().artifacts.first).name
            let top = "./app-\(PackagingExecutorTests.target)"
            let lines = try LiveFileSystem().text(of: stage.dist.appending(name)).split(separator: "\n").dropFirst()
            #expect(
                lines.filter { !$0.contains("/run ") } == [
                    "\(top) drwxr-xr-x 1700000000", "\(top)/READ ME.md -rw-r--r-- 1700000000",
                    "\(top)/bin drwxr-xr-x 1700000000", "\(top)/bin/app -rwxr-xr-x 1700000000",
                    "\(top)/setup-env.sh -rw-r--r-- 1700000000",
                ]
            )
            #expect(lines.count { $0.hasPrefix("\(top)/run lrwxrwxrwx") } == 1)
        }
    }

    @Test("is in the article as it is tested") func article() throws {
        let article = try LiveFileSystem().text(
            of: Fixtures.project.appending("Sources/RelctlCore/Documentation.docc/ConnectorPrograms.md")
        )
        let example = try Self.example
        #expect(article.contains("```python\n\(example)```"))
        #expect(example.split(separator: "\n", omittingEmptySubsequences: false).count <= 50)
    }

    typealias Fault = ProgramFault

    static let faults = [
        Fault("hangs", "execute", "sleep 1000", "did not end within"),
        Fault("answers nonsense", "execute", "echo nonsense", "line 1 of what it writes"),
        Fault("fails in the middle", "execute", #"printf a >"$output"; echo 'no room' >&2; exit 3"#, "no room"),
        Fault("writes nothing", "execute", #"echo '{"result":{}}'"#, "wrote nothing to its `output`"),
        Fault("writes elsewhere", "execute", #"printf a >"$output.part"; echo '{"result":{}}'"#, "wrote nothing"),
        Fault("makes a link", "execute", #"ln -s /etc/passwd "$output"; echo '{"result":{}}'"#, "made a link"),
        Fault("makes a folder", "execute", #"mkdir "$output"; echo '{"result":{}}'"#, "made a folder"),
        Fault("makes a pipe", "execute", #"mkfifo "$output"; echo '{"result":{}}'"#, "made a pipe"),
        Fault("makes nothing of it", "execute", #": >"$output"; echo '{"result":{}}'"#, "made an empty file"),
        Fault("floods", "execute", "yes '{\"note\":\"n\"}'", "more than 50000 lines"),
        Fault("tells a secret", "execute", #"echo "{\"note\":\"$SEAL_TOKEN\"}"; sleep 1000"#, "writes a secret"),
        Fault("fails to plan", "plan", "exit 4", "code 4 without an answer"),
        Fault("plans something else", "plan", #"echo '{"result":{"actions":[]}}'"#, "findings"),
        Fault(
            "has no ending",
            "describe",
            #"echo '{"result":{"protocol":1,"summary":"s"}}'"#,
            "does not say the `extension`"
        ),
        Fault(
            "has a path for its ending",
            "describe",
            #"echo '{"result":{"protocol":1,"summary":"s","extension":"./a"}}'"#,
            "no archive's name can end in `./a`"
        ),
        Fault(
            "takes the sidecars' ending",
            "describe",
            #"echo '{"result":{"protocol":1,"summary":"s","extension":".sha256"}}'"#,
            "no archive's name can end in `.sha256`"
        ),
        Fault(
            "wants a key",
            "describe",
            #"echo '{"result":{"protocol":1,"summary":"s","extension":".a","keys":[{"name":"a","summary":"x"}]}}'"#,
            "packagers take none"
        ),
        Fault(
            "has its levels upside down",
            "describe",
            #"echo '{"result":{"protocol":1,"summary":"s","extension":".a","levels":{"from":9,"to":1}}}'"#,
            "its `levels` do not go up"
        ),
    ]

    @Test("ends in an error and leaves nothing", arguments: faults) func fault(_ fault: Fault) async throws {
        try await withScratchFolder { scratch in
            var stage = try Stage(scratch, program: Self.script(fault.question, fault.body))
            stage.environment["SEAL_TOKEN"] = "a-token-of-the-seal"
            if fault.message == "did not end within" { stage.plugins = "directory: 'plugins', timeout: '2s'" }
            let error = await #expect(throws: RelctlError.self) { try await stage.pack() }
            let text = error.map { "\($0)" } ?? ""
            #expect(text.contains(fault.message), "\(text)")
            #expect(!text.contains("a-token-of-the-seal"))
            #expect(error?.code == (fault.question == "describe" ? .configurationInvalid : .failed))
            #expect(try stage.left == [])
        }
    }

    @Test("leaves the old archive where it fails") func oldArchive() async throws {
        try await withScratchFolder { scratch in
            let stage = try Stage(scratch, program: Self.script("execute", #"printf new >"$output"; exit 1"#))
            let old = stage.dist.appending("app-\(PackagingExecutorTests.target).cpio")
            try LiveFileSystem().write("old".utf8, to: old)
            await #expect(throws: RelctlError.self) { try await stage.pack() }
            #expect(try stage.left == [old.lastComponent])
            #expect(try LiveFileSystem().text(of: old) == "old")
        }
    }

    @Test("compresses at the level that is chosen, and has its secrets") func levels() async throws {
        let said = #"""
            {"result":{"protocol":1,"version":"2.1","summary":"s","extension":".cpio","secrets":["SEAL_TOKEN"],
            "levels":{"from":1,"to":22,"usual":3}}}
            """#
            .split(separator: "\n").joined()
        let text = """
            #!/bin/sh
            call=$(cat)
            case $1 in
            describe) echo '\(said)' ;;
            plan) echo '{"result":{"findings":[]}}' ;;
            execute) output=$(printf %s "$call" | sed -n 's/.*"output":"\\([^"]*\\)".*/\\1/p')
            level=$(printf %s "$call" | sed -n 's/.*"level":\\([0-9]*\\).*/\\1/p')
            echo "$level ${#SEAL_TOKEN}" >"$output"; echo '{"result":{}}' ;;
            esac

            """
        try await withScratchFolder { scratch in
            var stage = try Stage(scratch, program: text)
            stage.environment["SEAL_TOKEN"] = "secret-of-17-bytes"
            func packed() async throws -> (Artifact, String) {
                let archive = try #require(try await stage.pack().artifacts.first)
                return (archive, try LiveFileSystem().text(of: stage.dist.appending(archive.name)))
            }
            let (usual, said) = try await packed()
            #expect(said == "3 18\n")
            #expect(usual.compression == Compression(engine: "relctl-package-cpio 2.1", level: 3))
            stage.sample.levels = ["cpio": 19]
            #expect(try await packed().1 == "19 18\n")
            let extensions = try await stage.extensions()
            func secrets(_ format: String) throws -> Set<String> {
                let text = "{ name: 'app', archive: { formats: { default: '\(format)' } } }"
                let configuration = try ConfigurationLoader(extensions: extensions)
                    .configuration(fromText: text, file: "relctl.json")
                return ConfiguredSecrets(of: configuration, extensions, environment: [:]).names
            }
            #expect(try secrets("cpio") == ["SEAL_TOKEN"])
            #expect(try secrets("tar.gz") == [])
        }
    }

    @Test("is not run unless it may be") func approval() async throws {
        try await withScratchFolder { scratch in
            var stage = try Stage(scratch, program: Self.script("describe", "touch ran; exit 1"))
            func refusal(_ expected: String) async {
                let error = await #expect(throws: RelctlError.self) { try await stage.extensions() }
                #expect(error.map { "\($0)" }?.contains(expected) == true, "\(error.map { "\($0)" } ?? "")")
                #expect(error?.place?.line == 1 && error?.code == .configurationInvalid)
            }
            stage.plugins = "directory: 'plugins', allow: { 'relctl-package-other': 'sha256:\(Digest(of: []))' }"
            await refusal("does not list it")
            stage.plugins = "directory: 'plugins', allow: { 'relctl-package-cpio': 'sha256:\(Digest(of: []))' }"
            await refusal("its digest is sha256:")
            try LiveFileSystem().setPermissions(0o757, of: stage.program)
            await refusal("it may be written by anyone")
            #expect(try LiveFileSystem().status(of: scratch.appending("ran")) == nil)
        }
    }

    @Test("ends with the task that packs, and leaves nothing", .timeLimit(.minutes(20))) func cancelled() async throws {
        try await withScratchFolder { scratch in
            let stage = try Stage(scratch, program: Self.script("execute", #"echo $$ >began; exec sleep 1000"#))
            let task = Task { try await stage.pack() }
            let began = scratch.appending("began")
            while (try? LiveFileSystem().text(of: began))?.hasSuffix("\n") != true {
                try await Task.sleep(for: .milliseconds(20))
            }
            task.cancel()
            await #expect(throws: CancellationError.self) { try await task.value }
            let id = try LiveFileSystem().text(of: began).prefix { $0.isNumber }
            #expect(try LiveFileSystem().status(of: FilePath("/proc/\(id)")) == nil)
            #expect(try stage.left == [])
        }
    }
}
