import TestSupport
import Testing

@testable import RelctlCore
@testable import RelctlDistribution

/// The flake as it ships: what the record says of it, and what Nix makes of it by its address.
@Suite struct FlakeArchiveTests {
    private let files = LiveFileSystem()
    private let name = "word-tool-1.2.3-flake.tar.gz"

    private func release(in folder: FilePath, for target: String = "x86_64-unknown-linux-gnu") async throws
        -> PackedRelease
    {
        var release = try PackedRelease(in: folder)
        try await release.pack("tool.tar.gz", "tar.gz", for: target, ["t/tool": "#!/bin/sh\necho flown\n"])
        return release
    }

    private func record(of release: PackedRelease) throws -> Manifest { try release.folder.record(files) }

    @Test func theRecordListsItWithItsChecksum() async throws {
        try await withScratchFolder { folder in
            let release = try await release(in: folder)
            try await release.write(release.request())
            let flake = try #require(try record(of: release).flake)
            #expect(flake.name == name && flake.format == "tar.gz")
            let top = "word-tool-1.2.3-flake"
            #expect(flake.contents?.map(\.path.string) == ["\(top)/flake.nix", "\(top)/package.nix"])
            #expect(Digest(of: try files.contents(of: folder.appending(name))) == flake.sha256)
            #expect(
                try record(of: release).artifacts.map(\.name) == ["tool.tar.gz", name, name + ".sha256"]
            )
            #expect(
                try files.text(of: folder.appending(name + ".sha256")) == "\(flake.sha256.hexadecimal)  \(name)\n"
            )
            // What a flake is made of is never a flake.
            #expect(try record(of: release).artifactsWithoutFlake.map(\.name) == ["tool.tar.gz"])
        }
    }

    @Test func theSameReleaseHasTheSameBytesAnywhere() async throws {
        try await withScratchFolder { folder in
            var all: [[UInt8]] = []
            for place in ["one", "other"] {
                let path = folder.appending(place)
                try files.createFolder(path)
                let release = try await release(in: path)
                try await release.write(
                    release.request { $0.url = try Template("https://example.org/{{tag}}/{{artifact}}") }
                )
                all.append(try files.contents(of: path.appending(name)))
            }
            #expect(all[0] == all[1])
        }
    }

    @Test(arguments: ["flake.nix", "nix/flake.nix"]) func itsInputsAreLockedAsThoseOfTheProject(flake: String)
        async throws
    {
        try await withScratchFolder { folder in
            let release = try await release(in: folder)
            let request = try release.request { $0.flake = try RelativePath(flake) }
            try await release.write(request)
            #expect(try record(of: release).flake?.contents?.count == 2)
            let beside = folder.appending(flake).parent
            try files.write("{\"a\": 1}".utf8, to: beside.appending("flake.lock"))
            try await release.write(request)
            let locked = try #require(try record(of: release).flake?.contents)
            let digest = Digest(of: Array("{\"a\": 1}".utf8))
            #expect(locked.first { $0.path.lastComponent == "flake.lock" }?.sha256 == digest)
            // One beside the release's own flake is nearer.
            try files.write("{}".utf8, to: release.folder.nix.appending("flake.lock"))
            try await release.write(request)
            let own = try #require(try record(of: release).flake?.contents)
            #expect(own.first { $0.path.lastComponent == "flake.lock" }?.sha256 == Digest(of: Array("{}".utf8)))
        }
    }

    @Test(arguments: ["link", "folder", "text", "linked folder"]) func whatIsNoLockOfTheProjectIsRefused(kind: String)
        async throws
    {
        try await withScratchFolder { folder in
            let release = try await release(in: folder)
            let isLinked = kind == "linked folder"
            let request = try release.request { $0.flake = try RelativePath(isLinked ? "sub/flake.nix" : "flake.nix") }
            let lock = folder.appending("flake.lock")
            switch kind {
            case "link":
                try files.write("{}".utf8, to: folder.appending("elsewhere"))
                try files.createLink(at: lock, to: "elsewhere")
            case "folder": try files.createFolder(lock)
            case "text": try files.write("{bad".utf8, to: lock)
            default:
                try await withScratchFolder { other in
                    try files.write("{}".utf8, to: other.appending("flake.lock"))
                    try files.createLink(at: folder.appending("sub"), to: other.string)
                    let error = await #expect(throws: RelctlError.self) { try await release.write(request) }
                    #expect(error?.message.contains("with the flake") == true)
                }
                return
            }
            let error = await #expect(throws: RelctlError.self) { try await release.write(request) }
            #expect(error?.message.contains("with the flake") == true)
        }
    }

    @Test func oneOfAnotherNameGoes() async throws {
        try await withScratchFolder { folder in
            let release = try await release(in: folder)
            try await release.write(release.request { $0.name = "other" })
            #expect(try files.status(of: folder.appending("other-1.2.3-flake.tar.gz")) != nil)
            try await release.write(release.request())
            #expect(try files.names(in: folder).filter { $0.contains("flake.tar.gz") } == [name, name + ".sha256"])
            #expect(try record(of: release).artifacts.filter { $0.kind == .flake }.count == 1)
        }
    }

    @Test func aDamagedOneIsMadeAgain() async throws {
        try await withScratchFolder { folder in
            let release = try await release(in: folder)
            let plan = try await release.write(release.request())
            let (path, executor) = (folder.appending(name), NixExecutor(Effects.onDisk()))
            let bytes = try files.contents(of: path)
            try files.write(bytes.dropLast() + [0xff], to: path)
            #expect(try await executor.outdated(plan, in: release.folder, project: nil) == [path])
            try await executor.execute(plan, in: release.folder, project: nil)
            #expect(try files.contents(of: path) == bytes)
        }
    }

    @Test func anotherFileOfItsNameIsNotReplaced() async throws {
        try await withScratchFolder { folder in
            var release = try await release(in: folder)
            try await release.pack(name, "tar.gz", for: "aarch64-unknown-linux-gnu", ["t/tool": "#!/bin/sh\n"])
            let before = try TreeSnapshot(of: folder)
            let error = await #expect(throws: RelctlError.self) { try await release.write(release.request()) }
            #expect(error?.message.contains("the release has another file `\(name)`") == true)
            #expect(try TreeSnapshot(of: folder) == before)
        }
    }

    @Test func whatIsNoFlakeHasNoDigestOfOne() async throws {
        try await withScratchFolder { folder in
            let release = try await release(in: folder)
            let error = #expect(throws: RelctlError.self) {
                try FlakeArchive.hash(of: release.folder.file("tool.tar.gz"), files)
            }
            #expect(error?.message.hasPrefix("cannot take `") == true)
            try files.write("no archive".utf8, to: folder.appending("x.tar.gz"))
            #expect(throws: RelctlError.self) { try FlakeArchive.hash(of: folder.appending("x.tar.gz"), files) }
        }
    }

    @Test(arguments: [
        ("https://e.org/{{artifact}}", "https://e.org/NAME?narHash=sha256-%2B%2F%3D"),
        ("https://e.org/{{artifact}}?raw=1", "https://e.org/NAME?raw=1&narHash=sha256-%2B%2F%3D"),
        ("https://e.org/?f={{artifact}}", "tarball+https://e.org/?f=NAME&narHash=sha256-%2B%2F%3D"),
        ("https://e.org/{{artifact}}#x", nil), ("ftp://e.org/{{artifact}}", nil),
    ])
    func nixIsToldOfItsAddress(url: String, reference: String?) async throws {
        try await withScratchFolder { folder in
            let release = try await release(in: folder)
            try await release.write(release.request())
            var request = try release.request { $0.url = try Template(url) }
            request.manifest = try record(of: release)
            let artifact = try #require(request.manifest.flake)
            let flake = try SnippetRequest.Flake(request, artifact, hash: "sha256-+/=")
            #expect(flake?.reference == reference?.replacing("NAME", with: name))
        }
    }

    // MARK: Nix

    @Test(.enabled(if: NixSystem.isHere)) func foldersHaveTheDigestsThatNixComputes() async throws {
        try await NixSystem.scratch { nix in
            for count in 0..<10 {
                let folder = nix.work.appending("folder \(count)")
                try files.createFolder(folder)
                let contents = (0..<count).map { number in
                    (
                        name: String(repeating: "\(9 - number)", count: number + 1),
                        bytes: [UInt8](repeating: 7, count: number)
                    )
                }
                for file in contents { try files.write(file.bytes, to: folder.appending(file.name)) }
                let outcome = try await nix.run(["hash", "path", folder.string])
                #expect(outcome.text == NixArchive(folderOf: contents).hash + "\n", "\(outcome.errors)")
            }
        }
    }

    @Test(.enabled(if: NixSystem.isHere)) func nixRunsTheProgramByItsAddressAndProvesIt() async throws {
        try await NixSystem.scratch { nix in
            let system = try await nix.currentSystem().split(separator: "-")[0]
            let release = try await release(in: nix.work, for: "\(system)-unknown-linux-gnu")
            try await release.write(release.request())
            var request = try release.request()
            request.manifest = try record(of: release)
            let artifact = try #require(request.manifest.flake)
            let hash = try FlakeArchive.hash(of: release.folder.file(name), files)
            let flake = try #require(try SnippetRequest.Flake(request, artifact, hash: hash))
            let outcome = try await nix.run(["run"], reference: flake.reference)
            #expect(outcome.status == 0 && outcome.text == "flown\n", "\(outcome.errors)")
            #expect(try await nix.run(["flake", "show"], reference: flake.reference).text.contains("word-tool-1.2.3"))
            let wrong = try #require(try SnippetRequest.Flake(request, artifact, hash: NixArchive(folderOf: []).hash))
            let refused = try await nix.run(["run"], reference: wrong.reference)
            #expect(refused.status != 0 && refused.errors.contains("NAR hash mismatch"), "\(refused.errors)")
            // The file that users copy has it as an input.
            let folder = nix.work.appending("user")
            try files.createFolder(folder)
            let snippet = try #require(FlakeSnippet(flake))
            try files.write(snippet.input.utf8, to: folder.appending("flake.nix"))
            let metadata = try await nix.run(
                ["flake", "metadata", "--override-input", "word-tool/nixpkgs", "path:\(nix.nixpkgs)"],
                flake: folder
            )
            #expect(metadata.status == 0 && metadata.text.contains(name), "\(metadata.errors)")
        }
    }
}
