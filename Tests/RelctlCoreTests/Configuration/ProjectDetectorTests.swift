import RelctlCore
import TestSupport
import Testing

@Suite struct ProjectDetectorTests {
    struct Project: Sendable, CustomTestStringConvertible {
        let name: String
        let files: [String: String]
        let ecosystem: DetectedProject.Ecosystem
        let binaries: [String]
        let manifests: [String]
        var title: String
        var testDescription: String { name }
    }

    static let projects = [
        Project(
            name: "a Cargo package",
            files: [
                "Cargo.toml": """
                [package]
                name = "velo"
                version = "1.2.3"
                license = "MIT OR Apache-2.0"
                description = 'Says "hi" \\ twice'
                repository = "https://github.com/velo/velo.git"
                [[bin]]
                name = "velo-cli"
                path = "src/bin/cli.rs"
                [dependencies]
                name = "9.9.9"
                """,
                "src/main.rs": "", "src/bin/cli.rs": "", "src/bin/extra.rs": "", "src/bin/big/main.rs": "",
                "src/bin/none/other.rs": "", "README.md": "", "LICENSE-MIT": "", "Cargo.lock": "", "package.json": "{",
            ],
            ecosystem: .cargo,
            binaries: ["velo-cli", "velo", "big", "extra"],
            manifests: ["Cargo.toml"],
            title: "velo"
        ),
        Project(
            name: "a Cargo workspace",
            files: [
                "Cargo.toml": """
                [workspace]
                members = ["crates/*", "tools/one", "../out"]
                [workspace.package]
                version = "1.0.0"
                """,
                "crates/a/Cargo.toml": "[package]\nname = \"a\"\nversion.workspace = true\n",
                "crates/a/src/main.rs": "",
                "crates/b/Cargo.toml": "[package]\nname = \"b\"\nautobins = false\n", "crates/b/src/main.rs": "",
                "crates/notes.txt": "", "tools/one/Cargo.toml": "[package]\nname = \"one\"\n[[bin]]\nname = \"uno\"\n",
            ],
            ecosystem: .cargo,
            binaries: ["a", "uno"],
            manifests: ["crates/a/Cargo.toml"],
            title: "my project"
        ),
        Project(
            name: "a Cargo workspace with several versions",
            files: [
                "Cargo.toml": """
                [workspace]
                members = ["a", "crates/*"]
                [workspace.package]
                version = "0.9.0"
                """,
                "a/Cargo.toml": "[package]\nname = \"a\"\nversion.workspace = true\n", "a/src/main.rs": "",
                "crates/b/Cargo.toml": "[package]\nname = \"b\"\nversion = \"0.8.0\"\n", "crates/b/src/main.rs": "",
                "crates/c/Cargo.toml": "[package]\nname = \"c\"\nversion = \"0.9.0\"\n", "crates/c/src/main.rs": "",
            ],
            ecosystem: .cargo,
            binaries: ["a", "b", "c"],
            manifests: ["a/Cargo.toml", "crates/c/Cargo.toml"],
            title: "my project"
        ),
        Project(
            name: "a Cargo library",
            files: [
                "Cargo.toml": "[package]\nname = \"lib\"\nversion = \"1.0.0\"\n", "src/lib.rs": "",
                "target/lib": "", ".env": "secret",
            ],
            ecosystem: .cargo,
            binaries: [],
            manifests: ["Cargo.toml"],
            title: "lib"
        ),
        Project(
            name: "a Swift package",
            files: [
                "Package.swift": """
                // swift-tools-version: 6.0
                let package = Package(
                    name: "teller", /* .executableTarget(name: "ghost") */
                    targets: [.executableTarget(name: "tell"), .target(name: "Tell"),
                        // .executableTarget(name: "old"),
                        .executableTarget( name : "tell-more", path: "https://x")]
                )
                """,
                "VERSION": "1.0.0\n",
            ],
            ecosystem: .swift,
            binaries: ["tell", "tell-more"],
            manifests: ["VERSION"],
            title: "teller"
        ),
        Project(
            name: "an npm package",
            files: [
                "package.json": """
                {"name": "@scope/spell", "version": "2.0.0", "license": "ISC", "description": "It's {{fine}}",
                 "repository": {"type": "git", "url": "git+https://github.com/scope/spell.git"},
                 "bin": {"spell": "./spell.js", "spell-all": "./all.js", "bad/name": "x", "{{name}}": "y"}}
                """,
                "package-lock.json": "{}",
            ],
            ecosystem: .npm,
            binaries: ["spell", "spell-all"],
            manifests: ["package.json"],
            title: "spell"
        ),
        Project(
            name: "an npm library",
            files: ["package.json": #"{"name": "lib", "version": "1.0.0"}"#, "README": ""],
            ecosystem: .npm,
            binaries: [],
            manifests: ["package.json"],
            title: "lib"
        ),
        Project(
            name: "a Go module",
            files: [
                "go.mod": "// module x\nmodule github.com/o/gopher/v2\n\ngo 1.24\n",
                "main.go": "// Package main does.\npackage main\n", "lib.go": "package main\n",
                "cmd/helper/main.go": "package main\n", "cmd/lib/lib.go": "package lib\n",
                "cmd/tests/x_test.go": "package main\n", "cmd/README": "",
            ],
            ecosystem: .go,
            binaries: ["gopher", "helper"],
            manifests: [],
            title: "gopher"
        ),
        Project(
            name: "a CMake project",
            files: [
                "CMakeLists.txt": """
                cmake_minimum_required(VERSION 3.20)
                # project(mill VERSION 3.2.0)
                set(MILL_VERSION 3.2.1)
                project(mill VERSION ${MILL_VERSION} LANGUAGES C)
                add_subdirectory(tools)
                add_executable(${PROJECT_NAME} main.c)
                # add_executable(ghost ghost.c)
                ADD_EXECUTABLE( "grind" grind.c )
                add_executable(outside IMPORTED)
                """,
                "tools/CMakeLists.txt": "add_executable(mill-tool tool.c)",
            ],
            ecosystem: .cmake,
            binaries: ["mill", "grind"],
            manifests: ["CMakeLists.txt"],
            title: "mill"
        ),
        Project(
            name: "a Zig project",
            files: [
                "build.zig": """
                const exe = b.addExecutable(.{ .name = "zap", .root_source_file = b.path("src/main.zig") });
                // b.addExecutable(.{ .name = "ghost" });
                """,
                "build.zig.zon": ".{ .name = .zapper, .version = \"0.1.0\", .minimum_zig_version = \"0.14.0\" }",
            ],
            ecosystem: .zig,
            binaries: ["zap"],
            manifests: ["build.zig.zon"],
            title: "zapper"
        ),
        Project(
            name: "a plain folder",
            files: ["tool.sh": "", "README*.md": "", "LICENSE": ""],
            ecosystem: .plain,
            binaries: [],
            manifests: [],
            title: "my project"
        ),
        Project(
            name: "awkward names",
            files: [
                "package.json": #"{"name": "a\"b\n{{c}}", "bin": {"it's": "it's \"x\".js", "a\"b": "x"}}"#,
                "README \"two\".md": "", "LICENSE\nX": "", "VERSION": "1.0.0",
            ],
            ecosystem: .npm,
            binaries: ["it's"],
            manifests: ["VERSION"],
            title: "a-b-{{c}}"
        ),
    ]

    @Test(arguments: projects)
    func aProjectGetsAConfigurationThatLoads(_ example: Project) async throws {
        try await withScratchFolder { scratch in
            let files = LiveFileSystem()
            let folder = scratch.appending("my project")
            try files.createFolder(folder)
            for (path, text) in example.files {
                try files.createFolders(folder.appending(path).parent)
                try files.write(text.utf8, to: folder.appending(path))
            }
            let project = try ProjectDetector(folder: folder, files: files).project()
            #expect(project.ecosystem == example.ecosystem)
            #expect(project.binaries == example.binaries)
            let text = ConfigurationText.text(for: project)
            let configuration = try ConfigurationLoaderTests.load(text)
            #expect(configuration.name == example.title)
            #expect(configuration.binaries == example.binaries)
            #expect(configuration.version.manifests?.map(\.file.string) == example.manifests)
            #expect((configuration.build != nil) == !example.binaries.isEmpty)
            #expect(!configuration.targets.isEmpty)
            #expect(!configuration.archive.contents.isEmpty)
            #expect(text.contains("// "))
        }
    }

    static func project(_ name: String) throws -> Project { try #require(projects.first { $0.name == name }) }

    private static func configuration(_ name: String) async throws -> Configuration {
        let example = try project(name)
        return try await withScratchFolder { folder in
            let files = LiveFileSystem()
            for (path, text) in example.files {
                try files.createFolders(folder.appending(path).parent)
                try files.write(text.utf8, to: folder.appending(path))
            }
            return try ConfigurationLoaderTests.load(
                ConfigurationText.text(for: ProjectDetector(folder: folder, files: files).project())
            )
        }
    }

    @Test func whatTheManifestSaysOfTheProjectIsTaken() async throws {
        let cargo = try await Self.configuration("a Cargo package")
        #expect(cargo.description == "Says \"hi\" \\ twice")
        #expect(cargo.license == "MIT OR Apache-2.0")
        #expect(cargo.repository == "velo/velo")
        let npm = try await Self.configuration("an npm package")
        #expect(npm.repository == "scope/spell")
        #expect(npm.description == "It's {{fine}}")
        #expect(npm.build?.before.map { $0.command.map(\.source) } == [["npm", "ci"]])
        #expect(npm.targets.first?.build?.after.first?.command.map(\.source).contains("./all.js") == true)
    }

    @Test func documentsAtTheTopAreShipped() async throws {
        let cargo = try await Self.configuration("a Cargo package")
        guard case .files(let files)? = cargo.archive.contents.last?.content else {
            Issue.record("no rule of files")
            return
        }
        #expect(files.patterns == ["LICENSE-MIT", "README.md"])
    }

    @Test(arguments: ["a Cargo library", "an npm library", "a plain folder"])
    func aProjectWithoutProgramsShipsNothingButItsDocuments(_ name: String) async throws {
        let example = try Self.project(name)
        let configuration = try await Self.configuration(name)
        let patterns = configuration.archive.contents.flatMap { rule -> [String] in
            guard case .files(let files) = rule.content else { return [] }
            return files.patterns
        }
        #expect(patterns == example.files.keys.filter { ["README", "LICENSE"].contains($0) })
    }

    @Test func manifestsWithVersionsOfTheirOwnAreNamedInAComment() async throws {
        try await withScratchFolder { folder in
            let files = LiveFileSystem()
            for (path, text) in try Self.project("a Cargo workspace with several versions").files {
                try files.createFolders(folder.appending(path).parent)
                try files.write(text.utf8, to: folder.appending(path))
            }
            let text = ConfigurationText.text(for: try ProjectDetector(folder: folder, files: files).project())
            let remark = "// crates/b/Cargo.toml is not in `version.manifests`: its version is 0.8.0, not 0.9.0.\n"
            #expect(text.contains(remark))
        }
    }

    @Test func goBuildsAllProgramsWithTheNamesGoHasForPlatforms() async throws {
        let go = try await Self.configuration("a Go module")
        let command = go.build?.command.command.map(\.source) ?? []
        #expect(command.suffix(3) == ["out/{{target}}/", ".", "./cmd/helper"])
        #expect(go.targets.last?.variables == ["goos": "windows", "goarch": "amd64"])
        #expect(go.repository == "o/gopher")
    }

    @Test func theRepositoryIsTheOneThatWasCloned() async throws {
        try await withScratchFolder { folder in
            let files = LiveFileSystem()
            try files.createFolder(folder.appending(".git"))
            let config = """
                [remote "upstream"]
                \turl = https://github.com/other/thing.git
                [remote "origin"]
                \turl = git@github.com:mine/thing.git
                """
            try files.write(config.utf8, to: folder.appending(".git/config"))
            #expect(try ProjectDetector(folder: folder, files: files).project().repository == "mine/thing")
        }
    }

    @Test func aManifestThatCannotBeParsedIsAnErrorWithItsPlace() async throws {
        try await withScratchFolder { folder in
            let files = LiveFileSystem()
            try files.write("{\"name\": }".utf8, to: folder.appending("package.json"))
            let error = #expect(throws: RelctlError.self) {
                try ProjectDetector(folder: folder, files: files).project()
            }
            #expect(error?.place == SourcePlace(file: "package.json", line: 1, column: 10))
        }
    }
}
