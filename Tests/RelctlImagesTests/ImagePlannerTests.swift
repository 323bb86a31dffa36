import TestSupport
import Testing

@testable import RelctlCore
@testable import RelctlImages

/// What images are planned to be, from a record alone.
@Suite struct ImagePlannerTests {
    static func release(_ version: String, isSnapshot: Bool = false) throws -> ReleaseIdentity {
        ReleaseIdentity(
            name: "app",
            version: try Version(version),
            tag: "v\(version)",
            commit: String(repeating: "a", count: 40),
            timestamp: 1_700_000_000,
            isSnapshot: isSnapshot
        )
    }

    /// A record of archives with one program and one file each.
    static func manifest(_ version: String, targets: [String], format: String = "tar.gz") throws -> Manifest {
        let artifacts = try targets.map { target in
            let top = "app-\(target)"
            let digest = Digest(of: Array(target.utf8))
            return try Artifact(
                name: "\(top).\(format)",
                kind: .archive,
                target: TargetTriple(target),
                format: format,
                size: 10,
                sha256: digest,
                contents: [
                    ArchivedEntry(path: RelativePath(top), kind: .folder, mode: 0o755),
                    ArchivedEntry(
                        path: RelativePath("\(top)/bin/app"),
                        kind: .file,
                        mode: 0o755,
                        size: 5,
                        sha256: digest
                    ),
                    ArchivedEntry(
                        path: RelativePath("\(top)/README.md"),
                        kind: .file,
                        mode: 0o644,
                        size: 7,
                        sha256: digest
                    ),
                ]
            )
        }
        return Manifest(release: try release(version), artifacts: artifacts)
    }

    static func request(
        _ images: String,
        version: String = "1.2.3",
        targets: [String] = ["x86_64-unknown-linux-musl", "aarch64-unknown-linux-musl", "x86_64-apple-darwin"]
    ) throws -> ImagePlanner.Request {
        var extensions = Extensions()
        try extensions.registerBuiltInPackagers()
        let configuration = try ConfigurationLoader(extensions: extensions).configuration(
            fromText: """
                { name: "app", binaries: ["app"], build: { command: ["true"], output: "app" },
                  targets: { \(targets.map { "\"\($0)\": {}" }.joined(separator: ", ")) }, images: \(images) }
                """,
            file: "relctl.json"
        )
        return ImagePlanner.Request(
            configuration.project,
            configuration.images,
            try manifest(version, targets: targets)
        )
    }

    @Test(arguments: [
        ("1.2.3", ["1.0.0"], ["1.2.3", "1.2", "1", "latest"]), ("0.4.0", [], ["0.4.0", "0.4", "latest"]),
        ("1.2.3", ["2.0.0"], ["1.2.3", "1.2", "1"]), ("1.2.3", ["1.3.0"], ["1.2.3", "1.2"]),
        ("1.2.3", ["1.2.4"], ["1.2.3"]), ("1.2.3", ["2.0.0-rc.1"], ["1.2.3", "1.2", "1", "latest"]),
        ("2.0.0-rc.1", ["1.0.0"], ["2.0.0-rc.1"]), ("1.0.0+build.5", [], ["1.0.0_build.5", "1.0", "1", "latest"]),
    ]) func tagsFollowFromTheVersion(_ version: String, _ known: [String], _ tags: [String]) throws {
        let versions = try known.map { try Version($0) }
        #expect(ImageTags.standard(for: try Self.release(version), known: versions) == tags)
    }

    @Test func aSnapshotIsTheEdge() throws {
        let release = try Self.release("1.0.1-SNAPSHOT.gabc", isSnapshot: true)
        #expect(ImageTags.standard(for: release, known: []) == ["1.0.1-SNAPSHOT.gabc", "edge"])
    }

    @Test func onlyANameIsNeeded() throws {
        let plan = try #require(try ImagePlanner().plan(Self.request(#"[{ name: "ghcr.io/a/b" }]"#)).first)
        #expect(plan.platforms.map(\.platform.description) == ["linux/amd64", "linux/arm64"])
        #expect(
            plan.platforms.map(\.layers).map { $0.map(\.purpose) } == [[.system, .binaries], [.system, .binaries]]
        )
        #expect(plan.platforms[0].entrypoint == ["/usr/bin/app"])
        #expect(plan.process.user == "65532:65532")
        #expect(plan.labels["org.opencontainers.image.created"] == "2023-11-14T22:13:20Z")
        #expect(plan.annotations["org.opencontainers.image.revision"] == String(repeating: "a", count: 40))
    }

    /// What only the program that packed it understands has nothing for images.
    @Test func archivesThatCannotBeReadAreNoSource() throws {
        var request = try Self.request(#"[{ name: "ghcr.io/a/b" }]"#)
        request.manifest = try Self.manifest("1.2.3", targets: ["x86_64-unknown-linux-musl"], format: "cpio")
        let error = #expect(throws: RelctlError.self) { try ImagePlanner().plan(request) }
        #expect(error.map { "\($0)" }?.contains("there is no artifact for") == true)
    }

    @Test func aVariantHasWhatItsImageHasButForWhatItSays() throws {
        let images = """
            [{ name: "a/b", user: "7", labels: { x: "{{tag}}" }, tags: ["{{version}}", "{{major}}"], variants: {
              alpine: { from: "alpine:3.20", user: "8" }, debug: { tagSuffix: ".dbg", tags: ["{{version}}"] },
            } }]
            """
        let plans = try ImagePlanner().plan(Self.request(images))
        #expect(plans.map(\.id) == ["a/b", "a/b-alpine", "a/b.dbg"])
        #expect(plans.map(\.tags) == [["1.2.3", "1"], ["1.2.3-alpine", "1-alpine"], ["1.2.3.dbg"]])
        #expect(plans.map(\.process.user) == ["7", "8", "7"])
        #expect(plans.map(\.base.text) == ["scratch", "alpine:3.20", "scratch"])
        #expect(plans.allSatisfy { $0.labels["x"] == "v1.2.3" })
    }

    @Test func filesComeFromTheArchiveAndElseFromTheProject() throws {
        var request = try Self.request(
            #"[{ name: "a/b", files: [{ files: ["README.md", "extra/**"], to: "/doc", mode: "0600" }] }]"#
        )
        let rules = ImagePlanner().projectRules(for: request)
        guard case .files(let asked) = try #require(rules.first).content else { return }
        #expect(rules.count == 1)
        #expect(asked.patterns == ["extra/**"])
        request.tree = SourceTree([
            SourceEntry(path: try RelativePath("extra"), kind: .folder),
            SourceEntry(path: try RelativePath("extra/tool.sh"), kind: .file, isExecutable: true, size: 3),
        ])
        let plan = try #require(try ImagePlanner().plan(request).first)
        let layer = try #require(plan.platforms[0].layers.first { $0.purpose == .files })
        #expect(layer.entries.map(\.path.string) == ["doc/README.md", "doc/extra", "doc/extra/tool.sh"])
        #expect(
            layer.entries[2].content == .file(.project(try RelativePath("extra/tool.sh")), mode: 0o600)
        )
        guard case .file(.artifact(let name, let path, _, _), _) = layer.entries[0].content else { return }
        #expect(name == "app-x86_64-unknown-linux-musl.tar.gz")
        #expect(path.string == "app-x86_64-unknown-linux-musl/README.md")
    }

    @Test func foldersOfLowerLayersKeepTheirAttributesInHigherOnes() throws {
        let images = #"[{ name: "a/b", files: [{ files: ["README.md"], to: "/tmp/x" }] }]"#
        let plan = try #require(try ImagePlanner().plan(Self.request(images)).first)
        let layer = try #require(plan.platforms[0].layers.first { $0.purpose == .files })
        #expect(layer.entries.first?.path.string == "tmp")
        #expect(layer.entries.first?.content == .folder(mode: 0o1777, owner: 0))
        #expect(layer.entries.count == 2)
    }

    @Test func ofTwoTargetsForOnePlatformTheStandaloneOneIsTakenFromScratch() throws {
        let targets = ["x86_64-unknown-linux-gnu", "x86_64-unknown-linux-musl"]
        let images =
            #"[{ name: "a/b" }, { name: "a/c", from: "alpine" }, { name: "a/d", platforms: ["\#(targets[0])"] }]"#
        let plans = try ImagePlanner().plan(Self.request(images, targets: targets))
        #expect(plans.map { $0.platforms.map(\.target.text) } == [[targets[1]], [targets[0]], [targets[0]]])
    }

    @Test(arguments: [
        (
            #"[{ name: "a/b", files: [{ files: ["nowhere/**"] }] }]"#,
            "cannot find anything that the pattern `nowhere/**`"
        ),
        (#"[{ name: "a/b", tags: ["{{version}} x"] }]"#, "`1.2.3 x` is no tag"),
        (#"[{ name: "a/b", files: [{ files: ["README.md"], to: "/usr/bin/app" }] }]"#, "which is no folder"),
        (
            #"[{ name: "a/b", files: [{ files: ["README.md"], to: "/x" }, { files: ["README.md"], to: "/x", mode: "600" }] }]"#,
            "`/x/README.md` would be two different things"
        ),
        (
            #"[{ name: "a/b", tags: ["{{version}}-v", "{{version}}"], variants: { v: { tags: ["{{version}}"] } } }]"#,
            "`docker.io/a/b:1.2.3-v` would be both `a/b` and `a/b-v`"
        ),
    ]) func whatCannotBeIsToldWithItsPlace(_ images: String, _ reason: String) throws {
        let request = try Self.request(images)
        let error = #expect(throws: RelctlError.self) { try ImagePlanner().plan(request) }
        #expect(error?.description.contains(reason) == true, "\(String(describing: error))")
        #expect(error?.place?.file == "relctl.json")
    }

    @Test(arguments: [
        (#"[{}]"#, "`images[0]` has neither `name` nor `names`"),
        (#"[{ name: "Not/Lower" }]"#, "capitals are not allowed"),
        (#"[{ name: "a/b", names: ["a/c"] }]"#, "has both `name` and `names`"),
        (#"[{ name: "a/b" }, { name: "a/b" }]"#, "`a/b` is there twice"),
        (#"[{ name: "nginx" }, { name: "docker.io/library/nginx" }]"#, "`docker.io/library/nginx` is there twice"),
        (#"[{ names: ["a/b", "docker.io/a/b"] }]"#, "`docker.io/a/b` is there twice"),
        (#"[{ name: "a/b", user: "2147483648" }]"#, "`2147483648` is above 2147483647"),
        (#"[{ name: "a/b", from: "alpine", user: "0:99999999999" }]"#, "`99999999999` is above 2147483647"),
        (#"[{ name: "a/b", from: "oci:../out" }]"#, "`oci:` and a path"),
        (#"[{ name: "a/b", from: "https://example.org/x" }]"#, "scheme"),
        (#"[{ name: "a/b", platforms: ["linux/riscv64"] }]"#, "no target of the release is for `linux/riscv64`"),
        (#"[{ name: "a/b", platforms: ["nonsense"] }]"#, "neither a platform"),
        (#"[{ name: "a/b", binaries: ["ap"] }]"#, "`ap` is none of the project's `binaries`"),
        (#"[{ name: "a/b", files: [{ files: ["x"], to: "relative" }] }]"#, "`relative` is not absolute"),
        (#"[{ name: "a/b", files: [{ files: ["x"], to: "/a/../b" }] }]"#, "is not a path in an image"),
        (#"[{ name: "a/b", workingDirectory: "x" }]"#, "is not absolute"),
        (#"[{ name: "a/b", user: "web" }]"#, "`scratch` has no account `web`"),
        (#"[{ name: "a/b", ports: ["99999"] }]"#, "is not a port"),
        (
            #"[{ name: "a/b", stopSignal: "TERM" }]"#,
            "is not a signal of Linux such as `SIGTERM` or `15`; did you mean `SIGTERM`?"
        ),
        (#"[{ name: "a/b", stopSignal: "SIGTREM" }]"#, "did you mean `SIGTERM`?"),
        (#"[{ name: "a/b", stopSignal: "SIGRTMIN+16" }]"#, "`SIGRTMIN+16` is not a signal"),
        (#"[{ name: "a/b", stopSignal: "65" }]"#, "`65` is not a signal"),
        (#"[{ name: "a/b", budget: "lots" }]"#, "is not a size"),
        (#"[{ name: "a/b", budget: "50" }]"#, "`50` has no unit: write `50B` for bytes, or `50MB`"),
        (#"[{ name: "a/b", budget: "50M" }]"#, "`50M` is not a size: write `50MB`"),
        (#"[{ name: "a/b", budget: "1.5 gib" }]"#, "`1.5 gib` is not a size: write `1.5GiB`"),
        (#"[{ name: "a/b", entrypoint: [""] }]"#, "`images[0].entrypoint[0]` is empty"),
        (#"[{ name: "a/b", variants: { x: { command: ["", "y"] } } }]"#, "variants.x.command[0]` is empty"),
        (#"[{ name: "a/b", level: 12 }]"#, "layers of `gzip` are from 1 to 9, not at level 12"),
        (#"[{ name: "a/b", compression: "none", level: 1 }]"#, "not compressed at all"),
        (#"[{ name: "a/b", variants: { "b c": {} } }]"#, "cannot be part of a tag"),
        (#"[{ name: "a/b", labels: { x: "{{nonsense}}" } }]"#, "nonsense"),
        (#"[{ name: "a/b", files: [{ files: ["x"], mode: "9" }] }]"#, "octal"),
    ]) func configurationsThatMakeNoSenseAreRefused(_ images: String, _ reason: String) {
        let error = #expect(throws: RelctlError.self) { try Self.request(images) }
        #expect(error?.description.contains(reason) == true, "\(String(describing: error))")
        #expect(error?.code == .configurationInvalid)
    }

    @Test(arguments: [
        (#"user: "web""#, ""), (#"binaries: ["ap"]"#, ""), (#"level: 12"#, ""), (#"platforms: ["linux/riscv64"]"#, ""),
        (#"from: "alpine", variants: { x: { from: "scratch" } }"#, #"user: "web","#),
    ]) func theProblemOfAKeyIsReportedAtTheKey(_ key: String, _ before: String) throws {
        let images = "[{ name: \"a/b\",\n\(before.isEmpty ? key : before + "\n" + key) }]"
        let error = try #require(throws: RelctlError.self) { try Self.request(images) }
        let place = try #require((error.causes.first as? RelctlError)?.place ?? error.place)
        #expect(place.line == 3, "\(error)")
    }

    @Test(arguments: ["SIGTERM", "SIGRTMIN+3", "SIGRTMAX-14", "1", "64"])
    func signalsOfLinuxAreTaken(_ signal: String) throws {
        let images = "[{ name: \"a/b\", stopSignal: \"\(signal)\" }]"
        #expect(try ImagePlanner().plan(Self.request(images)).first?.process.stopSignal == signal)
    }

    @Test(arguments: [#"compression: "zstd", level: 99"#, #"user: "a b""#, #"user: "web", variants: { x: {} }"#])
    func whatIsWrongIsToldOnce(_ image: String) throws {
        let error = #expect(throws: RelctlError.self) { try Self.request("[{ name: \"a/b\", \(image) }]") }
        let problems = try #require(error)
        #expect(problems.causes.count <= 1, "\(problems)")
    }

    @Test(arguments: [
        ("1.2.3", false, ["1.2.2"], ["{{version}}", "stable", "{{major}}"], ["1.2.3", "stable", "1"]),
        ("1.2.3", false, ["2.0.0"], ["{{version}}", "stable", "{{major}}"], ["1.2.3", "1"]),
        ("1.2.3", false, ["1.3.0"], ["stable", "{{major}}"], ["1.2.3"]),
        ("2.0.0-rc.1", false, [], ["stable", "{{version}}", "{{major}}"], ["2.0.0-rc.1"]),
        ("2.0.0-rc.1", false, [], ["{{#prerelease}}next{{/prerelease}}", "x"], ["next"]),
        ("1.0.1-SNAPSHOT.a", true, [], ["stable"], ["1.0.1-SNAPSHOT.a"]),
        (
            "1.2.3", false, [], ["{{date}}", "stable", "v{{version}}", "{{major}}.{{minor}}", "{{version}}"],
            ["1.2.3", "v1.2.3", "2023-11-14", "stable", "1.2"]
        ), ("2.0.0-rc.1", false, [], ["{{#prerelease}}next{{/prerelease}}", "{{date}}"], ["2023-11-14", "next"]),
        (
            "1.0.1-SNAPSHOT.a", true, [], ["stable", "sha-{{shortCommit}}", "{{date}}"],
            ["sha-aaaaaaaaaaaa", "2023-11-14"]
        ),
    ]) func ownTagsGoForwardWithStableReleasesAlone(
        _ version: String,
        _ isSnapshot: Bool,
        _ known: [String],
        _ templates: [String],
        _ tags: [String]
    ) throws {
        let listed = templates.map { "\"\($0)\"" }.joined(separator: ", ")
        var request = try Self.request("[{ name: \"a/b\", tags: [\(listed)] }]", version: version)
        request.manifest.release.isSnapshot = isSnapshot
        request.versions = try known.map { try Version($0) }
        #expect(try ImagePlanner().plan(request).first?.tags == tags)
    }

    @Test func whatIsNoTagIsToldThoughThisReleaseLeavesItOut() throws {
        let literal = try #require(throws: RelctlError.self) {
            try Self.request(#"[{ name: "a/b", variants: { c: { tags: ["{{version}}", "my tag"] } } }]"#)
        }
        let place = "`images[0].variants.c.tags[1]`: `my tag` is no tag"
        #expect("\(literal)".contains(place), "\(literal)")
        var request = try Self.request(#"[{ name: "a/b", tags: ["{{name}} tag"] }]"#, version: "1.0.1-SNAPSHOT.a")
        request.manifest.release.isSnapshot = true
        let made = try #require(throws: RelctlError.self) { try ImagePlanner().plan(request) }
        #expect("\(made)".contains("tag` is no tag"), "\(made)")
    }
}
