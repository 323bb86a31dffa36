import TestSupport
import Testing

@testable import RelctlCore
@testable import RelctlDistribution

/// Nix builds and runs what was written, with the stand-in for nixpkgs.
@Suite(.enabled(if: NixSystem.isHere && HostTool.areHere("cc", "readelf"))) struct NixBuildTests {
    /// The triple of this machine, for a C library.
    private func target(_ nix: NixSystem, _ libc: String) async throws -> String {
        let system = try await nix.currentSystem()
        return try #require(system.split(separator: "-").first) + "-unknown-linux-\(libc)"
    }

    private func expect(
        _ outcome: HostTool.Outcome,
        _ text: String = "",
        sourceLocation: SourceLocation = #_sourceLocation
    ) {
        #expect(outcome.status == 0, "\(outcome.errors)", sourceLocation: sourceLocation)
        #expect(outcome.text.contains(text), "\(outcome.text)", sourceLocation: sourceLocation)
    }

    private func flake(_ release: PackedRelease) -> FilePath { release.folder.nix }

    private static let contents = [
        "top/bin/tool": "@tool", "top/README.md": "read", "top/man/tool.1": ".TH TOOL 1",
        "top/completions/tool.bash": "complete -W x tool", "top/completions/_tool": "#compdef tool",
        "top/configs/a ${b} 'c'": "odd", "top/share/tool/data": "data", "top/Makefile": "all:\n\tfalse\n",
    ]

    @Test(arguments: ["tar.gz", "tar.xz", "tar.zst", "zip"])
    func aStaticProgramIsBuiltCheckedAndRunAsItWasReleased(format: String) async throws {
        try await NixSystem.scratch { nix in
            var release = try PackedRelease(in: nix.work)
            try await release.compile("tool", "-static")
            try await release.pack("tool one.\(format)", format, for: target(nix, "musl"), Self.contents)
            try await release.write(
                release.request {
                    $0.checksVersion = true
                    $0.share = [try RelativePath("configs")]
                    $0.maintainers = ["ada"]
                }
            )
            expect(try await nix.parse(flake(release).appending("package.nix")))
            expect(try await nix.run(["flake", "show"], flake: flake(release)), "word-tool-1.2.3")
            expect(try await nix.run(["flake", "check"], flake: flake(release)))
            expect(try await nix.run(["run"], flake: flake(release)), "tool 1.2.3\n")
            expect(try await nix.run(["run"], flake: flake(release), attribute: "tool"), "tool 1.2.3\n")
            let link = nix.work.appending("result")
            expect(try await nix.run(["build", "--out-link", link.string], flake: flake(release)))
            let files = LiveFileSystem()
            #expect(
                try files.contents(of: link.appending("bin/tool")) == files.contents(of: nix.work.appending("tool"))
            )
            for path in [
                "share/doc/word-tool/README.md", "share/man/man1/tool.1", "share/zsh/site-functions/_tool",
                "share/bash-completion/completions/tool.bash", "share/word-tool/configs/a ${b} 'c'", "share/tool/data",
            ] {
                #expect(try files.status(of: link.appending(path))?.kind == .file, "\(path)")
            }
        }
    }

    @Test func aProgramThatNeedsALoaderGetsTheOneOfNixOS() async throws {
        try await NixSystem.scratch { nix in
            var release = try PackedRelease(in: nix.work)
            try await release.compile("tool")
            try await release.pack("tool.tar.gz", "tar.gz", for: target(nix, "gnu"), ["t/tool": "@tool"])
            try await release.write(release.request { $0.libraries = ["openssl"] })
            let text = try LiveFileSystem().text(of: flake(release).appending("package.nix"))
            #expect(text.contains("  autoPatchelfHook,\n") && text.contains("    stdenv.cc.cc.lib\n    openssl\n"))
            #expect(!text.contains("dontPatchELF"))
            expect(try await nix.run(["run"], flake: flake(release)), "tool 1.2.3\n")
        }
    }

    @Test func scriptsAreProgramsToo() async throws {
        try await NixSystem.scratch { nix in
            var release = try PackedRelease(in: nix.work)
            let contents = ["t/tool": "#!/bin/sh\necho script", "t/LICENSE": "x"]
            try await release.pack("tool.tar.gz", "tar.gz", for: target(nix, "gnu"), contents)
            try await release.write(release.request())
            let text = try LiveFileSystem().text(of: flake(release).appending("package.nix"))
            #expect(!text.contains("binaryNativeCode") && !text.contains("autoPatchelfHook"))
            expect(try await nix.run(["run"], flake: flake(release)), "script\n")
        }
    }

    @Test(arguments: [1, 2]) func programsThatShipAsTheyAreGetTheirNames(count: Int) async throws {
        try await NixSystem.scratch { nix in
            var release = try PackedRelease(in: nix.work)
            let triple = try await target(nix, "musl")
            for name in ["tool", "tool.extra"].prefix(count) {
                try await release.compile(name, "-static", says: name)
                try await release.pack("\(name)-1.2.3-\(triple)", "binary", for: triple, [name: "@\(name)"])
            }
            try await release.write(release.request())
            expect(try await nix.run(["flake", "check"], flake: flake(release)))
            expect(try await nix.run(["run"], flake: flake(release)), "tool\n")
            guard count > 1 else { return }
            let link = nix.work.appending("result")
            expect(try await nix.run(["build", "--out-link", link.string], flake: flake(release)))
            let extra = try #require(HostTool("env"))
            expect(try await extra.run([link.appending("bin/tool.extra").string], in: nix.work), "tool.extra\n")
        }
    }

    @Test func namesThatMeanSomethingToShellsAndNixAreNamesAlone() async throws {
        try await NixSystem.scratch { nix in
            var release = try PackedRelease(in: nix.work)
            release.manifest.release.homepage = "https://example.org/${x}?\"''"
            release.manifest.release.description = "${x} '' \" $(id) \\ `id`"
            let names = ["-x", "$(id)", "${y}", "''", "it's", "\"q\"", "a b", "let", "{{x}}", "\\"]
            var contents = Dictionary(uniqueKeysWithValues: names.map { ("t/bin/\($0)", "#!/bin/sh\necho run\n") })
            for name in names { contents["t/more/\(name)/\(name)"] = "data" }
            try await release.pack("tool.tar.gz", "tar.gz", for: target(nix, "gnu"), contents)
            try await release.write(
                release.request {
                    $0.mainProgram = "${y}"
                    $0.share = try names.map { try RelativePath("more/\($0)") }
                }
            )
            expect(try await nix.run(["flake", "check"], flake: flake(release)))
            expect(try await nix.run(["run"], flake: flake(release)), "run\n")
            let link = nix.work.appending("result")
            expect(try await nix.run(["build", "--out-link", link.string], flake: flake(release)))
            let files = LiveFileSystem()
            #expect(try Set(files.names(in: link.appending("bin"))) == Set(names))
            #expect(try Set(files.names(in: link.appending("share/word-tool/more"))) == Set(names))
        }
    }

    @Test func aDownloadWithAnotherDigestIsRefused() async throws {
        try await NixSystem.scratch { nix in
            var release = try PackedRelease(in: nix.work)
            let contents = ["t/tool": "#!/bin/sh\necho good"]
            try await release.pack("tool.tar.gz", "tar.gz", for: target(nix, "gnu"), contents)
            try await release.write(release.request())
            var bytes = try LiveFileSystem().contents(of: release.folder.file("tool.tar.gz"))
            bytes[bytes.count / 2] ^= 1
            try LiveFileSystem().write(bytes, to: release.folder.file("tool.tar.gz"))
            let outcome = try await nix.run(["run"], flake: flake(release))
            #expect(outcome.status != 0 && outcome.errors.contains("hash mismatch"), "\(outcome.errors)")
        }
    }

    @Test func otherSystemsAreRefusedByName() async throws {
        try await NixSystem.scratch { nix in
            var release = try PackedRelease(in: nix.work)
            try await release.pack("t.tar.gz", "tar.gz", for: "aarch64-apple-darwin", ["t/tool": "#!/bin/sh\n"])
            try await release.write(release.request())
            let stub = nix.nixpkgs
            let package = flake(release).appending("package.nix")
            let expression = "(import \(stub) { system = \"x86_64-linux\"; }).callPackage \(package) { }"
            let outcome = try await nix.run(["eval", "--impure", "--expr", "(\(expression)).drvPath"])
            #expect(outcome.status != 0)
            #expect(outcome.errors.contains("is not available on x86_64-linux"), "\(outcome.errors)")
        }
    }

    @Test func aProgramThatIsNotFreeIsBuiltByItsOwnFlake() async throws {
        try await NixSystem.scratch { nix in
            var release = try PackedRelease(in: nix.work)
            release.manifest.release.license = "LicenseRef-Proprietary"
            try await release.pack("t.tar.gz", "tar.gz", for: target(nix, "gnu"), ["t/tool": "#!/bin/sh\necho paid"])
            try await release.write(release.request())
            expect(try await nix.run(["flake", "check"], flake: flake(release)))
            expect(try await nix.run(["run"], flake: flake(release)), "paid\n")
        }
    }

    @Test func aPluginIsAFolderAndAnEntryOfNixpkgs() async throws {
        try await NixSystem.scratch { nix in
            var release = try PackedRelease(in: nix.work)
            let contents = ["acme-app/module.js": "js", "acme-app/plugin.json": "{}"]
            try await release.pack("acme-app-1.2.3.zip", "zip", for: target(nix, "musl"), contents)
            let plan = try await release.write(
                release.request {
                    $0.kind = .grafanaPlugin
                    $0.name = "acme-app"
                }
            )
            #expect(plan.placeInNixpkgs.string == "pkgs/servers/monitoring/grafana/plugins/acme-app/default.nix")
            expect(try await nix.run(["flake", "check"], flake: flake(release)))
            let link = nix.work.appending("result")
            expect(try await nix.run(["build", "--out-link", link.string], flake: flake(release)))
            #expect(try LiveFileSystem().names(in: link) == ["module.js", "plugin.json"])
            let entry = flake(release).appending(NixPlan.pluginName)
            let expression = "((import \(nix.nixpkgs) { }).callPackage \(entry) { }).zipHash"
            let digest = try #require(release.manifest.artifacts.first?.sha256)
            #expect(try await nix.output(evaluating: expression, isFile: false) == "sha256-\(digest.base64)")
        }
    }

    @Test func aPluginWithProgramsHasAnEntryForEachSystem() async throws {
        try await NixSystem.scratch { nix in
            var release = try PackedRelease(in: nix.work)
            try await release.compile("gpx", "-static")
            let contents = ["acme-app/plugin.json": "{}", "acme-app/gpx_app": "@gpx"]
            try await release.pack("acme-app-linux.zip", "zip", for: target(nix, "musl"), contents)
            try await release.pack("acme-app-mac.zip", "zip", for: "aarch64-apple-darwin", contents)
            try await release.write(
                release.request {
                    $0.kind = .grafanaPlugin
                    $0.name = "acme-app"
                }
            )
            expect(try await nix.run(["flake", "check"], flake: flake(release)))
            let entry = flake(release).appending(NixPlan.pluginName)
            let plugin = "((import \(nix.nixpkgs) { }).callPackage \(entry) { })"
            let expression = "builtins.toJSON { inherit (\(plugin)) zipHash; inherit (\(plugin).meta) platforms; }"
            let json = try await nix.output(evaluating: expression, isFile: false)
            for artifact in release.manifest.artifacts { #expect(json.contains("sha256-\(artifact.sha256.base64)")) }
            #expect(json.contains("\"platforms\":[\"aarch64-darwin\",\"\(try await nix.currentSystem())\"]"), "\(json)")
        }
    }
}
