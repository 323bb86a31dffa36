import RelctlRegistries
import TestSupport
import Testing

/// Copies keep every byte, wherever they go.
@Suite struct ImageCopyTests {
    private let files = LiveFileSystem()

    private func withRegistry(
        _ settings: FakeRegistry.Settings = FakeRegistry.Settings(),
        _ body: (FakeRegistry, SampleRelease, RegistryStage, FilePath) async throws -> Void
    ) async throws {
        try await World.scratch { world in
            try await FakeRegistry.running(in: world, settings) { registry in
                let release = try SampleRelease(
                    in: world.folder.appending("dist"),
                    names: ["\(registry.host)/acme/app"],
                    layerSize: 2_000_000
                )
                try await body(
                    registry,
                    release,
                    RegistryStage(world, ["TMPDIR": world.temporary.string]),
                    world.folder
                )
            }
        }
    }

    @discardableResult
    private func copy(
        _ source: String,
        _ destination: String,
        _ stage: RegistryStage,
        _ folder: FilePath,
        _ change: (inout ImageCopy) -> Void = { _ in },
        isDryRun: Bool = false
    ) async throws -> ImageCopy.Outcome {
        var copy = ImageCopy(from: try ImagePlace(source), to: try ImagePlace(destination), in: folder)
        change(&copy)
        return try await copy.run(stage.effects, isDryRun: isDryRun)
    }

    @Test(arguments: [true, false]) func throughRegistriesAndBackEveryByteStays(hasReferrers: Bool) async throws {
        try await withRegistry(FakeRegistry.Settings { $0.referrers = hasReferrers }) {
            registry,
            release,
            stage,
            folder in
            let host = registry.host
            try await copy("oci:dist/images", "\(host)/one/app", stage, folder)
            try await copy("docker://\(host)/one/app:1.2.3", "\(host)/two/app:other", stage, folder)
            let mounts = try await registry.requests().filter { $0.path.contains("mount=") && $0.status == 201 }
            let outcome = try await copy("\(host)/two/app:other", "oci:back:again", stage, folder)
            #expect(outcome.digest == release.root.digest && outcome.destination == "oci:back:again")

            let there = try ImageLayout(at: folder.appending("back"), files: files)
            #expect(there.references == ["again"])
            let graph = try await ContentWalk.graph(of: there.descriptor(of: "again"), in: there)
            #expect(graph.manifests.count == 5 && graph.referrers.count == 1 && mounts.count == graph.blobs.count)
            for descriptor in graph.blobs + graph.nodes.map(\.descriptor) {
                #expect(try files.contents(of: there.blob(descriptor)) == release.layout.bytes(descriptor.digest))
            }
            let blobs = try files.names(in: folder.appending("back/blobs/sha256"))
            #expect(blobs == (try files.names(in: release.layout.path.appending("blobs/sha256"))))
            // Nothing is left to do, and nothing was left on the way.
            for (source, target) in [
                ("\(host)/two/app:other", "oci:back:again"), ("oci:back:again", "\(host)/two/app:other"),
            ] {
                #expect(try await copy(source, target, stage, folder).actions.isEmpty)
            }
            #expect(try files.names(in: folder.appending("tmp")).isEmpty)
        }
    }

    @Test func toAnotherRegistryBlobsGoByWayOfThisMachine() async throws {
        try await withRegistry { registry, release, stage, folder in
            try await copy("oci:dist/images", "\(registry.host)/one/app", stage, folder)
            try await World.scratch { world in
                try await FakeRegistry.running(in: world) { other in
                    let outcome = try await copy("\(registry.host)/one/app:1.2.3", "\(other.host)/a/b:1", stage, folder)
                    #expect(outcome.digest == release.root.digest)
                    #expect(try await other.state().repositories.flatMap(\.manifests).count == 6)
                    #expect(try files.names(in: folder.appending("tmp")).isEmpty)
                }
            }
        }
    }

    @Test(arguments: [true, false]) func aDamagedLayoutIsNamedAsWhatIsWrong(isShorter: Bool) async throws {
        try await withRegistry { registry, release, stage, folder in
            let graph = try await ContentWalk.graph(
                of: release.root,
                in: ImageLayout(at: release.layout.path, files: files)
            )
            let blob = try #require(graph.blobs.last { $0.size == 2_000_000 })
            var bytes = try release.layout.bytes(blob.digest)
            if isShorter { bytes.removeLast() } else { bytes[bytes.count / 2] ^= 1 }
            try files.write(bytes, to: release.layout.path.appending(blob.digest.layoutPath))
            for target in ["\(registry.host)/one/app", "oci:there:1"] {
                let error = await #expect(throws: RelctlError.self) {
                    try await copy("oci:dist/images", target, stage, folder)
                }
                #expect(error?.code == .configurationInvalid)
                #expect(error?.description.contains("the blob `\(blob.digest)` of the image layout") == true)
                // Doing it again would not help; nor is what has its size made again by itself.
                #expect(error?.hints.map { String($0.prefix(8)) } == (isShorter ? [] : ["remove `"]))
            }
            #expect(try await registry.state().history.isEmpty)
        }
    }

    @Test func onePlatformCanBeCopiedAlone() async throws {
        try await withRegistry { registry, _, stage, folder in
            let outcome = try await copy(
                "oci:dist/images",
                "oci:one:arm",
                stage,
                folder,
                { $0.platform = ImagePlatform("linux/arm64") }
            )
            let layout = try ImageLayout(at: folder.appending("one"), files: files)
            let root = try layout.descriptor(of: "arm")
            #expect(root.digest == outcome.digest && root.mediaType == .imageManifest)
            let error = await #expect(throws: RelctlError.self) {
                try await copy(
                    "oci:dist/images",
                    "oci:x",
                    stage,
                    folder,
                    { $0.platform = ImagePlatform("linux/s390x") }
                )
            }
            #expect(error?.hints == ["it is there for `linux/amd64`, `linux/arm64`"])
        }
    }

    @Test func aDryRunWritesNothing() async throws {
        try await withRegistry { registry, _, stage, folder in
            let plan = try await copy("oci:dist/images", "\(registry.host)/a/b", stage, folder, isDryRun: true)
            #expect(!plan.actions.isEmpty)
            #expect(try await registry.requests().allSatisfy { ["GET", "HEAD"].contains($0.method) })
            _ = try await copy("oci:dist/images", "oci:new:1", stage, folder, isDryRun: true)
            #expect(try files.status(of: folder.appending("new")) == nil)
            let done = try await copy("oci:dist/images", "\(registry.host)/a/b", stage, folder)
            #expect(done.actions == plan.actions)
        }
    }

    @Test func whatIsThereIsNotReplacedUnasked() async throws {
        try await withRegistry { registry, release, stage, folder in
            let other = try SampleLayout(at: folder.appending("other"))
            let amd64 = ImagePlatform(os: "linux", architecture: "amd64")
            try other.name(try other.addImage(amd64, layers: [SampleBytes.noise(40)]), "theirs")
            for target in ["\(registry.host)/a/b:1", "oci:there:1"] {
                try await copy("oci:other", target, stage, folder)
                let error = await #expect(throws: RelctlError.self) {
                    try await copy("oci:dist/images", target, stage, folder)
                }
                #expect(error?.code == .publicationExists)
                #expect(error?.hints.contains { $0.contains("release") } == false, "\(error?.hints ?? [])")
                let outcome = try await copy("oci:dist/images", target, stage, folder, { $0.replaces = true })
                #expect(outcome.actions.last?.verb == .replace && outcome.digest == release.root.digest)
            }
            try files.write([1], to: folder.appending("file"))
            await #expect(throws: RelctlError.self) { try await copy("oci:other", "oci:file:1", stage, folder) }
        }
    }

    @Test func aTagThatIsNotThereIsNoFailureOfTheNetwork() async throws {
        try await withRegistry { registry, _, stage, folder in
            try await copy("oci:dist/images", "\(registry.host)/a/b:1", stage, folder)
            let error = await #expect(throws: RelctlError.self) {
                try await copy("\(registry.host)/a/b:2", "oci:there:1", stage, folder)
            }
            #expect(error?.code == .failed && error?.message == "cannot find the image `\(registry.host)/a/b:2`")
        }
    }

    @Test func anImageIsTakenApartForPeopleToLookAt() async throws {
        try await withRegistry { registry, release, stage, folder in
            try await copy("oci:dist/images", "\(registry.host)/a/b:1", stage, folder)
            let places = ["oci:dist/images", "\(registry.host)/a/b:1"]
            var images: [ImageInspection] = []
            for place in places {
                images.append(
                    try await ImageInspection.inspect(ImagePlace(place), in: folder, RegistryAccess(), stage.effects)
                )
            }
            images[1].reference = images[0].reference
            #expect(images[0] == images[1])
            let image = images[0]
            #expect(
                image.digest == release.root.digest && image.annotations["org.opencontainers.image.version"] == "1.2.3"
            )
            #expect(image.manifests.map(\.platform?.description) == ["linux/amd64", "linux/arm64", nil, nil])
            #expect(image.manifests[0].layers.map(\.size) == [2_000_000, 2_000_000])
            #expect(image.manifests[0].configuration?.config?.entrypoint == ["/usr/bin/app"])
            #expect(image.manifests[2].attests == image.manifests[0].digest)
            #expect(image.referrers.map(\.artifactType) == ["application/spdx+json"])
        }
    }

    @Test(arguments: [
        ("oci:a/b", "oci:a/b"), ("oci:a:ghcr.io/x/y:1", "oci:a:ghcr.io/x/y:1"),
        ("docker://ghcr.io/x/y:1", "ghcr.io/x/y:1"),
        ("alpine", "docker.io/library/alpine"), ("oci:", nil), ("oci:a:", nil), ("oci::b", nil), ("docker://", nil),
    ]) func placesAreWrittenAsOtherToolsWriteThem(text: String, meaning: String?) throws {
        #expect((try? ImagePlace(text))?.text == meaning)
    }
}
