import RelctlRegistries
import TestSupport
import Testing

/// Reading from registries that are right, and from some that are not.
@Suite struct RegistryReadingTests {
    /// A registry that holds an image of 50,000 bytes under the tag `1.0`.
    private func withImage(
        _ body: (FakeRegistry, RegistryClient, SampleImage, RegistryStage) async throws -> Void
    ) async throws {
        try await World.scratch { world in
            try await FakeRegistry.running(in: world) { registry in
                let stage = RegistryStage(world)
                let client = try stage.client(
                    registry.host,
                    for: .push,
                    RegistryAccess(credential: RegistryStage.credential)
                )
                let image = try SampleImage(SampleBytes.noise(50_000))
                try await image.push(to: client, as: "1.0")
                try await registry.forgetRequests()
                try await body(registry, client, image, stage)
            }
        }
    }

    private func refusal(_ body: () async throws -> Void) async throws -> String {
        let error = try await #require(throws: RelctlError.self) { try await body() }
        #expect(error.code == .remoteUnavailable)
        return "\(error)"
    }

    @Test(.enabled(if: HostTool.areHere("skopeo"))) func othersClientsAreAtHomeHereToo() async throws {
        try await World.scratch { world in
            let settings = FakeRegistry.Settings {
                $0.auth = "token"
                $0.location = "query"
                $0.redirects = "storage"
                $0.pageSize = 1
            }
            try await FakeRegistry.running(in: world, settings) { registry in
                let stage = RegistryStage(world)
                let access = RegistryAccess(credential: RegistryStage.credential)
                let image = try SampleImage(SampleBytes.noise(50_000))
                try await image.push(to: try stage.client(registry.host, for: .push, access), as: "1.0")
                let (ours, theirs) = (
                    "docker://\(registry.host)/acme/app:1.0", "docker://\(registry.host)/acme/app:2.0"
                )
                try await world.output(of: [
                    "skopeo", "copy", "-q", "--preserve-digests", "--src-tls-verify=false", "--dest-tls-verify=false",
                    "--dest-creds", "\(RegistryServer.user):\(RegistryServer.password)", ours, theirs,
                ])
                let listed = try await world.output(of: [
                    "skopeo", "list-tags", "--tls-verify=false", String(ours.dropLast(4)),
                ])
                #expect(listed.contains("\"1.0\"") && listed.contains("\"2.0\""))
                let copy = world.folder.appending("copy")
                try await world.output(of: ["skopeo", "copy", "-q", "--src-tls-verify=false", theirs, "dir:\(copy)"])
                #expect(try LiveFileSystem().contents(of: copy.appending("manifest.json")) == image.manifest)
            }
        }
    }

    @Test func aRedirectIsFollowedWithoutCredentials() async throws {
        try await withImage { registry, client, image, _ in
            try await registry.set(
                FakeRegistry.Settings {
                    $0.auth = "both"
                    $0.redirects = "storage"
                    $0.anonymousPull = false
                }
            )
            #expect(try await client.blob(image.layerDescriptor) == SampleBytes.noise(50_000))
            let requests = try await registry.requests()
            #expect(requests.filter { $0.origin == "storage" }.map(\.authorization) == [nil])
            #expect(requests.last { $0.origin == "api" }?.authorization?.scheme == "Bearer")
        }
    }

    @Test func aBodyThatBreaksOffIsReadAnew() async throws {
        try await withImage { registry, client, image, _ in
            var effect = ForgeFault.Effect("cut")
            effect.bytes = 20_000
            try await registry.addFault(effect, on: ForgeFault.Match("GET", path: "/blobs/"), times: 2)
            try await withScratchFolder { folder in
                let path = folder.appending("layer")
                try await client.fetchBlob(image.layerDescriptor, into: path)
                #expect(try LiveFileSystem().contents(of: path) == SampleBytes.noise(50_000))
            }
            #expect(try await registry.requests().count == 3)
        }
    }

    @Test func bytesThatHaveNotTheirDigestAreRefused() async throws {
        try await withImage { registry, client, image, _ in
            try await registry.set(FakeRegistry.Settings { $0.corrupt = "/(blobs|manifests)/" })
            try await withScratchFolder { folder in
                let path = folder.appending("layer")
                try LiveFileSystem().write("as before".utf8, to: path)
                let text = try await refusal { try await client.fetchBlob(image.layerDescriptor, into: path) }
                #expect(text.contains("what came has the digest `sha256:"))
                #expect(try LiveFileSystem().text(of: path) == "as before")
                #expect(try LiveFileSystem().names(in: folder) == ["layer"])
            }
            for name in [ManifestName.tag("1.0"), .digest(image.digest)] {
                let text = try await refusal { _ = try await client.manifest(name) }
                #expect(text.contains("what came has the digest `sha256:"))
            }
        }
    }

    @Test func aSizeThatIsAnotherIsRefused() async throws {
        try await withImage { _, client, image, _ in
            for size in [UInt64(0), 49_999, 50_001] {
                let descriptor = ContentDescriptor(.layer, digest: image.layer.digest, size: size)
                let text = try await refusal { _ = try await client.blob(descriptor) }
                #expect(text.contains(size < 50_000 ? "more came than its \(size) bytes" : "50000 bytes came"))
            }
            let large = ContentDescriptor(.layer, digest: image.layer.digest, size: 1 << 40)
            #expect(try await refusal { _ = try await client.blob(large) }.contains("larger than"))
        }
    }

    @Test(.timeLimit(.minutes(20))) func whatHasNoEndIsCutOff() async throws {
        try await withImage { registry, client, image, _ in
            try await registry.set(FakeRegistry.Settings { $0.endless = "/(blobs|manifests|tags|referrers)/" })
            _ = try await refusal { _ = try await client.manifest(.tag("1.0")) }
            _ = try await refusal { _ = try await client.blob(image.layerDescriptor) }
            _ = try await refusal { _ = try await client.tags() }
            _ = try await refusal { _ = try await client.referrers(of: image.digest) }
        }
    }

    @Test(arguments: ["loop", "http://169.254.169.254/latest/meta-data", "file:///etc/passwd", "http://example.org/"])
    func aRedirectToNowhereIsRefused(target: String) async throws {
        try await withImage { registry, client, image, _ in
            try await registry.set(FakeRegistry.Settings { $0.redirects = target })
            _ = try await refusal { _ = try await client.blob(image.layerDescriptor) }
            #expect(try await registry.requests().count <= 6)
        }
    }

    @Test func whatIsSaidInTwoWaysIsRefused() async throws {
        try await withImage { registry, client, image, _ in
            try await registry.set(FakeRegistry.Settings { $0.contentType = MediaType.imageIndex.rawValue })
            let text = try await refusal { _ = try await client.manifest(.tag("1.0")) }
            #expect(text.contains("it says of itself that it is `\(MediaType.imageManifest.rawValue)`"))
            try await registry.set(FakeRegistry.Settings { $0.contentType = "application/json; charset=utf-8" })
            #expect(try await client.manifest(.tag("1.0"))?.mediaType == .imageManifest)
            #expect(try await client.headManifest(.tag("1.0"))?.mediaType == .imageManifest)
            let other = "sha256:" + String(repeating: "1", count: 64)
            try await registry.set(FakeRegistry.Settings { $0.digestHeader = other })
            _ = try await refusal { _ = try await client.manifest(.tag("1.0")) }
            _ = try await refusal { _ = try await client.headManifest(.digest(image.digest)) }
        }
    }

    @Test func aRegistryThatFaltersIsAskedAgain() async throws {
        try await withImage { registry, client, image, _ in
            var effect = ForgeFault.Effect("answer")
            effect.status = 503
            try await registry.addFault(effect, on: ForgeFault.Match(path: "/manifests/"), times: 2)
            #expect(try await client.manifest(.tag("1.0"))?.digest == image.digest)
            #expect(try await registry.requests().count == 3)
        }
    }

    @Test func aWarningIsToldOnce() async throws {
        try await withImage { registry, client, image, stage in
            try await registry.set(FakeRegistry.Settings { $0.warning = "299 - \"this \u{1b}[31mgoes away\"" })
            for _ in 1...3 { _ = try await client.manifest(.tag("1.0")) }
            #expect(stage.warnings.count == 1)
            #expect(stage.warnings.first?.hasPrefix("the registry `\(registry.host)` says: this ") == true)
            #expect(stage.warnings.first?.contains("\u{1b}") == false)
            try await registry.set(FakeRegistry.Settings { $0.warning = "110 - \"stale\"" })
            _ = try await client.manifest(.tag("1.0"))
            #expect(stage.warnings.count == 1)
        }
    }

    // MARK: Lists

    @Test func tagsAreReadPageByPage() async throws {
        try await withImage { registry, client, image, _ in
            for tag in ["b", "a", "A", "latest"] { try await image.push(to: client, as: tag) }
            for size in [1, 2, 5] {
                try await registry.set(FakeRegistry.Settings { $0.pageSize = size })
                #expect(try await client.tags() == ["1.0", "A", "a", "b", "latest"])
            }
        }
    }

    @Test(arguments: ["loop", "other", "endless"]) func aListThatLeadsAstrayIsRefused(pages: String) async throws {
        try await withImage { registry, client, image, _ in
            try await registry.set(FakeRegistry.Settings { $0.pages = pages })
            let text = try await refusal { _ = try await client.tags() }
            #expect(text.contains(pages == "other" ? "the list leads to another server" : "the list does not end"))
            _ = try await refusal { _ = try await client.referrers(of: image.digest) }
            #expect(try await registry.requests().allSatisfy { $0.origin == "api" })
        }
    }

    @Test(arguments: [true, false]) func referrersAreListedByTheRegistry(filters: Bool) async throws {
        try await withImage { registry, client, image, _ in
            try await registry.set(
                FakeRegistry.Settings {
                    $0.pageSize = 2
                    $0.filters = filters
                }
            )
            _ = try await client.pushBlob(BlobContent(Array("{}".utf8)))
            var attached: [ContentDigest] = []
            for number in 1...5 {
                let bytes = try ImageManifest(
                    artifactType: "application/vnd.example.\(number % 2)",
                    config: .empty,
                    layers: [.empty],
                    subject: image.descriptor,
                    annotations: ["number": "\(number)"]
                ).bytes()
                let descriptor = ContentDescriptor(.imageManifest, of: bytes)
                try await client.attachReferrer(bytes, descriptor, to: image.digest)
                attached.append(descriptor.digest)
            }
            #expect(try await client.referrers(of: image.digest).map(\.digest) == attached)
            let odd = try await client.referrers(of: image.digest, artifactType: "application/vnd.example.1")
            #expect(odd.map(\.digest) == [attached[0], attached[2], attached[4]])
            // The registry keeps the list, so nobody needs the tag.
            #expect(try await client.tags() == ["1.0"])
        }
    }
}
