import RelctlManifests
import TestSupport
import Testing

/// Whether Cargo itself takes what relctl writes, and allows what relctl says that it allows.
@Suite struct CargoWitnessTests {
    private static func package(_ name: String, _ version: String, _ rest: String = "") -> String {
        "[package]\nname = \"\(name)\"\nedition = \"2021\"\nversion\(version)\n\(rest)"
    }

    /// Workspaces whose Cargo.lock Cargo writes; what changes in them is what Cargo says.
    static let workspaces: [(name: String, manifest: MarkedManifest)] = [
        (
            "inherited",
            MarkedManifest(
                CargoVersionSource(),
                (
                    "Cargo.toml",
                    "[workspace]\nresolver = '2'\nmembers = ['crates/*']\nexclude = ['crates/apart']\n"
                        + "[workspace.package]\nversion = '1.2.3'\n[workspace.dependencies]\n"
                        + "a = { path = 'crates/a', version = '1.2.3' }\n"
                        + "renamed = { package = 'b', path = 'crates/b', version = '=1.2.3' }\n"
                        + "apart = { path = 'crates/apart', version = '1.2.3' }\n"
                ),
                ("crates/a/Cargo.toml", package("a", ".workspace = true", "[dependencies]\napart.workspace = true\n")),
                (
                    "crates/b/Cargo.toml",
                    package("b", " = { workspace = true }", "[dependencies]\na = { workspace = true }\n")
                ),
                (
                    "crates/c/Cargo.toml",
                    package(
                        "c",
                        "='1.2.3'",
                        "[dependencies]\nrenamed.workspace = true\nown = { path = '../own', version = '>=0.1, <2' }\n"
                            + "[dev-dependencies]\na = { path = '../a', version = '~1.2' }\n"
                            + "[target.'cfg(unix)'.build-dependencies]\nrenamed = { package = 'b', path = '../b', version = '^1' }\n"
                    )
                ),
                ("crates/own/Cargo.toml", package("own", "='0.1.0'")),
                ("crates/apart/Cargo.toml", package("apart", "='1.2.3'"))
            )
        ),
        (
            "package and workspace",
            MarkedManifest(
                CargoVersionSource(),
                (
                    "Cargo.toml",
                    package(
                        "top",
                        "='1.2.3'",
                        "[dependencies]\na = { path = 'a', version = '=1.2.3' }\n[workspace]\n"
                    )
                ),
                ("a/Cargo.toml", package("a", "='1.2.3'"))
            )
        ),
        (
            "virtual",
            MarkedManifest(
                CargoVersionSource(),
                ("Cargo.toml", "[workspace]\nresolver = '2'\nmembers = ['crates/a', 'crates/deep/*', 'xtask']\n"),
                ("crates/a/Cargo.toml", package("a", "='1.2.3'")),
                (
                    "crates/deep/b/Cargo.toml",
                    package("b", "='1.2.3'", "[dependencies]\na = { path = '../../a', version = '1.2' }\n")
                ),
                ("xtask/Cargo.toml", package("xtask", "='0.0.0'", "publish = false\n"))
            )
        ),
        (
            "two of one name",
            MarkedManifest(
                CargoVersionSource(),
                (
                    "Cargo.toml",
                    package(
                        "top",
                        "='1.2.3'",
                        "[dependencies]\na = { path = 'a', version = '1' }\n"
                            + "other = { package = 'a', path = 'other/a', version = '0.9' }\n"
                            + "[workspace]\nexclude = ['other']\n"
                    )
                ),
                ("a/Cargo.toml", package("a", "='1.2.3'")),
                ("other/a/Cargo.toml", package("a", "='0.9.0'"))
            )
        ),
        (
            "alone",
            MarkedManifest(
                CargoVersionSource(),
                ("a/Cargo.toml", package("a", "='1.2.3'")),
                ("Cargo.toml", package("top", "='1.2.3'", "[dependencies]\na = { path = 'a', version = '1.2' }\n"))
            )
        ),
    ]

    @Test(arguments: workspaces.map(\.name), ["1.2.4", "2.0.0", "2.0.0-rc.1", "1.3.0+build.5"])
    func cargoTakesTheChangedWorkspaceAsItIs(_ name: String, _ version: String) async throws {
        let manifest = try #require(Self.workspaces.first { $0.name == name }?.manifest)
        try await withScratchFolder { folder in
            var texts = manifest.originals
            try Self.write(texts, to: folder, withSources: true)
            let locked = try await Self.cargo(["generate-lockfile"], in: folder)
            try #require(locked.status == 0, "\(locked.errors)")
            texts["Cargo.lock"] = try LiveFileSystem().text(of: folder.appending("Cargo.lock"), limit: 1 << 20)
            let packages = try await Self.packages(in: folder)
            #expect(packages.contains("a@1.2.3"))

            let changed = try manifest.change(texts, to: Version(version))
            try Self.write(changed, to: folder, withSources: false)
            // What is left alone is 0.1.0, 0.0.0 or 0.9.0, or outside the workspace.
            let left: Set<String> = name == "alone" ? ["top@1.2.3"] : ["apart@1.2.3"]
            let expected = packages.map { package in
                package.hasSuffix("@1.2.3") && !left.contains(package)
                    ? package.replacing("@1.2.3", with: "@\(version)") : package
            }
            #expect(try await Self.packages(in: folder) == expected.sorted())
        }
    }

    @Test func cargoAllowsTheSameVersions() async throws {
        let requirements = [
            "1.2.3", "^1.2", "^0.1.2", "^0.0.3", "^0.0", "0", "~1.2.3", "~1", "~0.1", "=1.2", "=1.2.3", "1.*", "1.2.*",
            "*", ">1.2", ">1.2.3", ">=1.2.3-rc.1", "<=1.2", "<1.2.3", ">=1, <2", "^1.2.3-alpha", " = 1.2.3 ",
            "=1.2.3-rc.1",
        ]
        let versions = ["1.2.3", "1.3.0", "2.0.0", "0.1.5", "0.0.3", "1.2.3-rc.1", "1.2.4-rc.1", "1.2.3-alpha.1+b"]
        try await withScratchFolder { folder in
            let pairs = requirements.flatMap { requirement in versions.map { (requirement, $0) } }
            for (requirement, version) in FullRun.sample(pairs, 60) {
                let allows = try #require(CargoRequirement(requirement))
                let top = Self.package("top", "='9.0.0'", "[dependencies]\na={path='a',version='\(requirement)'}\n")
                let texts = ["Cargo.toml": top, "a/Cargo.toml": Self.package("a", "='\(version)'")]
                try Self.write(texts, to: folder, withSources: true)
                let outcome = try await Self.cargo(["generate-lockfile"], in: folder)
                let isAllowed = allows.allows(try Version(version))
                #expect((outcome.status == 0) == isAllowed, "\(requirement) \(version): \(outcome.errors)")
            }
        }
    }

    private static func write(_ texts: [String: String], to folder: FilePath, withSources: Bool) throws {
        let files = LiveFileSystem()
        for (path, text) in texts {
            let file = folder.appending(try RelativePath(path))
            let parent = try RelativePath(path).parent.map { folder.appending($0) } ?? folder
            try files.createFolders(parent)
            try files.write(Array(text.utf8), to: file)
            guard withSources, text.contains("[package]") else { continue }
            try files.createFolders(parent.appending("src"))
            try files.write([], to: parent.appending("src/lib.rs"))
        }
    }

    /// `NAME@VERSION` of every package that Cargo sees, without writing anything.
    private static func packages(in folder: FilePath) async throws -> [String] {
        let outcome = try await cargo(["metadata", "--locked", "--format-version", "1"], in: folder)
        try #require(outcome.status == 0, "\(outcome.errors)")
        let metadata = try JSONParser.parse(outcome.text, file: "metadata", dialect: .json)
        guard case .array(let packages)? = metadata["packages"]?.value else { return [] }
        return packages.compactMap { package in
            guard case .string(let name)? = package["name"]?.value,
                case .string(let version)? = package["version"]?.value
            else { return nil }
            return "\(name)@\(version)"
        }.sorted()
    }

    private static func cargo(_ arguments: [String], in folder: FilePath) async throws -> HostTool.Outcome {
        let home = folder.appending("home").string
        return try await #require(HostTool("cargo"))
            .run(arguments + ["--offline"], in: folder, environment: ["CARGO_HOME": home])
    }
}
