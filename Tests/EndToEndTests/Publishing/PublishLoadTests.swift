import RelctlCore
import TestSupport
import Testing

/// Many files and large ones are published within the memory that a small release takes.
@Suite struct PublishLoadTests {
    /// What relctl may hold at a time.
    private static let bound = 64 << 20

    /// Runs relctl and returns the most bytes that it held at a time, as wait4(2) tells it.
    private func peak(_ project: PublishedProject, _ arguments: [String]) async throws -> Int {
        let script = """
            import os, resource, subprocess, sys
            code = subprocess.run(sys.argv[1:], stdout=sys.stderr).returncode
            unit = 1 if sys.platform == "darwin" else 1024
            print(resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss * unit)
            sys.exit(code)
            """
        let said = try await project.world.output(
            of: [CrossPrograms.python, "-c", script, RelctlExecutable.path().string] + arguments,
            in: project.repository.folder,
            environment: PublishedProject.environment
        )
        return try #require(Int(said.prefix { $0 != "\n" }))
    }

    @Test func threeHundredFilesArePublishedInLittleMemory() async throws {
        try await World.scratch { world in
            try await FakeForge.running(in: world) { forge in
                let project = try await PublishedProject(at: forge, in: world) { repository in
                    let targets = (0..<75).map { "\"x86_64-model\($0)-linux-gnu\": {}" }.joined(separator: ", ")
                    let text = try repository.text("relctl.json")
                        .replacing("\"x86_64-unknown-linux-gnu\": {}, \"x86_64-pc-windows-msvc\": {}", with: targets)
                        .replacing("default: \"tar.gz\", windows: \"zip\"", with: "default: [\"tar.gz\", \"zip\"]")
                    try repository.write("relctl.json", text)
                }
                expect(try await project.repository.relctl(["release", "v1.0.0", "--skip", "publish"]), exits: 0)
                let taken = try await peak(project, ["publish", "v1.0.0"])
                print("300 files: \(taken >> 20) MiB")
                #expect(taken <= Self.bound)
                let release = try #require(try await forge.state().repositories.first?.releases.first)
                #expect(release.assets.count >= 300 && !release.draft)
                try await forge.forgetRequests()
                expect(
                    try await project.repository.relctl(
                        ["publish", "v1.0.0"],
                        environment: PublishedProject.environment
                    ),
                    exits: 0
                )
                let requests = try await forge.requests()
                #expect(requests.count <= 5 + 4 + 1 && requests.allSatisfy { $0.method == "GET" })
            }
        }
    }

    /// Puts a sparse file of this size in the place of the first archive, and makes the records say so.
    private static let enlarge = """
        import hashlib, json, os, sys
        os.chdir(sys.argv[1])
        size = int(sys.argv[2])

        def digest(name):
            with open(name, "rb") as file:
                return hashlib.file_digest(file, "sha256").hexdigest()

        def rewrite(name, text):
            os.unlink(name)  # It may have another name elsewhere.
            with open(name, "w") as file:
                file.write(text)

        manifest = open("manifest.json").read()
        entry = next(one for one in json.loads(manifest)["artifacts"] if one["name"].endswith(".tar.gz"))
        archive, old = entry["name"], entry["sha256"]
        os.unlink(archive)
        with open(archive, "wb") as file:
            file.truncate(size)
            for place in (0, size // 2, size - 6):
                file.seek(place)
                file.write(b"islets")
        new, sidecar = digest(archive), archive + ".sha256"
        manifest = manifest.replace(old, new).replace(f'"size" : {entry["size"]},', f'"size" : {size},')
        assert f'"size" : {size},' in manifest
        before = digest(sidecar)
        rewrite(sidecar, open(sidecar).read().replace(old, new))
        rewrite("manifest.json", manifest.replace(before, digest(sidecar)))
        names = [line.split("  ")[1] for line in open("SHA256SUMS").read().splitlines()]
        rewrite("SHA256SUMS", "".join(f"{digest(name)}  {name}\\n" for name in names))
        """

    @Test func aFileOfOneByteLessThanTwoGibibytesIsPublishedInLittleMemory() async throws {
        try await World.scratch { world in
            var options = FakeForge.Options()
            options.discards = true
            try await FakeForge.running(in: world, options) { forge in
                let project = try await PublishedProject(at: forge, in: world)
                expect(try await project.repository.relctl(["release", "v1.0.0", "--skip", "publish"]), exits: 0)
                let dist = project.repository.folder.appending("dist").string
                let size = (2 << 30) - 1
                try await world.output(of: [CrossPrograms.python, "-c", Self.enlarge, dist, String(size)])
                // The folders would hold all of it.
                let text = try project.repository.text("relctl.json")
                try project.repository.write(
                    "relctl.json",
                    text.replacing(#"{ to: "directory""#, with: #"//{ to: "directory""#)
                )
                let taken = try await peak(project, ["publish", "v1.0.0"])
                print("2 GiB: \(taken >> 20) MiB")
                #expect(taken <= Self.bound)
                let release = try #require(try await forge.state().repositories.first?.releases.first)
                #expect(release.assets.contains { $0.size == size && $0.state == "uploaded" } && !release.draft)
            }
        }
    }
}
